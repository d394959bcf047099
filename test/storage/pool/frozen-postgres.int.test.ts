import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction, openPool, type Pool, run } from '../../../storage/pool/pool.ts';
import { sessionLock } from '../../../storage/pool/session-lock.ts';
import { eventually } from '../../support/eventually.ts';
import { type OwnPostgres, ownPostgres } from '../../support/own-postgres.ts';

/** What the server may take for a statement; a pool gives up soon after. */
const statementTimeoutMs = 1_500;

/** How work ended, and that it had not after a time in which it must. */
const endOf = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([
    work.then(
      () => 'done',
      (error: { readonly kind?: string }) => error.kind ?? error,
    ),
    delay(40_000, 'still waiting', { ref: false }),
  ]);

describe('a pool whose PostgreSQL hangs', () => {
  let postgres: OwnPostgres;
  let pool: Pool;

  beforeAll(async () => {
    postgres = await ownPostgres();
  });
  afterAll(() => postgres.close());
  beforeEach(async () => {
    pool = openPool({ url: postgres.url, maxConnections: 2, statementTimeoutMs });
    await run(pool.sql`select 1`);
    await inTransaction(pool.sql, (sql) => sql`select 1`);
  });
  afterEach(async () => {
    await postgres.thaw();
    await pool.close();
  });

  it('gives up every statement as unavailable, those too that wait for a connection, and works again afterwards', async () => {
    await postgres.freeze();
    const statements = Array.from({ length: 300 }, (_, at) => run(pool.sql`select ${at}::int as at`));
    expect(new Set(await Promise.all(statements.map(endOf)))).toEqual(new Set(['unavailable']));
    await postgres.thaw();
    await eventually(async () => expect(await run(pool.sql`select 2 as two`)).toEqual([{ two: 2 }]));
  });

  it('gives up a transaction under way and those that wait for their turn, and works again afterwards', async () => {
    const begun = Promise.withResolvers<void>();
    const frozen = Promise.withResolvers<void>();
    const first = inTransaction(pool.sql, async (sql) => {
      begun.resolve();
      await frozen.promise;
      return sql`select 1`;
    });
    await begun.promise;
    await postgres.freeze();
    frozen.resolve();
    const others = Array.from({ length: 5 }, () => inTransaction(pool.sql, (sql) => sql`select 1`));
    expect(await Promise.all([first, ...others].map(endOf))).toEqual(Array(6).fill('unavailable'));
    await postgres.thaw();
    const three = () => inTransaction(pool.sql, (sql) => sql`select 3 as three`);
    await eventually(async () => expect(await three()).toEqual([{ three: 3 }]));
  });

  it('refuses statements and transactions at once when very many wait', async () => {
    await postgres.freeze();
    const refusals: string[] = [];
    const note = (error: { readonly kind?: string }): void => void refusals.push(error.kind ?? 'another error');
    const statements = Array.from({ length: 20_000 }, () => run(pool.sql`select 1`).catch(note));
    const transactions = Array.from({ length: 2_000 }, () =>
      inTransaction(pool.sql, (sql) => sql`select 1`).catch(note),
    );
    await new Promise(setImmediate);
    expect(refusals.length).toBeGreaterThan(10_000);
    expect(new Set(refusals)).toEqual(new Set(['unavailable']));
    await postgres.thaw();
    await Promise.all([...statements, ...transactions]);
  });

  it('gives up holding a session lock, and holds it again afterwards', async () => {
    const lock = sessionLock(postgres.url, 4_711);
    expect(await lock.hold()).toBe(true);
    await postgres.freeze();
    expect(await endOf(lock.hold())).toBe('unavailable');
    await postgres.thaw();
    await eventually(async () => expect(await lock.hold()).toBe(true));
    await lock.release();
  });
});
