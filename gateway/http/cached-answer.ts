/** How an answer is kept. */
export interface CachedAnswerOptions<Answer> {
  readonly ask: () => Promise<Answer>;
  /** From the start of one question to the start of the next, in milliseconds, at least. */
  readonly forMs: number;
  /** The injected clock. */
  readonly now: () => Date;
}

/**
 * Gives the same answer to everybody for a while. Who asks while a question is under way waits for
 * it with the others, so that they do not pile up at what hangs.
 */
export const cachedAnswer = <Answer>({ ask, forMs, now }: CachedAnswerOptions<Answer>): (() => Promise<Answer>) => {
  let answer: Promise<Answer> | undefined;
  let isAsking = false;
  let askedAtMs = 0;
  return () => {
    const nowMs = now().getTime();
    // A clock that was set back must not keep it for longer.
    const isKept = nowMs >= askedAtMs && nowMs - askedAtMs < forMs;
    if (answer !== undefined && (isAsking || isKept)) return answer;
    askedAtMs = nowMs;
    isAsking = true;
    answer = ask().finally(() => {
      isAsking = false;
    });
    return answer;
  };
};
