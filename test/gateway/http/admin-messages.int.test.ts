import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PassingMessage } from '../../../domain/passing-messages.ts';
import { testAdmin } from '../../support/admin.ts';
import { eventually } from '../../support/eventually.ts';
import { adminKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { watchEvents } from '../../support/server-sent-events.ts';

interface Passed {
  readonly messages: readonly { readonly id: string; readonly supplier_id?: string; readonly data?: unknown }[];
  readonly left_out: number;
}

const observed = 'offer.observation.v1';

const message = (id: string, given: Partial<PassingMessage> = {}): PassingMessage => ({
  id,
  subject: observed,
  about: 'ofr_1',
  at: '2026-03-01T12:00:00.000Z',
  supplierId: 'borealis',
  correlationId: 'run_1',
  payload: Buffer.from(JSON.stringify({ id })),
  ...given,
});

let database: TestDatabase;
let edge: TestEdge;
let listeners: ((message: PassingMessage) => void)[] = [];
let patterns: string[] = [];

const tell = (...messages: readonly PassingMessage[]): void => {
  for (const each of messages) for (const listener of listeners) listener(each);
};

const look = async (query = '') => {
  const stop = new AbortController();
  const events = watchEvents(`${edge.url}/v1/admin/messages${query}`, { 'x-api-key': adminKey }, stop.signal);
  const next = async () => (await events.next()).value as Passed;
  expect(await next()).toEqual({ messages: [], left_out: 0 });
  return { next, stop: () => stop.abort() };
};

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  const listenToMessages = (pattern: string, listener: (message: PassingMessage) => void) => {
    patterns.push(pattern);
    listeners.push(listener);
    return () => {
      listeners = listeners.filter((each) => each !== listener);
    };
  };
  edge = await startTestEdge(database.pool, { admin: testAdmin(database, { listenToMessages }) });
});
beforeEach(() => {
  patterns = [];
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

it('what passes is told with what it says, and whoever goes is listened for no more', async () => {
  const looking = await look();
  tell(message('one'), message('two', { subject: 'product.created.v1', supplierId: undefined }));
  tell(message('other', { subject: 'price.given.v1' }));
  expect(await looking.next()).toEqual({
    messages: [
      {
        id: 'one',
        subject: observed,
        about: 'ofr_1',
        at: '2026-03-01T12:00:00.000Z',
        supplier_id: 'borealis',
        correlation_id: 'run_1',
        data: { id: 'one' },
      },
      expect.objectContaining({ id: 'two', subject: 'product.created.v1' }),
    ],
    left_out: 0,
  });
  looking.stop();
  await eventually(() => listeners.length === 0);
});

it('is of one subject and of one supplier where that is asked, also of events that only say it', async () => {
  const looking = await look(`?supplier=borealis`);
  const event = { subject: 'offer.created.v1', supplierId: undefined };
  tell(
    message('other', { supplierId: 'cobalt' }),
    message('said', { ...event, payload: Buffer.from('{"supplier_id":"borealis"}') }),
    message('unsaid', { ...event, payload: Buffer.from('{"supplier_id":"borealis-2"}') }),
  );
  expect((await looking.next()).messages.map(({ id }) => id)).toEqual(['said']);
  looking.stop();
  (await look(`?subject=${observed}`)).stop();
  await eventually(() => listeners.length === 0);
  expect(new Set(patterns)).toEqual(new Set(['*.*.v1']));
  const refused = await edge.send('/v1/admin/messages?subject=signal.x', { headers: { 'x-api-key': adminKey } });
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.body).violations[0].field).toBe('subject');
  await eventually(() => listeners.length === 0);
});

it('holds the newest fifty however much passes, and says how much it left out', async () => {
  const looking = await look();
  tell(...Array.from({ length: 1_000 }, (_, at) => message(String(at))));
  const { messages, left_out } = await looking.next();
  expect([messages.length, messages[0]?.id, messages.at(-1)?.id, left_out]).toEqual([50, '950', '999', 950]);
  tell(message('large', { payload: Buffer.from(JSON.stringify('x'.repeat(20_000))) }));
  expect((await looking.next()).messages).toEqual([expect.not.objectContaining({ data: expect.anything() })]);
  looking.stop();
  await eventually(() => listeners.length === 0);
});

it('is for so many at once, and for the next when one has gone', async () => {
  const looking = await Promise.all(Array.from({ length: 16 }, () => look()));
  const refused = await edge.send('/v1/admin/messages', { headers: { 'x-api-key': adminKey } });
  expect([refused.status, JSON.parse(refused.body).detail]).toEqual([429, expect.stringContaining('16 are looking')]);
  looking[0]?.stop();
  looking.push(await eventually(() => look()));
  for (const each of looking) each.stop();
  await eventually(() => listeners.length === 0);
});
