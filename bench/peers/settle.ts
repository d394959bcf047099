import { openPool } from '../../storage/pool/pool.ts';

/** Does to a peer's database what the server would do by itself some minutes after its filling. */
export const settle = async (url: string): Promise<void> => {
  const pool = openPool({ url, maxConnections: 1 });
  await pool.sql`vacuum analyze`;
  await pool.close();
};
