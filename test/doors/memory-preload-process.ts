/**
 * Loaded into a service under test before its own code: on SIGUSR2 it collects garbage and writes
 * what is held then to the file that `DOOR_MEMORY_FILE` names.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const { DOOR_MEMORY_FILE: file } = process.env;

// Processes that the service starts have none of it: one file is for one process.
delete process.env.DOOR_MEMORY_FILE;
delete process.env.NODE_OPTIONS;

if (isMainThread && file !== undefined) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  process.on('SIGUSR2', () => {
    // What finalizers let go of is collected by the second.
    collect();
    setImmediate(() => {
      collect();
      writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()));
      renameSync(`${file}.new`, file);
    });
  });
}
