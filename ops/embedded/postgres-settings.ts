/**
 * How the embedded server is set up: for one service on a small machine, two cores and a gigabyte
 * or so to itself.
 */
const settings = {
  // Loopback only, and no socket files: their paths may be at most 107 bytes long, which a data
  // folder can exceed.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // The pools of one service, its listeners, and room for an operator.
  max_connections: '100',
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // Nothing that was acknowledged may be lost.
  synchronous_commit: 'on',
  // Rare checkpoints: each is followed by full page images, which compression keeps small.
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  wal_compression: 'pglz',
  // An embedded server has no replicas, so bulk loads into new tables need not be logged row by
  // row.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Statements here are short: compiling them costs more than it saves, and the cores have other
  // connections to serve.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  // Solid-state disks read anywhere at nearly one speed.
  random_page_cost: '1.1',
  // Queue tables fill with dead rows in seconds.
  autovacuum_naptime: '10s',
  log_checkpoints: 'off',
  // The line that says that the server is ready is looked for in English.
  lc_messages: 'C',
} as const satisfies Record<string, string>;

/** For throw-away data: a crash of the machine may destroy the whole cluster. */
const volatileSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** The server's arguments for its settings. */
export const settingArguments = (options: { port: number; volatile: boolean }): readonly string[] => {
  const all = { ...settings, ...(options.volatile ? volatileSettings : {}), port: String(options.port) };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};
