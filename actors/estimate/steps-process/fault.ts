import { Failure, type FailureKind } from '../../../domain/errors.ts';

/**
 * What was thrown, in a form that goes from one process to another: an error that goes as it is
 * loses what kind of failure it was.
 */
export type Fault =
  | {
      readonly kind: 'failure';
      readonly failure: FailureKind;
      readonly text: string;
      readonly internal: string | undefined;
      readonly retryAfterMs: number | undefined;
    }
  | { readonly kind: 'error'; readonly text: string; readonly stack: string | undefined };

/** The fault of what was thrown. */
export const faultOf = (error: unknown): Fault => {
  if (error instanceof Failure) {
    const { kind: failure, message: text, internal, retryAfterMs } = error;
    return { kind: 'failure', failure, text, internal, retryAfterMs };
  }
  const { message: text, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'error', text, stack };
};

/** The error that a fault stands for. */
export const errorOf = (fault: Fault): Error => {
  if (fault.kind === 'error') return Object.assign(new Error(fault.text), { stack: fault.stack });
  const { failure, text, internal, retryAfterMs } = fault;
  return new Failure(failure, text, {
    ...(internal !== undefined && { internal }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
};
