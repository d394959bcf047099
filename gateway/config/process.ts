import { logLevels } from '../../telemetry/logger.ts';
import { oneOf, port, someOf, text, type ValuesOf, wholeNumber } from './config-values.ts';

/** What a process may do. */
export const roles = ['gateway', 'ingest', 'worker'] as const;

/** Where a process listens and keeps its files, and what it does. */
export const processVariables = {
  HTTP_PORT: port().prefault('8080').describe('Port of the HTTP API; 0 takes any free one.'),
  GRPC_PORT: port().prefault('50051').describe('Port of the gRPC API; 0 takes any free one.'),
  METRICS_PORT: port()
    .optional()
    .describe(
      'Port of `/metrics` alone, on the same address and with the same certificates as the HTTP port, which then has none; 0 takes any free one. Left out: `/metrics` is at the HTTP port.',
    ),
  HOST: text()
    .optional()
    .describe(
      'Address that all ports listen on. Left out: `127.0.0.1`, which only this machine reaches; `0.0.0.0` when `DATABASE_URL` is set.',
    ),
  DATA_DIR: text()
    .prefault('./data')
    .describe(
      'Folder of everything that the embedded stores keep, of the sealing key made on the first start, and of first keys that no terminal shows.',
    ),
  LOG_LEVEL: oneOf(logLevels)
    .prefault('info')
    .describe('The least level that is logged: debug, info, warn, error, silent.'),
  LOG_FORMAT: oneOf(['auto', 'json', 'text'])
    .prefault('auto')
    .describe(
      'How lines of the log are written: `json`, one object a line; `text`, for people; `auto`: text on a terminal, else json. `NO_COLOR` takes the colours away.',
    ),
  ROLES: someOf(roles)
    .prefault('all')
    .describe(
      'What this process does, between commas: `gateway` answers callers, `ingest` runs suppliers, `worker` works in the background.',
    ),
};

/** How long what runs may take. */
export const endingVariables = {
  START_WAIT_MS: wholeNumber(0, 86_400_000)
    .prefault('600000')
    .describe(
      'How long a start waits for PostgreSQL, and then for NATS, while they do not answer; it says what it waits for, and ends with 1 afterwards.',
    ),
  SHUTDOWN_DEADLINE_MS: wholeNumber(0, 600_000)
    .prefault('10000')
    .describe('Time to finish what runs after SIGTERM; then the rest is cut off.'),
  DEFAULT_DEADLINE_MS: wholeNumber(1, 600_000)
    .prefault('10000')
    .describe('Time that a request may take when its caller sets none; streams are not limited by it.'),
};

/** The process as its variables have it. */
export const processSettings = (
  given: ValuesOf<typeof processVariables & typeof endingVariables> & { readonly DATABASE_URL?: string | undefined },
) => ({
  httpPort: given.HTTP_PORT,
  grpcPort: given.GRPC_PORT,
  /** Undefined: metrics are at the HTTP port. */
  metricsPort: given.METRICS_PORT,
  host: given.HOST ?? (given.DATABASE_URL === undefined ? '127.0.0.1' : '0.0.0.0'),
  dataDir: given.DATA_DIR,
  logLevel: given.LOG_LEVEL,
  logFormat: given.LOG_FORMAT,
  roles: given.ROLES,
  startWaitMs: given.START_WAIT_MS,
  shutdownDeadlineMs: given.SHUTDOWN_DEADLINE_MS,
  defaultDeadlineMs: given.DEFAULT_DEADLINE_MS,
});
