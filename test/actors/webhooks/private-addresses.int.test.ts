import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { type WebhookWorld, webhookWorld } from '../../support/webhook-world.ts';

let world: WebhookWorld;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [world, receiver] = await Promise.all([webhookWorld([]), startWebhookReceiver()]);
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

it('sends nothing to an address that is not public, though the endpoint was stored when it was', async () => {
  const { id: endpointId } = await world.register('acme', `${receiver.url}/hook`, ['estimate.started']);
  await world.happen([{ type: 'estimate.started', estimateId: 'est_1', customerId: 'acme', mode: 'min_price' }]);
  await world.deliver();
  expect(receiver.received).toEqual([]);
  const [delivery] = await world.log.page({ customerId: 'acme', endpointId }, undefined, 10);
  expect(delivery).toMatchObject({
    state: { kind: 'pending' },
    latestAttempts: [{ number: 1, outcome: { kind: 'not_allowed' } }],
  });
});
