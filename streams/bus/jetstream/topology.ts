import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  ErrorCode,
  type JetStreamManager,
  NatsError,
  nanos,
  ReplayPolicy,
  RetentionPolicy,
  StorageType,
} from 'nats';
import { sleep } from '../../../concurrency/delay.ts';
import { unavailable } from '../../../domain/errors.ts';
import type { ConsumerOptions, StreamName } from '../bus.ts';
import { deduplicationWindowMs, retentionOfMs, streamNames, streamSubjects } from '../delivery/topology.ts';

/** How streams are kept. */
export interface StreamSettings {
  readonly replicas: number;
  readonly retentionMs: number;
}

const settingsOf = (name: StreamName, settings: StreamSettings) => {
  const retentionMs = retentionOfMs(name, settings.retentionMs);
  return {
    subjects: [...streamSubjects[name]],
    num_replicas: settings.replicas,
    max_age: nanos(retentionMs),
    duplicate_window: nanos(Math.min(deduplicationWindowMs, retentionMs)),
    discard: DiscardPolicy.Old,
  };
};

/** Whether an answer of the JetStream API says that what was asked for does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof NatsError && error.code === ErrorCode.JetStream404NoMessages;

/** Runs `create` when `find` finds nothing, and `update` otherwise. */
const ensure = async (
  find: () => Promise<unknown>,
  create: () => Promise<unknown>,
  update: () => Promise<unknown>,
): Promise<void> => {
  const exists = await find().then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
  await (exists ? update() : create());
};

/** Creates the streams that are missing and brings the others up to date. */
export const ensureStreams = async (jsm: JetStreamManager, settings: StreamSettings): Promise<void> => {
  for (const name of streamNames) {
    const config = settingsOf(name, settings);
    await ensure(
      () => jsm.streams.info(name),
      () => jsm.streams.add({ name, storage: StorageType.File, retention: RetentionPolicy.Limits, ...config }),
      () => jsm.streams.update(name, config),
    );
  }
};

/**
 * Tries again until JetStream is there: a server that has just started greets before it has
 * restored its streams.
 */
export const ensureStreamsWithin = async (
  jsm: JetStreamManager,
  settings: StreamSettings,
  timeoutMs: number,
): Promise<void> => {
  const deadline = performance.now() + timeoutMs;
  const { signal } = new AbortController();
  for (;;) {
    try {
      return await ensureStreams(jsm, settings);
    } catch (error) {
      if (performance.now() > deadline) throw unavailable('nats: JetStream is not ready', 1_000, error);
      await sleep(100, signal);
    }
  }
};

/**
 * Creates the durable or brings it up to date. The server delivers without limit
 * (`max_deliver: -1`), because it forgets a message at its limit without telling anyone; deliveries
 * are counted here, where a dead letter can be written first. A single subject is filtered by the
 * server; several are filtered by the consumer, since servers before 2.10 filter by one only.
 */
export const ensureConsumer = async (jsm: JetStreamManager, options: ConsumerOptions): Promise<void> => {
  const [subject, ...others] = options.subjects ?? [];
  const changeable = {
    ack_wait: nanos(options.ackWaitMs),
    max_ack_pending: options.maxUnsettled,
    max_deliver: -1,
    // Undefined is left out of the request, which takes an earlier filter away.
    filter_subject: others.length === 0 ? subject : undefined,
  } as Partial<ConsumerConfig>;
  await ensure(
    () => jsm.consumers.info(options.stream, options.durable),
    () =>
      jsm.consumers.add(options.stream, {
        durable_name: options.durable,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
        replay_policy: ReplayPolicy.Instant,
        ...changeable,
      }),
    () => jsm.consumers.update(options.stream, options.durable, changeable),
  );
};
