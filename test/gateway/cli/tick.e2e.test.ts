import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childEnvironment } from '../../support/child-environment.ts';
import { eventually } from '../../support/eventually.ts';
import { type IngestionWorld, ingestionWorld } from '../../support/ingestion-world.ts';
import { type Ended as ProgramEnded, silentServer, startProgram } from '../../support/stopped-program.ts';

interface Ended {
  readonly status: number;
  readonly summary: Readonly<Record<string, unknown>> | undefined;
  readonly said: string;
}

describe('npx offerstream tick', () => {
  let world: IngestionWorld;
  beforeAll(async () => {
    world = await ingestionWorld(600, 3_600_000);
  });
  afterAll(() => world.close());

  const tick = (...args: readonly string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const program = join(import.meta.dirname, '../../../gateway/cli/tick.ts');
      const env = { ...childEnvironment, ...world.environment };
      execFile(process.execPath, [program, ...args], { env, timeout: 200_000 }, (error, stdout, stderr) => {
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

  describe('that is interrupted ends cleanly, says so, and leaves no stack trace', () => {
    const expectClean = ({ signal, said }: ProgramEnded): void => {
      expect(signal).toBeNull();
      expect(said).toContain('tick: interrupted');
      expect(said).not.toMatch(/^\s+at /m);
    };

    it('with 2 while it starts', async () => {
      const silent = await silentServer();
      const url = `postgres://us@127.0.0.1:${silent.port}/none`;
      const program = startProgram('cli/tick.ts', ['borealis'], { ...world.environment, DATABASE_URL: url });
      await eventually(() => silent.connections() > 0, 90_000);
      const ended = await program.stop('SIGINT');
      await silent.close();
      expectClean(ended);
      expect(ended.status).toBe(2);
    });

    it('with 1 while the supplier is asked, and the next one goes on where it stopped', async () => {
      world.supplier.recover();
      world.supplier.fail({ kind: 'hang', count: 1 });
      const program = startProgram('cli/tick.ts', ['borealis'], world.environment);
      await eventually(() => program.output().includes('ingestion.tick'), 90_000);
      const ended = await program.stop('SIGINT');
      world.supplier.recover();
      expectClean(ended);
      expect(ended.status).toBe(1);
      expect((await tick('borealis')).status).toBe(0);
    });

    it('in whatever moment of a start with everything of its own', async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'offerstream-tick-'));
      const program = startProgram('cli/tick.ts', ['borealis'], { DATA_DIR: dataDir });
      await eventually(() => existsSync(join(dataDir, 'connection.json')), 90_000);
      const ended = await program.stop('SIGINT');
      const isLeft = existsSync(join(dataDir, 'connection.json'));
      await rm(dataDir, { recursive: true, force: true });
      expectClean(ended);
      expect([1, 2]).toContain(ended.status);
      expect(isLeft).toBe(false);
    });
  });
});
