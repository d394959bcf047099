import { enableCompileCache, flushCompileCache } from 'node:module';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { notice } from './notice.ts';
import type { RunningService } from './wire.ts';

/**
 * The service as a process. Log lines go to standard output; what is for people goes to standard error. The first SIGTERM or
 * SIGINT ends it in good order within the deadline, a second one at once. Exit status: 0 after an asked-for end, 1 otherwise.
 *
 * Compiled code is kept in the folder for temporary files (or NODE_COMPILE_CACHE), which halves the time of every later start; where
 * that cannot be written, starts take as long as the first.
 */

/** A little beyond the deadline of the parts, for what hangs all the same. */
const graceMs = 5_000;

const fail = (text: string): never => {
  process.stderr.write(`offerstream: ${text}\n`);
  process.exit(1);
};

const configure = (): Config => {
  try {
    return loadConfig();
  } catch (error) {
    return fail(error instanceof ConfigError ? error.message : String(error));
  }
};

const endOnce = (service: Promise<RunningService>, deadlineMs: number) => {
  let isEnding = false;
  return async (exitCode: number): Promise<void> => {
    if (isEnding) process.exit(1);
    isEnding = true;
    setTimeout(() => process.exit(1), deadlineMs + graceMs).unref();
    await service.then((running) => running.stop()).catch(() => undefined);
    process.exit(exitCode);
  };
};

const start = async (config: Config): Promise<RunningService> => {
  enableCompileCache();
  // Loaded only now, so that the cache is used for it.
  const { startService } = await import('./wire.ts');
  return startService(config);
};

const config = configure();
const starting = start(config);
const end = endOnce(starting, config.shutdownDeadlineMs);
process.on('SIGTERM', () => void end(0));
process.on('SIGINT', () => void end(0));

try {
  const service = await starting;
  process.stderr.write(notice(service, config));
  // A process that is killed later would keep nothing.
  flushCompileCache();
  void service.broken.then(() => end(1));
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
