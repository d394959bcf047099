import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 10;

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
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const outcome = await attempt(check);
    if (outcome.kind === 'held') return outcome.answer;
    if (performance.now() > deadline) throw outcome.error;
    await delay(pollMs);
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
