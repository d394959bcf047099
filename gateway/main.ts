import { flushCompileCache } from 'node:module';
import { debounce } from '../concurrency/delay.ts';
import { reasonOf } from '../domain/errors.ts';
import { createClusterAhead } from '../ops/embedded/postgres.ts';
import { useCompileCache } from './compile-cache.ts';
import { type Config, loadConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { startingLine, startupNotice } from './notice.ts';
import { listenForStop } from './stop-signals.ts';
import type { RunningService } from './wire.ts';

/**
 * The service as a process. Log lines go to standard output; what is for people goes to standard
 * error. The first SIGTERM or SIGINT ends it in good order within the deadline, a second one at
 * once. Exit status: 0 after an asked-for end, during the start too, 1 otherwise.
 *
 * Compiled code is kept between starts (`compile-cache.ts`).
 */

/** A little beyond the deadline of the parts, for what hangs all the same. */
const graceMs = 5_000;

const say = (line: string): void => void process.stderr.write(`offerstream: ${line}\n`);

const fail = (text: string): never => {
  say(text);
  process.exit(1);
};

const configure = (): Config => {
  try {
    return loadConfig();
  } catch (error) {
    return fail(error instanceof ConfigError ? error.message : String(error));
  }
};

/** Of a first start; settled otherwise. */
let cluster: Promise<void> = Promise.resolve();

const start = async (config: Config, asked: AbortSignal): Promise<RunningService> => {
  if (process.stderr.isTTY) say(startingLine(config));
  useCompileCache(config.dataDir);
  if (config.database.url === undefined) cluster = createClusterAhead(config.dataDir);
  // Loaded only now, so that the cache is used for it.
  const { startService } = await import('./wire.ts');
  asked.throwIfAborted();
  return startService(config, { asked, isTerminal: process.stderr.isTTY, say });
};

/**
 * Resolves with the exit status once the service is to end: by a signal, or because it cannot go
 * on.
 */
const untilEnd = ({ broken }: RunningService, asked: AbortSignal): Promise<number> =>
  new Promise((resolve) => {
    asked.addEventListener('abort', () => resolve(0));
    if (asked.aborted) resolve(0);
    void broken.then((reason) => {
      say(reasonOf(reason));
      resolve(1);
    });
  });

const { asked, limitEnd } = listenForStop();
const config = configure();
limitEnd(config.shutdownDeadlineMs + graceMs);

try {
  const service = await start(config, asked);
  if (!asked.aborted) process.stderr.write(startupNotice(service, config));
  // A process that is killed later would keep nothing.
  flushCompileCache();
  const status = await untilEnd(service, asked);
  // A service that cannot go on need not end well either.
  debounce(config.shutdownDeadlineMs + graceMs, () => process.exit(1));
  await service.stop();
  process.exit(status);
} catch (error) {
  await cluster;
  // What was being started when the signal came may fail because of it; all that had started is
  // stopped by now.
  if (asked.aborted) process.exit(0);
  fail(reasonOf(error));
}
