import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../domain/duration.ts';
import type { EstimateEvent } from '../../../domain/estimate/events.ts';
import { noticesOf } from '../../../domain/webhooks/event-notices.ts';
import type { NoticeType } from '../../../domain/webhooks/notice.ts';
import { createPostNotice } from '../../../gateway/webhooks/post-notice.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { createWebhookAdministration } from '../../../storage/webhooks/endpoint-administration.ts';
import { eventually } from '../../support/eventually.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { startWebhookReceiver, verifyNotice, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { type WebhookWorld, webhookWorld } from '../../support/webhook-world.ts';

const types: readonly NoticeType[] = [
  'estimate.started',
  'estimate.optimizing',
  'estimate.ready',
  'enrichment_job.completed',
  'enrichment_job.failed',
];

const started = (estimateId: string, customerId = 'acme'): EstimateEvent => ({
  type: 'estimate.started',
  estimateId,
  customerId,
  mode: 'min_price',
});
const optimizing = (estimateId: string): EstimateEvent => ({
  type: 'estimate.optimizing',
  estimateId,
  version: 2,
  lines: 3,
  unresolved: 1,
});
const ready = (estimateId: string, version: number): EstimateEvent => ({
  type: 'estimate.ready',
  estimateId,
  version,
  total: '12.50',
  currency: 'EUR',
  changedLines: [1],
});

let world: WebhookWorld;
let receiver: WebhookReceiver;
let endpoint: { readonly id: string; readonly secret: string };
let count = 0;
/** An estimate of its own for each test. */
const newEstimate = (): string => {
  count += 1;
  return `est_${count}`;
};

beforeAll(async () => {
  world = await webhookWorld();
});
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  endpoint = await world.register('acme', `${receiver.url}/hook`, types);
  return async () => {
    await world.endpoints.remove({ customerId: 'acme', endpointId: endpoint.id });
    await receiver.close();
  };
});
afterAll(() => world.close());

const own = () => ({ customerId: 'acme', endpointId: endpoint.id });
const told = () => receiver.received.map(({ payload: { type, data } }) => [type, data.version]);
const page = () => world.log.page(own(), undefined, 50);
const firstOfEach = () => [...new Map(receiver.received.map((each) => [each.id, each])).values()];

it('tells every change once, in order, signed so that the published library verifies it', async () => {
  const id = newEstimate();
  await world.happen([started(id), optimizing(id), ready(id, 3)], {
    correlationId: 'cor_of_the_request',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  });
  await world.deliver();
  await world.pass(minuteMs);
  expect(told()).toEqual([
    ['estimate.started', undefined],
    ['estimate.optimizing', 2],
    ['estimate.ready', 3],
  ]);
  expect(new Set(receiver.received.map(({ id: each }) => each)).size).toBe(3);
  for (const notice of receiver.received) {
    expect(verifyNotice(notice, endpoint.secret, world.now())).toEqual(notice.payload);
    expect(notice.correlationId).toBe('cor_of_the_request');
    expect(notice.traceparent).toContain('0af7651916cd43dd8448eb211c80319c');
  }
  expect((await page()).map(({ state, correlationId }) => [state.kind, correlationId])).toEqual(
    Array(3).fill(['delivered', 'cor_of_the_request']),
  );
});

it('tells a receiver that was down for an hour of every change once by its id, in order per subject', async () => {
  const [one, other] = [newEstimate(), newEstimate()];
  receiver.answer(() => 503);
  await world.happen([started(one), started(other)]);
  await world.deliver();
  await world.pass(20 * minuteMs);
  await world.happen([optimizing(one), ready(one, 3)]);
  await world.deliver();
  await world.pass(20 * minuteMs);
  await world.happen([ready(one, 4), ready(other, 3)]);
  await world.pass(20 * minuteMs);
  const whileDown = receiver.received.length;
  expect(new Set(receiver.received.map(({ payload }) => payload.type))).toEqual(new Set(['estimate.started']));
  receiver.answer(() => 204);
  await world.pass(2 * hourMs);
  const taken = receiver.received.slice(whileDown);
  expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
  const of = (estimate: string) =>
    taken.filter(({ payload }) => payload.data.estimate_id === estimate).map(({ payload }) => payload.data.version);
  expect([of(one), of(other)]).toEqual([
    [undefined, 2, 3, 4],
    [undefined, 3],
  ]);
  for (const notice of taken)
    expect(
      verifyNotice(notice, endpoint.secret, new Date(Number(notice.headers['webhook-timestamp']) * 1_000)),
    ).toBeTruthy();
  expect((await page()).every(({ state }) => state.kind === 'delivered')).toBe(true);
});

it('gives a notice the same id in every attempt, though the receiver took it before it failed to say so', async () => {
  receiver.answer(() => (receiver.received.length < 3 ? 500 : 200));
  await world.happen([started(newEstimate())]);
  await world.deliver();
  await world.pass(hourMs);
  expect(receiver.received).toHaveLength(3);
  expect(firstOfEach()).toHaveLength(1);
  const [delivery] = await page();
  expect(delivery?.latestAttempts.map(({ number, outcome }) => [number, outcome])).toEqual([
    [1, { kind: 'answered', status: 500 }],
    [2, { kind: 'answered', status: 500 }],
    [3, { kind: 'answered', status: 200 }],
  ]);
});

