import type { DomainEvent, EventType } from '../../domain/events.ts';
import type { Fields } from './fields.ts';

/** How one kind of domain event is written as its message of `svc.events.v1` and read from it. */
export interface EventCodec<Type extends EventType> {
  readonly toJson: (event: Extract<DomainEvent, { type: Type }>) => unknown;
  readonly read: (fields: Fields) => Extract<DomainEvent, { type: Type }>;
}

/** The codecs of these kinds of events; one that is missing does not compile. */
export type EventCodecs<Types extends EventType = EventType> = { readonly [Type in Types]: EventCodec<Type> };
