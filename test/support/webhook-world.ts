import { randomBytes } from 'node:crypto';
import { type DeliverDependencies, deliverDue } from '../../actors/webhooks/deliver-due.ts';
import type { DomainEvent } from '../../domain/events.ts';
import { randomId } from '../../domain/ids.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { answerTimeMs } from '../../domain/webhooks/delivery.ts';
import { noticesOf } from '../../domain/webhooks/event-notices.ts';
import type { NoticeType } from '../../domain/webhooks/notice.ts';
import type { DeliveryLog, DeliveryQueue, NoticeQueue, WebhookEndpoints } from '../../domain/webhooks/ports.ts';
import { secretBytes, webhookSecret } from '../../domain/webhooks/signature.ts';
import { createGuardedFetch } from '../../gateway/outbound/guarded-fetch.ts';
import { readOutboundRules } from '../../gateway/outbound/outbound-rules.ts';
import { createPostNotice } from '../../gateway/webhooks/post-notice.ts';
import { createCallerStore } from '../../storage/callers/caller-store.ts';
import { appendEvents } from '../../storage/event-log/event-store.ts';
import { inTransaction } from '../../storage/pool/pool.ts';
import { createDeliveryLog } from '../../storage/webhooks/delivery-log.ts';
import { createDeliveryQueue } from '../../storage/webhooks/delivery-queue.ts';
import { createWebhookEndpoints } from '../../storage/webhooks/endpoint-store.ts';
import { createNoticeQueue } from '../../storage/webhooks/notice-queue.ts';
import { createMetrics, type Metrics } from '../../telemetry/metrics.ts';
import { untraced } from './event-samples.ts';
import { type TestDatabase, testDatabase } from './postgres.ts';
import { type RecordingLogger, recordingLogger } from './recording-logger.ts';
import { testSealer } from './sealer.ts';

/** Webhooks over a real database and a real receiver, on a clock that the test moves. */
export interface WebhookWorld {
  readonly database: TestDatabase;
  readonly endpoints: WebhookEndpoints;
  readonly log: DeliveryLog;
  readonly queue: DeliveryQueue;
  readonly notices: NoticeQueue;
  readonly metrics: Metrics;
  readonly logged: RecordingLogger['events'];
  readonly now: () => Date;
  /** Registers an endpoint; returns its id and secret. */
  register(customerId: string, url: string, types: readonly NoticeType[]): Promise<{ id: string; secret: string }>;
  /** Stores events of an act. */
  happen(events: readonly DomainEvent[], context?: WriteContext): Promise<void>;
  /** Writes what has happened as deliveries and makes every attempt that is due now. */
  deliver(changes?: Partial<DeliverDependencies>): Promise<void>;
  /** Moves the clock from one due attempt to the next, making each, until so much has passed. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

const customers = ['acme', 'globex'];

/** Makes the world; loopback may be called unless it is told otherwise. */
export const webhookWorld = async (allow: readonly string[] = ['127.0.0.0/8']): Promise<WebhookWorld> => {
  const database = await testDatabase();
  const { sql } = database.pool;
  for (const id of customers) await createCallerStore(sql).putCustomer({ id, name: id, groupIds: [] });
  const sealer = testSealer();
  const queue = createDeliveryQueue(sql, sealer);
  const notices = createNoticeQueue(sql);
  const endpoints = createWebhookEndpoints(sql, sealer);
  const logger = recordingLogger();
  const metrics = createMetrics('test');
  const rules = readOutboundRules(allow, 'WEBHOOKS_ALLOW');
  if (rules === undefined) throw new Error('these are no rules');
  const guarded = createGuardedFetch({ rules, onRefused: () => undefined });
  let nowMs = Date.now();
  const now = (): Date => new Date(nowMs);

  const deps: DeliverDependencies = {
    queue,
    post: createPostNotice({ fetch: guarded.fetch, answerTimeMs }),
    metrics: metrics.webhooks,
    log: logger,
    now,
    random: () => 0,
  };
  const deliver = async (changes: Partial<DeliverDependencies> = {}): Promise<void> => {
    while ((await notices.fanOut(noticesOf, 100, now())).causes > 0);
    for (;;) {
      const claimed = await queue.claim({ owner: 'own_test', ttlMs: 60_000, places: 10, now: now() });
      if (claimed.length === 0) return;
      for (const each of claimed) {
        const round = () => deliverDue(each, { ...deps, ...changes }, new AbortController().signal);
        // An endpoint that was disabled is in nobody's hand.
        while ((await round().catch(() => 'nothing_due')) === 'more');
      }
      await queue.release(claimed, 0);
    }
  };
  const nextDue = async (): Promise<number | undefined> => {
    const [row] = await sql<{ due: Date | null }[]>`select min(next_at) as due from webhook_delivery`;
    return row?.due?.getTime();
  };
  return {
    database,
    endpoints,
    log: createDeliveryLog(sql),
    queue,
    notices,
    metrics,
    logged: logger.events,
    now,
    register: async (customerId, url, types) => {
      const secret = webhookSecret(randomBytes(secretBytes));
      const id = randomId('whk', randomBytes(13));
      await endpoints.create({ id, customerId, url, description: '', eventTypes: types, secret, now: now() });
      return { id, secret };
    },
    happen: async (events, context = untraced) => {
      await inTransaction(sql, (transaction) => appendEvents(transaction, events, context));
    },
    deliver,
    pass: async (ms) => {
      const endMs = nowMs + ms;
      for (let due = await nextDue(); due !== undefined && due <= endMs; due = await nextDue()) {
        nowMs = Math.max(nowMs, due);
        await deliver();
      }
      nowMs = endMs;
    },
    close: async () => {
      await guarded.close();
      await database.close();
    },
  };
};