it('takes a receiver that does not answer in time for one that failed', async () => {
  receiver.answer(() => 'never');
  await world.happen([started(newEstimate())]);
  await world.deliver({ post: createPostNotice({ fetch, answerTimeMs: 50 }) });
  const [delivery] = await page();
  expect(delivery?.latestAttempts.map(({ outcome }) => outcome)).toEqual([{ kind: 'timeout' }]);
  receiver.answer(() => 200);
  await world.pass(minuteMs);
  expect((await page()).map(({ state }) => state.kind)).toEqual(['delivered']);
  expect(firstOfEach()).toHaveLength(1);
});

it('tells those who share a job nothing of the request that made it', async () => {
  const { sql } = world.database.pool;
  const other = await world.register('globex', `${receiver.url}/theirs`, types);
  await sql`insert into enrichment_job (id, type, target, target_key, priority, customer_id, created_at, turn_at)
    values ('job_shared', 'discovery', '{}', 'shared', 'normal', 'acme', now(), now())`;
  for (const customerId of ['acme', 'globex'])
    await sql`insert into enrichment_requester (job_id, customer_id, created_at) values ('job_shared', ${customerId}, now())`;
  await world.happen([{ type: 'enrichment_job.completed', jobId: 'job_shared', jobType: 'discovery', counts: {} }], {
    correlationId: 'cor_of_acme',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  });
  await world.deliver();
  expect(receiver.received).toHaveLength(2);
  for (const { id, correlationId, traceparent } of receiver.received) {
    expect(correlationId).toBe(id);
    expect(traceparent ?? '').not.toContain('0af7651916cd43dd8448eb211c80319c');
  }
  await world.endpoints.remove({ customerId: 'globex', endpointId: other.id });
});

it('follows no redirect', async () => {
  receiver.answer(() => 302);
  await world.happen([started(newEstimate())]);
  await world.deliver();
  expect(receiver.received).toHaveLength(1);
  expect((await page())[0]?.latestAttempts[0]?.outcome).toEqual({ kind: 'answered', status: 302 });
});

describe('an endpoint that answers 410', () => {
  it('is disabled, and what waited for it is dead until it is replayed', async () => {
    const id = newEstimate();
    receiver.answer(() => 410);
    await world.happen([started(id), optimizing(id)]);
    await world.deliver();
    expect(receiver.received).toHaveLength(1);
    expect((await world.endpoints.endpoint(own()))?.state).toMatchObject({ kind: 'disabled', why: 'gone' });
    expect((await page()).map(({ state }) => state)).toMatchObject(Array(2).fill({ kind: 'dead', reason: 'gone' }));
    await world.happen([ready(id, 3)]);
    await world.deliver();
    expect(receiver.received).toHaveLength(1);
    await expect(world.log.replay(own(), 'all', world.now())).rejects.toMatchObject({ kind: 'failed_precondition' });

    receiver.answer(() => 200);
    await world.endpoints.change(own(), { isEnabled: true }, world.now());
    expect(await world.log.replay(own(), 'all', world.now())).toBe(2);
    await world.pass(minuteMs);
    expect(told()).toEqual([
      ['estimate.started', undefined],
      ['estimate.started', undefined],
      ['estimate.optimizing', 2],
    ]);
    expect(firstOfEach()).toHaveLength(2);
  });
});

it('stays disabled for its customer when an operator has disabled it', async () => {
  const admin = createWebhookAdministration(world.database.pool.sql);
  const { id } = endpoint;
  await admin.setDisabled(id, true, world.now());
  await world.happen([started(newEstimate())]);
  await world.deliver();
  expect(receiver.received).toEqual([]);
  await expect(world.endpoints.change(own(), { isEnabled: true }, world.now())).rejects.toMatchObject({
    kind: 'failed_precondition',
  });
  expect((await admin.setDisabled(id, false, world.now())).state).toEqual({ kind: 'enabled' });
  expect((await admin.page({}, { afterId: undefined, limit: 10 })).map((each) => each.id)).toEqual([id]);
  await expect(admin.setDisabled('whk_none', true, world.now())).rejects.toMatchObject({ kind: 'not_found' });
});

it('gives a notice up a day after it arose, and goes on with the next one of the subject', async () => {
  const id = newEstimate();
  receiver.answer(({ payload }) => (payload.type === 'estimate.started' ? 500 : 200));
  await world.happen([started(id), optimizing(id)]);
  await world.deliver();
  await world.pass(2 * dayMs);
  const [second, first] = await page();
  expect(first).toMatchObject({ state: { kind: 'dead', reason: 'deadline' }, attempts: 11 });
  expect(second).toMatchObject({ state: { kind: 'delivered' }, attempts: 1 });

  receiver.answer(() => 200);
  expect(await world.log.replay(own(), first?.id ?? '', world.now())).toBe(1);
  await world.deliver();
  expect(await world.log.replay(own(), first?.id ?? '', world.now())).toBe(0);
  expect((await page()).map(({ state, attempts }) => [state.kind, attempts])).toEqual([
    ['delivered', 1],
    ['delivered', 12],
  ]);
  expect(firstOfEach()).toHaveLength(2);
});

