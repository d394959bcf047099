import { setTimeout as delay } from 'node:timers/promises';

/**
 * A look costs processor time here and in what is asked, which the work that is waited for needs:
 * what takes longer is looked at less often, and is seen a twentieth of the wait too late at most.
 */
const pollMs = (waitedMs: number): number => Math.min(50, Math.max(10, waitedMs / 20));

/**
 * Longer than anything that comes at all takes on a busy machine. It is no claim: what must come in
 * time is measured by a benchmark, or shown by a next occasion that is an hour away.
 */
const usualDeadlineMs = 30_000;

/**
 * Waits until `check` resolves without throwing and answers anything but false, and gives back the
 * answer. Throws the last error, or says that the condition stayed false, when the deadline has
 * passed.
 */
export const eventually = async <Answer>(
  check: () => Answer | Promise<Answer>,
  deadlineMs = usualDeadlineMs,
): Promise<Exclude<Answer, false>> => {
  const start = performance.now();
  for (;;) {
    const outcome = await attempt(check);
    if (outcome.kind === 'held') return outcome.answer;
    const waitedMs = performance.now() - start;
    if (waitedMs > deadlineMs) throw outcome.error;
    await delay(pollMs(waitedMs));
  }
};

type Outcome<Answer> =
  | { readonly kind: 'held'; readonly answer: Exclude<Answer, false> }
  | { readonly kind: 'not_yet'; readonly error: unknown };

const isHeld = <Answer>(answer: Answer): answer is Exclude<Answer, false> => answer !== false;

const attempt = async <Answer>(check: () => Answer | Promise<Answer>): Promise<Outcome<Answer>> => {
  try {
    const answer = await check();
    if (isHeld(answer)) return { kind: 'held', answer };
    return { kind: 'not_yet', error: new Error('the condition stayed false until the deadline') };
  } catch (error) {
    return { kind: 'not_yet', error };
  }
};
