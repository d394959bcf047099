import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type LookUpWorld, lookUpKey, lookUpWorld } from '../support/look-up-world.ts';
import { type Service, startService } from '../support/service.ts';
import { startWebhookReceiver, verifyNotice, type WebhookReceiver } from '../support/webhook-receiver.ts';

let world: LookUpWorld;
let receiver: WebhookReceiver;
let service: Service;

beforeAll(async () => {
  [world, receiver] = await Promise.all([lookUpWorld(20), startWebhookReceiver()]);
  service = await startService({ ...world.environment, WEBHOOKS_ALLOW: receiver.url });
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await Promise.all([world?.close(), receiver?.close()]);
});

const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${service.httpUrl}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': lookUpKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
  return answer.json() as Promise<{ readonly id: string; readonly secret: string }>;
};

const told = (subjectId: string) =>
  receiver.received.filter(({ payload: { data } }) =>
    [data.estimate_id, data.job_id, data.watch_id].includes(subjectId),
  );

it('tells of an estimate, a job and what a watch sees, from the request to the end, under the correlation id of each request', async () => {
  const { id, secret } = await post('/v1/webhooks', {
    url: `${receiver.url}/hook`,
    event_types: [
      'estimate.started',
      'estimate.optimizing',
      'estimate.ready',
      'estimate.error',
      'enrichment_job.queued',
      'enrichment_job.started',
      'enrichment_job.completed',
      'enrichment_job.failed',
      'watch.stock',
    ],
  });
  const [part] = world.catalogue;
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const estimate = await post(
    '/v1/estimates',
    { lines: [{ raw_text: part?.mpn, quantity: 10 }] },
    { 'x-correlation-id': 'cor-of-the-estimate', traceparent: trace },
  );
  const [product] = await world.database.pool.sql<{ id: string }[]>`select id from product limit 1`;
  const watch = await post('/v1/watches', {
    target: { product_id: product?.id },
    rule: { kind: 'stock_from', quantity: 0 },
  });
  const job = await post(
    '/v1/enrichment-jobs',
    { type: 'refresh_observation', target: { product_id: product?.id } },
    { 'x-correlation-id': 'cor-of-the-job' },
  );

  await eventually(
    () => told(estimate.id).some(({ payload }) => ['estimate.ready', 'estimate.error'].includes(payload.type)),
    30_000,
  );
  await eventually(() => told(job.id).some(({ payload }) => payload.type === 'enrichment_job.completed'));
  expect(
    told(estimate.id)
      .map(({ payload }) => payload.type)
      .slice(0, 2),
  ).toEqual(['estimate.started', 'estimate.optimizing']);
  expect(told(job.id).map(({ payload }) => payload.type)).toEqual([
    'enrichment_job.queued',
    'enrichment_job.started',
    'enrichment_job.completed',
  ]);
  // The job has brought the stock of an offer of the product.
  await eventually(() => told(watch.id).length > 0);
  expect(told(watch.id).map(({ payload: { type, data } }) => [type, data.number])).toEqual([['watch.stock', 1]]);
  expect(new Set(told(estimate.id).map(({ correlationId }) => correlationId))).toEqual(
    new Set(['cor-of-the-estimate']),
  );
  expect(new Set(told(job.id).map(({ correlationId }) => correlationId))).toEqual(new Set(['cor-of-the-job']));
  expect(told(estimate.id)[0]?.traceparent).toContain('0af7651916cd43dd8448eb211c80319c');
  for (const notice of receiver.received) verifyNotice(notice, secret, new Date());
  expect(new Set(receiver.received.map((each) => each.id)).size).toBe(receiver.received.length);

  // What was received is noted as delivered when the answer has come.
  await eventually(async () => {
    const log = await fetch(`${service.httpUrl}/v1/webhooks/${id}/deliveries`, { headers: { 'x-api-key': lookUpKey } });
    const { items } = (await log.json()) as { items: readonly { id: string; status: string }[] };
    expect(items.filter(({ status }) => status === 'delivered').length).toBeGreaterThanOrEqual(6);
  });
  const metrics = await (await fetch(`${service.httpUrl}/metrics`)).text();
  expect(metrics).toMatch(/webhook_attempts_total\{outcome="2xx",[^}]*\} \d/);
});

it('registers no endpoint where an operator allows suppliers alone', async () => {
  const answer = await fetch(`${service.httpUrl}/v1/webhooks`, {
    method: 'POST',
    headers: { 'x-api-key': lookUpKey, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'http://127.0.0.1:9200/', event_types: ['estimate.ready'] }),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    violations: [{ field: 'url', description: 'must be an https URL, unless WEBHOOKS_ALLOW lists its origin' }],
  });
});
