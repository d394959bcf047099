import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What a piece of work is known by. Set once where the work enters (a call, a tick, a delivered
 * message) and taken from there by every log line, so that no function hands it on. It follows
 * promises, timers and event listeners.
 */
export interface TelemetryContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits; absent when the work is not sampled. */
  readonly spanId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly correlationId?: string | undefined;
  /** What is being done: `svc.public.v1.Pricing/CalculatePrice`, `ingestion.tick`. */
  readonly operation?: string | undefined;
  readonly parentOperation?: string | undefined;
  /** Which part does it: `grpc`, `http`, `connector`, `normalizer`. */
  readonly component?: string | undefined;
  /** At which layer: `gateway`, `actors`, `streams`, `storage`. */
  readonly layer?: string | undefined;
  readonly jobId?: string | undefined;
  readonly messageId?: string | undefined;
}

const storage = new AsyncLocalStorage<TelemetryContext>();

/** The context of the work that runs now; undefined outside of any. */
export const currentContext = (): TelemetryContext | undefined => storage.getStore();

/** Runs `work` in a context that replaces the current one. */
export const runInContext = <Result>(context: TelemetryContext, work: () => Result): Result =>
  storage.run(context, work);

/**
 * Runs `work` in the current context with some fields changed; the operation that it had becomes
 * the parent operation of a new one. Outside of any context the trace id is empty.
 */
export const extendContext = <Result>(fields: Partial<TelemetryContext>, work: () => Result): Result => {
  const current = storage.getStore();
  const parentOperation = fields.operation === undefined ? current?.parentOperation : current?.operation;
  return storage.run({ traceId: '', ...current, parentOperation, ...fields }, work);
};
