import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A peer in a process of its own, which answers each message with one. */
export interface PeerProcess<Question, Answer> {
  /** What it has told first. */
  readonly ready: Answer;
  /** Rejects where the process has ended. */
  readonly ask: (question: Question) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a peer's program as in production, but so that it tells its makers nothing, and waits for
 * what it tells first.
 */
export const startPeer = async <Question extends object, Answer>(
  program: URL,
  programArguments: readonly string[],
): Promise<PeerProcess<Question, Answer>> => {
  const child = fork(program, programArguments, {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      VENDURE_DISABLE_TELEMETRY: 'true',
      MEDUSA_DISABLE_TELEMETRY: 'true',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const lost = ended.then(([code]) => {
    throw new Error(`${program.pathname} has ended (${code})`);
  });
  // Its end after all is said is as it should be.
  lost.catch(() => undefined);
  const told = async (): Promise<Answer> => ((await Promise.race([once(child, 'message'), lost])) as [Answer])[0];
  return {
    ready: await told(),
    ask: (question) => {
      const answer = told();
      child.send(question);
      return answer;
    },
    stop: async () => {
      child.kill();
      await ended;
    },
  };
};
