import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A program of ours in a process of its own. */
export interface Child {
  readonly process: ChildProcess;
  /**
   * Resolves with the next line of its standard output that has not been asked for yet; rejects
   * when there is none any more.
   */
  nextLine(): Promise<string>;
  /** Everything that it has written to standard error. */
  errors(): string;
  /** Sends the signal and waits until it has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a TypeScript file with this Node. */
export const startChild = (file: string, ...args: string[]): Child => startNode([file, ...args]);

/** Starts this Node with the given options, file and arguments. */
export const startNode = (args: readonly string[]): Child => {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return {
    process: child,
    nextLine: async () => {
      const line = await lines.next();
      if (line.done) throw new Error(`the process has ended: ${errors}`);
      return line.value;
    },
    errors: () => errors,
    kill: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
};
