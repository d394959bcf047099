import { reasonOf } from '../../domain/errors.ts';
import type { Observation } from '../../domain/ingestion/observation.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { Delivery } from '../bus/bus.ts';
import { contextOf, decodeObservation } from '../codec/codec.ts';

/** An observation with the delivery that brought it. */
export interface ReceivedObservation {
  readonly delivery: Delivery;
  readonly observation: Observation;
  readonly parseSeconds: number;
}

/** Observations of one supplier that were published for the same purpose. */
export interface SourceGroup {
  readonly supplierId: string;
  readonly context: WriteContext;
  readonly received: readonly ReceivedObservation[];
  /** The time it took to parse all of them. */
  readonly parseSeconds: number;
}

/** Parses a delivery; undefined after `rejected` was told why it cannot be parsed. */
export const receive = (delivery: Delivery, rejected: (reason: string) => void): ReceivedObservation | undefined => {
  const begin = performance.now();
  try {
    const observation = decodeObservation(delivery.payload);
    return { delivery, observation, parseSeconds: (performance.now() - begin) / 1_000 };
  } catch (error) {
    rejected(reasonOf(error));
    return undefined;
  }
};

/**
 * Groups what belongs together, in order of arrival: the store takes one context for everything
 * that it applies at once.
 */
export const groupBySource = (received: readonly ReceivedObservation[]): readonly SourceGroup[] => {
  const groups = new Map<string, { supplierId: string; context: WriteContext; received: ReceivedObservation[] }>();
  for (const each of received) {
    const { supplierId } = each.observation;
    const context = contextOf(each.delivery.headers);
    const key = `${supplierId} ${context.correlationId}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { supplierId, context, received: [each] });
    else group.received.push(each);
  }
  return [...groups.values()].map((group) => ({
    ...group,
    parseSeconds: group.received.reduce((sum, { parseSeconds }) => sum + parseSeconds, 0),
  }));
};
