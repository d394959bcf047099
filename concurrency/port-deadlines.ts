import { withDeadline } from './deadline.ts';

/** How long the calls of a port may take. */
export interface PortDeadlines {
  /** Which port; stands in the log with the method that is late. */
  readonly what: string;
  /** The longest time that one call may take, in milliseconds. */
  readonly ms: number;
}

/**
 * The same port, whose promises are rejected with `unavailable` when they are not settled in time.
 * The call itself goes on, and its result is dropped. What is not a promise, such as a stream, is
 * passed on as it is. For reads; the outcome of a write that is late is not known.
 */
export const withDeadlines = <Port extends object>(port: Port, { what, ms }: PortDeadlines): Port => {
  const inTime =
    (name: string, method: (...args: readonly unknown[]) => unknown) =>
    (...args: readonly unknown[]): unknown => {
      const answer = method(...args);
      return answer instanceof Promise ? withDeadline({ what: `${what}.${name}`, ms }, () => answer) : answer;
    };
  const bounded = Object.entries(port).map(([name, value]) => [
    name,
    typeof value === 'function' ? inTime(name, value.bind(port)) : value,
  ]);
  return Object.fromEntries(bounded);
};
