import { randomBytes } from 'node:crypto';
import { startWebhookFanOut, startWebhookSupervisor } from '../../actors/guardian.ts';
import type { ActorSystem } from '../../actors/runtime/handle.ts';
import { startPeriodic } from '../../concurrency/periodic.ts';
import { answerTimeMs } from '../../domain/webhooks/delivery.ts';
import { deliveriesKeptMs } from '../../domain/webhooks/endpoint.ts';
import { secretBytes, webhookSecret } from '../../domain/webhooks/signature.ts';
import { tracedFetch } from '../outbound/traced-fetch.ts';
import { createCursors } from '../request/paging.ts';
import { createWebhookUseCases } from '../webhooks/create-webhook-use-cases.ts';
import { createPostNotice } from '../webhooks/post-notice.ts';
import type { WebhookUseCases } from '../webhooks/use-cases.ts';
import { newId } from './new-ids.ts';
import { removeAll } from './remove-all.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** Tells every process that something is to be delivered; nothing is in it. */
export const deliveriesSignal = 'webhook.deliveries';

const retentionEveryMs = 60_000;
const retentionDeadlineMs = 30_000;

/** Up to 100,000 deliveries, and as many notices of watches, in one time. */
const batches = { size: 1_000, atOnce: 100 };

type Surroundings = Pick<
  WorkerDependencies,
  'stores' | 'bus' | 'webhookOutbound' | 'metrics' | 'log' | 'now' | 'teardown'
>;

/** Removes deliveries that ended long ago, and notices of watches as old. */
const startForgetting = ({ stores, log, now, teardown }: Surroundings): void => {
  const forgetting = startPeriodic({
    what: 'removal of old deliveries',
    everyMs: retentionEveryMs,
    deadlineMs: retentionDeadlineMs,
    work: async (signal) => {
      const before = new Date(now().getTime() - deliveriesKeptMs);
      await removeAll((limit) => stores.deliveryQueue.forget(before, limit), batches, signal);
      await removeAll((limit) => stores.watchQueue.forget(before, limit), batches, signal);
    },
    onError: (error) => log.warn('webhook.retention.failed', { err: error }),
  });
  teardown.add('removal of old deliveries', forgetting.stop);
};

/** Starts to write what endpoints are to be told of what happens, and to remove what is old. */
export const startNotices = (system: ActorSystem, surroundings: Surroundings): void => {
  const { stores, bus, metrics, log } = surroundings;
  startWebhookFanOut(system, {
    queue: stores.noticeQueue,
    onDeliveries: () => bus.signal(deliveriesSignal, new Uint8Array()),
    metrics: metrics.webhooks,
    log,
  });
  startForgetting(surroundings);
};

/** Starts to deliver; the process must have the keys that open secrets. */
export const startDeliveries = (system: ActorSystem, surroundings: Surroundings): void => {
  const { stores, bus, webhookOutbound, metrics, log, now, teardown } = surroundings;
  const supervisor = startWebhookSupervisor(system, {
    queue: stores.deliveryQueue,
    post: createPostNotice({ fetch: tracedFetch(webhookOutbound.fetch), answerTimeMs }),
    owner: newId('own'),
    metrics: metrics.webhooks,
    log,
    now,
    random: Math.random,
  });
  const unsubscribe = bus.onSignal(deliveriesSignal, () => void supervisor.tell({ kind: 'poll' }));
  teardown.add('webhook signals', async () => unsubscribe());
};

/** The operations over webhooks. */
export const webhookUseCases = ({
  stores,
  bus,
  webhookOutbound,
}: Pick<WorkerDependencies, 'stores' | 'bus' | 'webhookOutbound'>): WebhookUseCases =>
  createWebhookUseCases({
    endpoints: stores.webhookEndpoints,
    deliveries: stores.deliveryLog,
    refusalOf: webhookOutbound.refusalOf,
    onDeliveries: () => bus.signal(deliveriesSignal, new Uint8Array()),
    newId,
    newSecret: () => webhookSecret(randomBytes(secretBytes)),
    cursors: createCursors(stores.cursorKey),
  });
