import type { Bus } from '../../streams/bus/bus.ts';

/**
 * How processes tell each other that something about callers has changed: a JSON list of the
 * customers. May be lost.
 */
const subject = 'state.callers';

/** Tells every process. */
export const announceCallers = (bus: Pick<Bus, 'signal'>, customerIds: readonly string[]): void =>
  bus.signal(subject, Buffer.from(JSON.stringify(customerIds)));

/** Hears what any process tells, this one included. Returns how to stop. */
export const onCallersChanged = (
  bus: Pick<Bus, 'onSignal'>,
  listener: (customerIds: readonly string[]) => void,
): (() => void) =>
  bus.onSignal(subject, (_subject, payload) => listener(JSON.parse(Buffer.from(payload).toString()) as string[]));
