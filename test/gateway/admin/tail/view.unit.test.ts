import { describe, expect, it } from 'vitest';
import { unavailable } from '../../../../domain/errors.ts';
import type { PassingMessage } from '../../../../domain/passing-messages.ts';
import { maxBytes, type TailRequest, tailBus } from '../../../../gateway/admin/tail/view.ts';
import { callBy } from '../../../support/estimate-world.ts';

const message = (id: string, bytes: number): PassingMessage => ({
  id,
  subject: 'offer.observation.v1',
  about: 'ofr_1',
  at: '2026-03-01T12:00:00.000Z',
  supplierId: undefined,
  correlationId: undefined,
  payload: Buffer.from(`{"supplier_id":"acme","text":"${'x'.repeat(bytes)}"}`),
});

/** A bus to listen to, which may be away. */
const bus = () => {
  const listeners = new Set<(message: PassingMessage) => void>();
  let isAway = false;
  const { tailMessages } = tailBus({
    listenToMessages: (_, listener) => {
      if (isAway) throw unavailable('nats: away', 1_000);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const all: TailRequest = { subject: undefined, supplierId: undefined };
  return {
    listeners,
    tell: (passing: PassingMessage): void => {
      for (const listener of listeners) listener(passing);
    },
    setAway: (away: boolean) => {
      isAway = away;
    },
    look: (request = all) => tailMessages(request, callBy('acme'))[Symbol.asyncIterator](),
  };
};

describe('the tail of the bus', () => {
  it('listens once for all that look, and no more when the last has gone', async () => {
    const { listeners, look, tell } = bus();
    const [one, other] = [look(), look({ subject: 'offer.observation.v1', supplierId: 'acme' })];
    await Promise.all([one.next(), other.next()]);
    expect(listeners.size).toBe(1);
    tell(message('small', 1));
    const told = await Promise.all([one.next(), other.next()]);
    const [first, second] = told.map(({ value }) => value?.messages[0]);
    expect(first?.payload).toBeDefined();
    expect(second?.payload).toBe(first?.payload);
    await one.return?.();
    expect(listeners.size).toBe(1);
    await other.return?.();
    expect(listeners.size).toBe(0);
    const next = look();
    await next.next();
    expect(listeners.size).toBe(1);
    await next.return?.();
  });

  it('keeps no payload that it would not tell, and finds its supplier all the same', async () => {
    const { look, tell } = bus();
    const looking = look({ subject: undefined, supplierId: 'acme' });
    await looking.next();
    tell(message('large', maxBytes));
    expect((await looking.next()).value).toMatchObject({ messages: [{ id: 'large', payload: undefined }] });
    await looking.return?.();
  });

  it('takes no place while the bus cannot be listened to', async () => {
    const { listeners, look, setAway } = bus();
    setAway(true);
    for (let at = 0; at < 20; at += 1) await expect(look().next()).rejects.toMatchObject({ kind: 'unavailable' });
    setAway(false);
    const looking = look();
    expect((await looking.next()).value).toEqual({ messages: [], leftOut: 0 });
    expect(listeners.size).toBe(1);
    await looking.return?.();
  });
});
