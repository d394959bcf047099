import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'nats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { observationSubject } from '../../../../domain/events.ts';
import type { Bus, Consumption, OutgoingMessage } from '../../../../streams/bus/bus.ts';
import { connectJetStream } from '../../../../streams/bus/jetstream/jetstream.ts';
import { eventually } from '../../../support/eventually.ts';
import { type TestNats, testNats } from '../../../support/nats.ts';
import { recordingLogger } from '../../../support/recording-logger.ts';

const consumer = {
  stream: 'OBSERVATIONS',
  durable: 'normalizer',
  batch: 10,
  maxUnsettled: 100,
  ackWaitMs: 30_000,
  maxDeliveries: 5,
} as const;

const message = (text: string): OutgoingMessage => ({
  subject: observationSubject,
  messageId: randomUUID(),
  headers: {},
  payload: Buffer.from(text),
});

/** Whether the work ends, well or badly, within the time. */
const endsIn = (work: Promise<unknown>, timeMs: number): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    delay(timeMs, false, { ref: false }),
  ]);

describe('the bus on a nats-server that hangs', () => {
  let server: TestNats;
  let bus: Bus;
  let consumption: Consumption | undefined;

  beforeEach(async () => {
    server = await testNats();
    bus = await connectJetStream({ url: server.url, replicas: 1, log: recordingLogger(), publishTimeoutMs: 500 });
    consumption = undefined;
  });
  afterEach(async () => {
    server.thaw();
    await consumption?.drain();
    await bus.close();
    await server.close();
  });

  it('goes on soon after its return, without losing or storing twice what was published meanwhile', {
    timeout: 120_000,
  }, async () => {
    const handed: string[] = [];
    consumption = await bus.consume(consumer, async (batch) => {
      for (const delivery of batch) {
        handed.push(Buffer.from(delivery.payload).toString());
        delivery.ack();
      }
    });
    const publishUntilStored = (each: OutgoingMessage): Promise<unknown> =>
      eventually(
        () =>
          bus.publish([each]).then(
            () => true,
            () => false,
          ),
        60_000,
      );
    const texts = Array.from({ length: 50 }, (_, at) => String(at));
    await server.freeze();
    const published = texts.map((text) => publishUntilStored(message(text)));
    // Longer than a connection counts as living without an answer.
    await delay(20_000);
    server.thaw();
    expect(await endsIn(Promise.all(published), 30_000)).toBe(true);
    // One whose acknowledgement was lost on the way is handed over once more.
    await eventually(() => expect([...new Set(handed)].toSorted()).toEqual(texts.toSorted()));
    const nc = await connect({ servers: server.url });
    const { state } = await (await nc.jetstreamManager()).streams.info('OBSERVATIONS');
    await nc.close();
    expect(state.messages).toBe(texts.length);
  });

  it('gives up every question in time, and closes all the same', { timeout: 120_000 }, async () => {
    const asked = await connectJetStream({ url: server.url, replicas: 1, log: recordingLogger() });
    const consuming = await asked.consume(consumer, async () => undefined);
    await server.freeze();
    const questions = [
      asked.lag('OBSERVATIONS', 'normalizer'),
      asked.position('OBSERVATIONS', 'normalizer'),
      asked.consume({ ...consumer, durable: 'another' }, async () => undefined),
      asked.isHealthy(),
    ];
    expect(await Promise.all(questions.map((question) => endsIn(question, 30_000)))).toEqual(Array(4).fill(true));
    expect(await endsIn(consuming.drain(), 30_000)).toBe(true);
    expect(await endsIn(asked.close(), 30_000)).toBe(true);
  });
});
