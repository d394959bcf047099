import { invalidArgument, notFound } from '../../../domain/errors.ts';
import type { Outbox, ParkedEvent, ParkedEvents } from '../../../domain/outbox/ports.ts';
import { type Cursors, markOfId, type Page, type PageRequest, pageOf } from '../../request/paging.ts';
import type { UseCase } from '../../request/request-context.ts';

/** How publishing stands, with a page of what was set aside. */
export interface OutboxView extends Page<ParkedEvent> {
  readonly stats: Awaited<ReturnType<Outbox['stats']>>;
}

/** Names a parked event. */
export interface OfParkedEvent {
  /** Its position, as digits. */
  readonly position: string;
}

/** How many events were given another turn. */
export interface Replayed {
  readonly replayed: number;
}

/** What operators do with events that could not be published. */
export interface OutboxAdministration {
  readonly getOutbox: UseCase<PageRequest, OutboxView>;
  /** Gives one parked event another turn. */
  readonly replayEvent: UseCase<OfParkedEvent, Replayed>;
  /** Gives every parked event another turn. */
  readonly replayEvents: UseCase<Readonly<Record<never, never>>, Replayed>;
}

/** Dependencies of the operations. */
export interface OutboxDependencies {
  readonly outbox: Pick<Outbox, 'stats'>;
  readonly parkedEvents: ParkedEvents;
  readonly cursors: Cursors;
}

/** Operations on parked events. */
export const manageOutbox = ({ outbox, parkedEvents, cursors }: OutboxDependencies): OutboxAdministration => ({
  getOutbox: async (request, { signal }) => {
    const page = await pageOf<ParkedEvent>(request, {
      cursors,
      query: ['parked_events'],
      markOf: ({ position }) => markOfId(position.toString()),
      read: (after, limit) => parkedEvents.page(after && BigInt(after.id), limit, { signal }),
    });
    return { ...page, stats: await outbox.stats() };
  },

  replayEvent: async ({ position }, { act }) => {
    // As many digits as a position can have and still be one.
    if (!/^\d{1,18}$/.test(position))
      throw invalidArgument({ field: 'position', description: 'must be a whole number' });
    const replayed = await parkedEvents.replay([BigInt(position)], act);
    if (replayed === 0) throw notFound('parked event', position);
    return { replayed };
  },

  replayEvents: async (_, { act }) => ({ replayed: await parkedEvents.replay('all', act) }),
});
