import { withSpan } from '../../telemetry/tracing.ts';

/**
 * Runs a use case inside a span of its own, beneath that of its edge: what comes before is decoding
 * and admission.
 */
export const withUseCaseSpan = <Result>(operation: string, work: () => Result): Result =>
  withSpan({ name: 'use case', attributes: () => ({ operation }) }, work);
