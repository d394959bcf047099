import { randomUUID } from 'node:crypto';
import { connect } from 'nats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../../domain/errors.ts';
import { observationSubject } from '../../../../domain/events.ts';
import type { Bus, Consumption, Delivery, OutgoingMessage } from '../../../../streams/bus/bus.ts';
import { connectJetStream } from '../../../../streams/bus/jetstream/jetstream.ts';
import { eventually } from '../../../support/eventually.ts';
import { collectAll } from '../../../support/heap.ts';
import { type TestNats, testNats } from '../../../support/nats.ts';
import { type RecordingLogger, recordingLogger } from '../../../support/recording-logger.ts';

const message = (text: string): OutgoingMessage => ({
  subject: observationSubject,
  messageId: randomUUID(),
  headers: {},
  payload: Buffer.from(text),
});

const text = (delivery: Delivery): string => Buffer.from(delivery.payload).toString();

describe('the bus on JetStream, when the server', () => {
  let server: TestNats;
  let bus: Bus;
  let log: RecordingLogger;
  let consumption: Consumption | undefined;
  let handed: string[] = [];

  const open = (publishTimeoutMs: number): Promise<Bus> =>
    connectJetStream({ url: server.url, replicas: 1, log, publishTimeoutMs });

  const collect = async (): Promise<void> => {
    const options = { stream: 'OBSERVATIONS', durable: 'normalizer', batch: 10, maxUnsettled: 100 } as const;
    consumption = await bus.consume({ ...options, ackWaitMs: 2_000, maxDeliveries: 5 }, async (batch) => {
      for (const delivery of batch) {
        handed.push(text(delivery));
        delivery.ack();
      }
    });
  };

  beforeEach(async () => {
    server = await testNats();
    log = recordingLogger();
    bus = await open(500);
    handed = [];
    consumption = undefined;
  });
  afterEach(async () => {
    await consumption?.drain();
    await bus.close();
    await server.close();
  });

  it('is dead, publishing fails as unavailable in its time, leaves nothing behind, and works again after a restart', async () => {
    await bus.publish([message('before')]);
    await server.kill();
    await expect(bus.publish([message('given up')])).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await bus.isHealthy()).toBe(false);
    bus.signal('state.offers', Buffer.from('[]'));

    await server.restart();
    await eventually(() => bus.isHealthy());
    await bus.publish([message('after')]);
    await collect();
    await eventually(() => handed.length === 2);
    expect(handed).toEqual(['before', 'after']);
    expect(log.events).toEqual(expect.arrayContaining(['store.unavailable', 'store.recovered']));
  });

  it('is dead, a publish that was given up lets go of its payload at once', async () => {
    await server.kill();
    const giveUp = async (): Promise<WeakRef<Uint8Array>> => {
      const given = message('given up');
      await expect(bus.publish([given])).rejects.toMatchObject({ kind: 'unavailable' });
      return new WeakRef(given.payload);
    };
    const given = await Promise.all(Array.from({ length: 20 }, giveUp));
    await eventually(() => {
      collectAll();
      return given.every((each) => each.deref() === undefined);
    });
  });

  it('is dead, what waits to be published is bounded: beyond, publishing fails as unavailable at once', async () => {
    const patient = await open(60_000);
    await server.kill();
    await eventually(async () => !(await patient.isHealthy()));
    const payload = Buffer.alloc(1_000_000);
    let refusals = 0;
    for (let call = 0; call < 200; call += 1) {
      patient.publish([{ ...message(''), payload }]).catch((error: unknown) => {
        expect(error).toMatchObject({ kind: 'unavailable' });
        refusals += 1;
      });
    }
    await new Promise(setImmediate);
    expect(refusals).toBeGreaterThan(100);
    expect(refusals).toBeLessThan(200);
    await patient.close();
  });

  it('comes back within the time, a publish that was waiting goes through', async () => {
    const patient = await open(20_000);
    await server.kill();
    const waiting = patient.publish([message('patient')]);
    await server.restart();
    await waiting;
    await patient.close();
  });

  it('is killed again and again while pages are published and consumed, every message is stored once and none is lost', async () => {
    await collect();
    const pages = Array.from({ length: 30 }, (_, page) =>
      Array.from({ length: 100 }, (_, index) => message(`${page}/${index}`)),
    );
    const publishUntilStored = async (page: readonly OutgoingMessage[]): Promise<void> => {
      await eventually(
        () =>
          bus.publish(page).then(
            () => true,
            (error: unknown) => {
              if (error instanceof Failure && error.kind === 'unavailable') return false;
              throw error;
            },
          ),
        30_000,
      );
    };
    for (const [index, page] of pages.entries()) {
      const published = publishUntilStored(page);
      if (index % 10 === 5) {
        await server.kill();
        await server.restart();
      }
      await published;
    }
    await eventually(() => new Set(handed).size === 3_000);
    const nc = await connect({ servers: server.url });
    const { state } = await (await nc.jetstreamManager()).streams.info('OBSERVATIONS');
    await nc.close();
    expect(state.messages).toBe(3_000);
  });

  it('was killed while a consumer waited, the consumer goes on by itself after the restart', async () => {
    await bus.publish([message('before')]);
    await collect();
    await eventually(() => handed.length === 1);
    await server.kill();
    await server.restart();
    await eventually(() => bus.isHealthy());
    await bus.publish([message('after')]);
    await eventually(() => handed.includes('after'));
  });

  it('hangs, publishing fails as unavailable, and all goes on when it wakes', async () => {
    await collect();
    await server.freeze();
    await expect(bus.publish([message('into the void')])).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await bus.isHealthy()).toBe(false);
    server.thaw();
    await eventually(() => bus.isHealthy());
    await bus.publish([message('awake')]);
    await eventually(() => handed.includes('awake'));
  });

  it('comes back without its store, streams and durables are made again', async () => {
    await bus.publish([message('lost with the store')]);
    await collect();
    await eventually(() => handed.length === 1);
    await server.kill();
    await server.loseStore();
    await server.restart();
    await eventually(() =>
      bus.publish([message('new life')]).then(
        () => true,
        () => false,
      ),
    );
    await eventually(() => handed.includes('new life'));
  });

  it('is not there at all, connecting fails as unavailable', async () => {
    const nobody = connectJetStream({ url: 'nats://127.0.0.1:9', replicas: 1, log, connectTimeoutMs: 500 });
    await expect(nobody).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('is dead while a consumer drains, the drain ends all the same', async () => {
    await bus.publish([message('before')]);
    await collect();
    await eventually(() => handed.length === 1);
    await server.kill();
    await consumption?.drain();
    await server.restart();
  });
});
