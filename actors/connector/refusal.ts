import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import { inWords } from '../../domain/ingestion/row-tally.ts';

/** A supplier did not give what was asked for; carries what its answer, or its silence, means. */
export class SupplierRefusal extends Error {
  readonly answer: Exclude<AnswerClass, { kind: 'success' }>;

  constructor(answer: AnswerClass) {
    // A success whose page could not be used is reported as malformed by the caller; it never gets
    // here as success.
    const meaning = answer.kind === 'success' ? ({ kind: 'malformed', reason: 'no usable answer' } as const) : answer;
    super(textOf(meaning));
    this.name = 'SupplierRefusal';
    this.answer = meaning;
  }
}

const textOf = (answer: Exclude<AnswerClass, { kind: 'success' }>): string => {
  switch (answer.kind) {
    case 'throttled':
      return `throttled by the supplier (${answer.window})`;
    case 'authentication':
      return `the supplier refused the ${answer.refused}`;
    case 'blocked':
      return 'the supplier turned us away';
    case 'bad_input':
      return `the supplier found fault with the request: ${answer.reason}`;
    case 'upstream_fault':
      return 'the supplier failed or did not answer';
    case 'malformed':
      return `the answer cannot be read: ${inWords({ reason: answer.reason, ...answer.place })}`;
  }
};

/** How long the supplier asked us to wait, in milliseconds; undefined when it did not say. */
export const retryAfterMs = (error: unknown): number | undefined => {
  if (!(error instanceof SupplierRefusal)) return undefined;
  const { answer } = error;
  return answer.kind === 'throttled' || answer.kind === 'upstream_fault' ? answer.retryAfterMs : undefined;
};
