import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSealer } from '../../../storage/secrets/sealing.ts';
import { createDeliveryQueue } from '../../../storage/webhooks/delivery-queue.ts';
import { createSigningSecretRotation } from '../../../storage/webhooks/signing-secret-rotation.ts';
import { testKey } from '../../support/sealer.ts';
import { type WebhookWorld, webhookWorld } from '../../support/webhook-world.ts';

let world: WebhookWorld;
beforeAll(async () => {
  world = await webhookWorld();
});
beforeEach(() => world.database.pool.sql`truncate webhook_endpoint cascade`.then(() => undefined));
afterAll(() => world.close());

const started = { type: 'estimate.started', estimateId: 'est_1', customerId: 'acme', mode: 'min_price' } as const;

it('seals both secrets of every endpoint under the newest key, which opens them', async () => {
  const { sql } = world.database.pool;
  const own = await world.register('acme', 'https://shop.example/', ['estimate.started']);
  const next = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
  const until = new Date(world.now().getTime() + 3_600_000);
  await world.endpoints.rotate({ customerId: 'acme', endpointId: own.id }, next, until);
  const keys = new Map([
    ['k1', testKey(1)],
    ['k2', testKey(2)],
  ]);
  const rotation = createSigningSecretRotation(sql, createSealer({ activeKeyId: 'k2', keys }));
  expect(await rotation.counts()).toEqual([{ keyId: 'k1', isBound: true, secrets: 2, sessions: 0 }]);
  expect(await rotation.pass(new AbortController().signal)).toEqual({ resealed: 1, unopenable: [] });
  expect(await rotation.counts()).toEqual([{ keyId: 'k2', isBound: true, secrets: 2, sessions: 0 }]);
  expect(await rotation.pass(new AbortController().signal)).toEqual({ resealed: 0, unopenable: [] });

  await world.happen([started]);
  await world.notices.fanOut(
    () => [
      {
        id: 'msg_1',
        customerId: 'acme',
        type: 'estimate.started',
        subject: 'estimate/est_1',
        occurredAt: world.now(),
        data: {},
      },
    ],
    10,
    world.now(),
  );
  const claim = { owner: 'own_1', ttlMs: 60_000, places: 1, now: world.now() };
  const queue = createDeliveryQueue(sql, createSealer({ activeKeyId: 'k2', keys: new Map([['k2', testKey(2)]]) }));
  const [claimed] = await queue.claim(claim);
  expect(claimed?.secrets).toEqual([next, own.secret]);
});

it('names an endpoint whose key is missing, and seals the others', async () => {
  const { sql } = world.database.pool;
  const lost = await world.register('acme', 'https://shop.example/', ['estimate.started']);
  await sql`update webhook_endpoint set secret = replace(secret, 'k1.', 'k0.') where id = ${lost.id}`;
  const register = () => world.register('acme', 'https://shop.example/', ['estimate.started']);
  const good = [await register(), await register()].map(({ id }) => id);
  const keys = new Map([
    ['k1', testKey(1)],
    ['k3', testKey(3)],
    ['k2', testKey(2)],
  ]);
  const rotation = createSigningSecretRotation(sql, createSealer({ activeKeyId: 'k3', keys }));
  expect(await rotation.pass(new AbortController().signal)).toEqual({ resealed: 2, unopenable: [lost.id] });
  const rows = await sql<
    { key: string }[]
  >`select split_part(secret, '.', 1) as key from webhook_endpoint where id = any(${good})`;
  expect(rows).toEqual([{ key: 'k3' }, { key: 'k3' }]);
});