it('gives a notice up without an attempt when nobody delivered until its time was over', async () => {
  const [late, subject] = [newEstimate(), newEstimate()];
  await world.happen([started(late), started(subject), optimizing(subject)]);
  await world.notices.fanOut(noticesOf, 100, world.now());
  await world.database.pool.sql`
    update webhook_delivery set deadline_at = ${new Date(world.now().getTime() - 1)} where type = 'estimate.started'`;
  await world.deliver();
  expect(told()).toEqual([['estimate.optimizing', 2]]);
  const over = { state: { kind: 'dead', reason: 'deadline' }, attempts: 0 };
  expect(await page()).toMatchObject([{ state: { kind: 'delivered' } }, over, over]);
});

it('signs by both secrets while a rotation overlaps, and by the new one alone afterwards', async () => {
  const next = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
  await world.endpoints.rotate(own(), next, new Date(world.now().getTime() + hourMs));
  await world.happen([started(newEstimate())]);
  await world.deliver();
  await world.pass(2 * hourMs);
  await world.happen([started(newEstimate())]);
  await world.deliver();
  const [during, later] = receiver.received;
  if (during === undefined || later === undefined) throw new Error('two notices are expected');
  const at = (notice: typeof during) => new Date(Number(notice.headers['webhook-timestamp']) * 1_000);
  expect(verifyNotice(during, next, at(during))).toBeTruthy();
  expect(verifyNotice(during, endpoint.secret, at(during))).toBeTruthy();
  expect(verifyNotice(later, next, at(later))).toBeTruthy();
  expect(() => verifyNotice(later, endpoint.secret, at(later))).toThrow('No matching signature');
});

it('tells nobody of an estimate of another customer', async () => {
  const other = await startWebhookReceiver();
  const theirs = await world.register('globex', other.url, types);
  await world.happen([started(newEstimate(), 'globex'), started(newEstimate())]);
  await world.deliver();
  expect([receiver.received.length, other.received.length]).toEqual([1, 1]);
  expect(receiver.received[0]?.payload.data).not.toEqual(other.received[0]?.payload.data);
  await world.endpoints.remove({ customerId: 'globex', endpointId: theirs.id });
  await other.close();
});

it('leaves the process that has it in hand when its URL or its secret is another', async () => {
  await world.happen([started(newEstimate())]);
  await world.notices.fanOut(noticesOf, 100, world.now());
  const claim = async () => {
    const [claimed] = await world.queue.claim({ owner: 'own_test', ttlMs: 60_000, places: 10, now: world.now() });
    return claimed;
  };
  const first = await claim();
  expect(await claim()).toBeUndefined();
  await world.endpoints.change(own(), { description: 'the same place' }, world.now());
  expect(await claim()).toBeUndefined();
  const url = `${receiver.url}/elsewhere`;
  await world.endpoints.change(own(), { url }, world.now());
  const second = await claim();
  expect([second?.endpoint.url, second?.secrets]).toEqual([url, first?.secrets]);
  const next = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
  await world.endpoints.rotate(own(), next, world.now());
  const third = await claim();
  expect(third?.secrets).toEqual([next]);
  const held = [first, second, third].flatMap((each) => each ?? []);
  expect(await world.queue.renew(held, 60_000)).toEqual([endpoint.id]);
});

it('writes nothing for an endpoint that is disabled while it is written, nor for one that is removed', async () => {
  const { sql } = world.database.pool;
  const removed = await world.register('acme', `${receiver.url}/removed`, types);
  await world.happen([started(newEstimate())]);
  const hasChanged = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const change = inTransaction(sql, async (transaction) => {
    await transaction`
      update webhook_endpoint set disabled_at = now(), disabled_why = 'by_customer' where id = ${endpoint.id}`;
    await transaction`delete from webhook_endpoint where id = ${removed.id}`;
    hasChanged.resolve();
    await mayCommit.promise;
  });
  await hasChanged.promise;
  const fannedOut = world.notices.fanOut(noticesOf, 100, world.now());
  await eventually(async () => (await lockWaits(sql)) === 1);
  mayCommit.resolve();
  await change;
  expect(await fannedOut).toMatchObject({ causes: 1, deliveries: 0 });
  expect(await page()).toEqual([]);
});

it('writes nothing once the endpoint has passed to another process', async () => {
  await world.happen([started(newEstimate())]);
  const deliveredTo = world.queue.settle;
  await expect(
    (async () => {
      await world.deliver({
        queue: {
          due: world.queue.due,
          giveUp: world.queue.giveUp,
          settle: async (claimed, ...rest) => {
            await world.database.pool.sql`update webhook_endpoint set token = token + 1 where id = ${endpoint.id}`;
            return deliveredTo(claimed, ...rest);
          },
        },
      });
    })(),
  ).resolves.toBeUndefined();
  expect((await page()).map(({ state, attempts }) => [state.kind, attempts])).toEqual([['pending', 0]]);
});
