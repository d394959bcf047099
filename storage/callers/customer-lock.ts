import type { Transaction } from '../pool/pool.ts';

/**
 * What is counted for each customer, with the first number of its advisory locks; arbitrary numbers
 * that no other lock uses.
 */
const locks = { jobs: 7_200_136, estimates: 7_200_137 } as const;

/**
 * Has the transactions that count something of one customer follow one another, at all processes,
 * so that none of them is past a cap that each of them kept. Held until the transaction ends. Two
 * customers may share a lock, which costs them a wait.
 */
export const lockCustomer = async (
  transaction: Transaction,
  what: keyof typeof locks,
  customerId: string,
): Promise<void> => {
  await transaction`select pg_advisory_xact_lock(${locks[what]}::int, hashtext(${customerId}))`;
};
