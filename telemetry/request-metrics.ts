import type { Counter, Histogram } from 'prom-client';
import { boundCounter, boundHistogram } from './bound-series.ts';

/** The edge that a request comes through. */
export type Edge = 'http' | 'grpc';

/** Rate, errors and duration of one service's requests. */
export interface RequestMetrics {
  /**
   * How to record the answers of an edge to one method of the contract (`GetProduct`), bound once
   * at the start, so that recording looks nothing up by label. `code` is a gRPC status name: `OK`,
   * `NOT_FOUND`.
   */
  bind(method: string, edge: Edge): RecordAnswer;
}

/** Records one answer with its gRPC status name and how long it took, in seconds. */
export type RecordAnswer = (code: string, durationSeconds: number) => void;

/** The three metrics behind it. */
export interface RequestMetricFamilies {
  readonly requests: Counter<'method' | 'code'>;
  readonly errors: Counter<'method' | 'code'>;
  readonly duration: Histogram<'method' | 'edge'>;
}

/**
 * Faults of the service. They begin at zero with the method, because a series that begins with its
 * first count hides that count from `increase`.
 */
const faultCodes = ['INTERNAL', 'UNAVAILABLE', 'DEADLINE_EXCEEDED'] as const;

/** Makes the recorder of one service. */
export const requestMetrics = ({ requests, errors, duration }: RequestMetricFamilies): RequestMetrics => ({
  bind: (method, edge) => {
    const observe = boundHistogram(duration, { method, edge });
    requests.inc({ method, code: 'OK' }, 0);
    for (const code of faultCodes) errors.inc({ method, code }, 0);
    const counters = new Map<string, readonly ((count: number) => void)[]>();
    const countersOf = (code: string): readonly ((count: number) => void)[] => {
      const labels = { method, code };
      const both = code === 'OK' ? [requests] : [requests, errors];
      const bound = both.map((counter) => boundCounter(counter, labels));
      counters.set(code, bound);
      return bound;
    };
    return (code, durationSeconds) => {
      for (const count of counters.get(code) ?? countersOf(code)) count(1);
      observe(durationSeconds);
    };
  },
});
