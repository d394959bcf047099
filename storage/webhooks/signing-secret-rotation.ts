import { isFailure } from '../../domain/errors.ts';
import { inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
import type { Sealer } from '../secrets/sealing.ts';
import { batchSize, passInBatches, type SealCount, type SecretRotation } from '../secrets/secret-rotation.ts';
import { openSigningSecret, sealSigningSecret } from './endpoint-row.ts';

interface SealedRow {
  readonly id: string;
  readonly secret: string;
  readonly previousSecret: string | null;
}

/** Sealed anew; undefined when it does not open, or its key is not in the ring. */
const again = (sealer: Sealer, id: string, sealed: string): string | undefined => {
  if (sealer.isCurrent(sealed)) return sealed;
  try {
    const secret = openSigningSecret(sealer, id, sealed);
    return secret === undefined ? undefined : sealSigningSecret(sealer, id, secret);
  } catch (error) {
    if (isFailure(error, 'internal')) return undefined;
    throw error;
  }
};

/** Under the lock of the row; says whether all of it could be sealed anew. */
const resealRow = async (transaction: Transaction, sealer: Sealer, row: SealedRow): Promise<boolean> => {
  const secret = again(sealer, row.id, row.secret);
  const previous = row.previousSecret === null ? null : again(sealer, row.id, row.previousSecret);
  await run(transaction`
    update webhook_endpoint set secret = ${secret ?? row.secret}, previous_secret = ${previous ?? row.previousSecret}
    where id = ${row.id}`);
  return secret !== undefined && previous !== undefined;
};

const resealBatch = (sql: Sql, sealer: Sealer, after: string) =>
  inTransaction(sql, async (transaction) => {
    const rows = await run(transaction<SealedRow[]>`
      select id, secret, previous_secret as "previousSecret" from webhook_endpoint
      where id > ${after} and (not starts_with(secret, ${sealer.currentPrefix})
        or (previous_secret is not null and not starts_with(previous_secret, ${sealer.currentPrefix})))
      order by id limit ${batchSize} for no key update`);
    const unopenable: string[] = [];
    for (const row of rows) if (!(await resealRow(transaction, sealer, row))) unopenable.push(row.id);
    return { last: rows.at(-1)?.id, read: rows.length, unopenable };
  });

/** Rotates the secrets of the endpoints of webhooks, as those of credentials are. */
export const createSigningSecretRotation = (sql: Sql, sealer: Sealer): SecretRotation => ({
  pass: (signal) => passInBatches((after) => resealBatch(sql, sealer, after), signal),

  counts: async () => [
    ...(await run(sql<SealCount[]>`
      select split_part(sealed, '.', 1) as "keyId", true as "isBound", count(*)::int as secrets, 0 as sessions
      from (
        select secret as sealed from webhook_endpoint
        union all
        select previous_secret from webhook_endpoint where previous_secret is not null
      ) as every group by 1 order by 1`)),
  ],
});
