import { inTransaction, run, type Sql } from '../pool/pool.ts';
import {
  recordedBinding,
  resealed,
  type SealedColumns,
  type Sealing,
  sealedColumns,
  storeResealed,
} from './sealed-columns.ts';
import { boundMark } from './sealing.ts';

/** What a pass over all credentials has done. */
export interface RotationPass {
  /** Credentials of which a secret or a session was sealed anew. */
  readonly resealed: number;
  /**
   * Credentials of which something does not open: it was changed, or its key is not in the ring.
   */
  readonly unopenable: readonly string[];
}

/** How many secrets and sessions there are by what seals them. */
export interface SealCount {
  /** The id of the key. */
  readonly keyId: string;
  /** Whether the seal holds what the secret is bound to. */
  readonly isBound: boolean;
  readonly secrets: number;
  readonly sessions: number;
}

/** Seals every secret anew under the newest key. */
export interface SecretRotation {
  /**
   * Goes over the credentials that are not sealed under the newest key with their binding, in the
   * order of their ids. Each batch is a transaction of its own that holds its rows alone, so that
   * it can be ended at any time and begun anew.
   */
  pass(signal: AbortSignal): Promise<RotationPass>;
  /** By one look at all rows; opens nothing. */
  counts(): Promise<readonly SealCount[]>;
}

/** Rows that are held at a time: what writes to one of them waits for so many to be sealed. */
export const batchSize = 50;

/**
 * Under the lock of the row, so that what is written meanwhile is neither lost nor sealed as it
 * was.
 */
const resealBatch = (sql: Sql, sealing: Sealing, after: string) =>
  inTransaction(sql, async (transaction) => {
    const { sealer, bindingOf } = sealing;
    const rows = await run(transaction<SealedColumns[]>`
      select ${transaction.unsafe(sealedColumns)} from credential
      where id > ${after} and (
        (secret is not null and not starts_with(secret, ${sealer.currentPrefix}))
        or (session is not null and not starts_with(session, ${sealer.currentPrefix})))
      order by id limit ${batchSize} for no key update`);
    const unopenable: string[] = [];
    for (const row of rows) {
      const boundTo = recordedBinding(row.sealedFor, bindingOf);
      const again = boundTo && resealed(row, boundTo, sealing);
      if (boundTo === undefined || again === undefined || again.unfit !== undefined) unopenable.push(row.id);
      if (boundTo !== undefined && again !== undefined) await storeResealed(transaction, row, again, boundTo);
    }
    return { last: rows.at(-1)?.id, read: rows.length, unopenable };
  });

/** What became of the rows of a batch. */
interface ResealedBatch {
  /** The id of the last one; undefined when there was none. */
  readonly last: string | undefined;
  readonly read: number;
  /** The ids of those of which something does not open. */
  readonly unopenable: readonly string[];
}

/**
 * Seals batch after batch anew, each of `batchSize` rows behind the id that it is given, until one
 * is not full.
 */
export const passInBatches = async (
  resealAfter: (after: string) => Promise<ResealedBatch>,
  signal: AbortSignal,
): Promise<RotationPass> => {
  const unopenable: string[] = [];
  let read = 0;
  let after: string | undefined = '';
  while (after !== undefined) {
    signal.throwIfAborted();
    const done: ResealedBatch = await resealAfter(after);
    read += done.read;
    unopenable.push(...done.unopenable);
    after = done.read < batchSize ? undefined : done.last;
  }
  return { resealed: read - unopenable.length, unopenable };
};

/** Rotates the secrets of a database. */
export const createSecretRotation = (sql: Sql, sealing: Sealing): SecretRotation => ({
  pass: (signal) => passInBatches((after) => resealBatch(sql, sealing, after), signal),

  counts: async () => {
    const rows = await run(sql<SealCount[]>`
      select split_part(sealed, '.', 1) as "keyId", split_part(sealed, '.', 2) = ${boundMark} as "isBound",
        (count(*) filter (where is_secret))::int as secrets, (count(*) filter (where not is_secret))::int as sessions
      from (
        select secret as sealed, true as is_secret from credential where secret is not null
        union all
        select session, false from credential where session is not null
      ) as all_sealed
      group by 1, 2 order by 1, 2`);
    return [...rows];
  },
});
