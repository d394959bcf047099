import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IngestionWorld, ingestionWorld } from '../support/ingestion-world.ts';

interface Ended {
  readonly status: number;
  readonly summary: Readonly<Record<string, unknown>> | undefined;
  readonly said: string;
}

describe('npm run tick', () => {
  let world: IngestionWorld;
  beforeAll(async () => {
    world = await ingestionWorld(600, 3_600_000);
  });
  afterAll(() => world.close());

  const tick = (...args: readonly string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const program = join(import.meta.dirname, '../../gateway/tick.ts');
      const env = { PATH: process.env.PATH, ...world.environment };
      execFile(process.execPath, [program, ...args], { env, timeout: 60_000 }, (error, stdout, stderr) => {
        const lines = stdout.split('\n').filter((line) => line.includes('ingestion.bulk_snapshot.tick.summary'));
        resolve({
          status: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1,
          summary: lines[0] === undefined ? undefined : JSON.parse(lines[0]),
          said: stderr,
        });
      });
    });

  it('fetches everything once, says what it did, and ends with 0', async () => {
    const { status, summary, said } = await tick('borealis');
    expect(said).toContain('crd_1: success');
    expect(status).toBe(0);
    expect(summary).toMatchObject({ outcome: 'success', tick_kind: 'catalogue', item_count: world.skus.length });
  });

  it('fetches what is asked for alone', async () => {
    const { status, summary } = await tick('borealis', '--kind', 'stocks');
    expect(status).toBe(0);
    expect(summary).toMatchObject({ tick_kind: 'stocks', item_count: 0, stock_count: world.skus.length });
  });

  it('ends with 1 when the supplier does not let it in, and says why', async () => {
    world.supplier.fail({ kind: 'status', status: 401, count: 10 });
    const { status, summary, said } = await tick('borealis');
    expect(status).toBe(1);
    expect(summary).toMatchObject({ outcome: 'failure', reason: 'the supplier refused the session' });
    expect(said).toContain('failure (the supplier refused the session)');
  });

  it.each([[['nobody']], [[]], [['borealis', '--kind', 'everything']], [['borealis', 'meridian']]])(
    'ends with 2 when it cannot be begun: %j',
    async (args) => {
      expect((await tick(...args)).status).toBe(2);
    },
  );
});
