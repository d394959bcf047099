import { type Periodic, startPeriodic } from '../../../concurrency/periodic.ts';
import type { Bus, ConsumerOptions } from '../bus.ts';

const everyMs = 5_000;
/** A measurement that takes longer is given up. */
const deadlineMs = 5_000;

/**
 * Measures the lag of a durable every few seconds. A bus that does not answer shows in its own
 * signals; the gauge keeps its last value.
 */
export const startMeasuringLag = (
  bus: Bus,
  { stream, durable }: ConsumerOptions,
  onLag: (lag: number) => void,
): Periodic =>
  startPeriodic({
    what: `lag of ${durable}`,
    everyMs,
    deadlineMs,
    work: async () => onLag(await bus.lag(stream, durable)),
    onError: () => undefined,
  });
