/**
 * The first keys of a database. That one was made is remembered beside the keys, so that nothing
 * that is done to a key makes it new again. Of processes that start at once, one makes it and the
 * others wait for that.
 *
 * Database down: throws `Failure` of kind `unavailable`.
 */
import type { FirstKeyName, FirstKeyStore, WantedFirstKey } from '../../domain/callers/ports.ts';
import { Failure } from '../../domain/errors.ts';
import { violationOf } from '../pool/constraint.ts';
import { type AnySql, inTransaction, run, type Sql } from '../pool/pool.ts';

/** Creates the store on a migrated database. */
export const createFirstKeyStore = (sql: Sql): FirstKeyStore => ({
  make: (wanted, handOver) =>
    inTransaction(sql, async (transaction) => {
      const isNew = !(await hasAnyKey(transaction));
      const made: FirstKeyName[] = [];
      const passedOver: FirstKeyName[] = [];
      for (const key of wanted.filter(({ isGiven }) => isGiven || isNew)) {
        const outcome = await makeOnce(transaction, key);
        if (outcome === 'made') made.push(key.name);
        if (outcome === 'another' && key.isGiven) passedOver.push(key.name);
      }
      if (made.length > 0) await handOver(made);
      return { made, passedOver };
    }),
});

/** Makes a key unless one of its name was made before: that is the same one, or another. */
const makeOnce = async (transaction: AnySql, key: WantedFirstKey): Promise<'made' | 'same' | 'another'> => {
  if (!(await isFirst(transaction, key))) return (await isRemembered(transaction, key)) ? 'same' : 'another';
  await insertKey(transaction, key);
  return 'made';
};

const hasAnyKey = async (transaction: AnySql): Promise<boolean> => {
  const [row] = await run(transaction<{ exist: boolean }[]>`select exists (select from api_key) as exist`);
  return row?.exist === true;
};

/** Whether none of the name was made before; one that another process is making is waited for. */
const isFirst = async (transaction: AnySql, { name, hash }: WantedFirstKey): Promise<boolean> => {
  const { count } = await run(transaction`
    insert into first_key (name, hash) values (${name}, ${hash}) on conflict (name) do nothing`);
  return count > 0;
};

const isRemembered = async (transaction: AnySql, { name, hash }: WantedFirstKey): Promise<boolean> => {
  const rows = await run(transaction`select from first_key where name = ${name} and hash = ${hash}`);
  return rows.length > 0;
};

const insertKey = async (transaction: AnySql, { keyId, customerId, hash, scopes, label }: WantedFirstKey) => {
  try {
    await run(transaction`
      insert into api_key (id, customer_id, hash, scopes, label)
      values (${keyId}, ${customerId}, ${hash}, ${[...scopes]}::text[], ${label})`);
  } catch (error) {
    if (violationOf(error) !== 'unique') throw error;
    throw new Failure('conflict', `the ${label} exists already as another key; give one that is used for nothing else`);
  }
};
