import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmationSubject, givenPricesSubject, observationSubject } from '../../../../domain/events.ts';
import { openPool, type Pool } from '../../../../storage/pool/pool.ts';
import type { Bus, ConsumerOptions, Consumption, Delivery, OutgoingMessage } from '../../../../streams/bus/bus.ts';
import { createEmbeddedBus } from '../../../../streams/bus/postgres/embedded-bus.ts';
import { trim } from '../../../../streams/bus/postgres/trimming.ts';
import { eventually } from '../../../support/eventually.ts';
import { collectAll } from '../../../support/heap.ts';
import { type TestDatabase, testDatabase } from '../../../support/postgres.ts';
import { recordingLogger } from '../../../support/recording-logger.ts';

const options: ConsumerOptions = {
  stream: 'OBSERVATIONS',
  durable: 'normalizer',
  batch: 50,
  maxUnsettled: 500,
  ackWaitMs: 20_000,
  maxDeliveries: 3,
};

const message = (text: string, messageId: string = randomUUID()): OutgoingMessage => ({
  subject: observationSubject,
  messageId,
  headers: {},
  payload: Buffer.from(text),
});

const page = (name: string, size: number) => Array.from({ length: size }, (_, index) => message(`${name}/${index}`));

describe('the bus on PostgreSQL', () => {
  let database: TestDatabase;
  let otherPool: Pool;
  let bus: Bus;
  let other: Bus;
  let consumptions: Consumption[] = [];
  let opened: Bus[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    otherPool = openPool({ url: database.url, maxConnections: 4 });
  });
  afterAll(async () => {
    await otherPool.close();
    await database.close();
  });
  beforeEach(async () => {
    await database.pool.sql`truncate bus_message, bus_consumer, bus_unsettled`;
    bus = createEmbeddedBus({ pool: database.pool, log: recordingLogger() });
    other = createEmbeddedBus({ pool: otherPool, log: recordingLogger() });
  });
  afterEach(async () => {
    await Promise.all(consumptions.map((consumption) => consumption.drain()));
    consumptions = [];
    await Promise.all([bus, other, ...opened].map((each) => each.close()));
    opened = [];
  });

  const collect = async (on: Bus): Promise<readonly Delivery[]> => {
    const handed: Delivery[] = [];
    const consumption = await on.consume(options, async (batch) => {
      handed.push(...batch);
      for (const delivery of batch) delivery.ack();
    });
    consumptions.push(consumption);
    return handed;
  };

  it('skips nothing and keeps the order while two processes publish at once', async () => {
    const handed = await collect(bus);
    const publish = async (from: Bus, name: string): Promise<void> => {
      for (let index = 0; index < 40; index += 1) await from.publish(page(`${name}${index}`, 20));
    };
    await Promise.all([publish(bus, 'a'), publish(other, 'b'), publish(other, 'c')]);
    await eventually(() => handed.length === 2_400);
    const sequences = handed.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  });

  it('wakes a consumer of another process without waiting for it to look again', async () => {
    const handed = await collect(other);
    await eventually(async () => {
      const before = handed.length;
      await bus.publish([message('ring')]);
      await eventually(() => handed.length > before, 500);
    });
  });

  it('fails only the publisher at fault when several share a transaction', async () => {
    const first = bus.publish([message('goes alone, the others gather meanwhile')]);
    const sound = bus.publish([message('sound')]);
    const faulty = bus.publish([message('faulty', 'PostgreSQL holds no \0')]);
    const alsoSound = bus.publish([message('also sound')]);
    await expect(faulty).rejects.toThrow();
    await Promise.all([first, sound, alsoSound]);
    const handed = await collect(bus);
    await eventually(() => handed.length === 3);
  });

  it('goes on by itself after all its connections were cut', async () => {
    const handed = await collect(bus);
    await bus.publish([message('before')]);
    await eventually(() => handed.length === 1);
    await otherPool.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await eventually(() =>
      bus.publish([message('after')]).then(
        () => true,
        () => false,
      ),
    );
    // A statement that was on its way to a connection as it ended has no answer: the consumer asks
    // again when the pool gives it up, after half a minute.
    await eventually(() => handed.length >= 2, 60_000);
    // A connection that was not used since tells of its end to whoever uses it next: all are used
    // here.
    const useAll = () => Array.from({ length: 20 }, () => database.pool.sql`select pg_sleep(0.01)`);
    await eventually(() =>
      Promise.all(useAll()).then(
        () => true,
        () => false,
      ),
    );
  });

  /** While the lock is held, nothing that is published gets stored. */
  const whileLocked = async (work: (impatient: Bus) => Promise<void>): Promise<Bus> => {
    const impatient = createEmbeddedBus({ pool: otherPool, log: recordingLogger(), publishTimeoutMs: 100 });
    opened.push(impatient);
    await database.pool.sql.begin(async (sql) => {
      await sql`lock table bus_message in access exclusive mode`;
      await work(impatient);
    });
    return impatient;
  };

  it('lets go of what was given up before its turn, and does not store it later', async () => {
    const giveUp = async (on: Bus): Promise<WeakRef<Uint8Array>> => {
      const given = message('given up');
      await expect(on.publish([given])).rejects.toMatchObject({ kind: 'unavailable' });
      return new WeakRef(given.payload);
    };
    const impatient = await whileLocked(async (on) => {
      await expect(on.publish([message('on its way')])).rejects.toMatchObject({ kind: 'unavailable' });
      const given = await Promise.all(Array.from({ length: 20 }, () => giveUp(on)));
      await eventually(() => {
        collectAll();
        return given.every((each) => each.deref() === undefined);
      });
    });
    // What is given up on its way, on a busy machine, may be stored all the same.
    await eventually(() => impatient.publish([message('later')]).then(() => true));
    const stored = await database.pool.sql`select from bus_message where payload = ${Buffer.from('given up')}`;
    expect(stored).toHaveLength(0);
  });

  it('bounds what waits to be stored: beyond, publishing fails as unavailable at once', async () => {
    const payload = Buffer.alloc(1_000_000);
    await whileLocked(async (on) => {
      let refusals = 0;
      const ends = Array.from({ length: 200 }, () =>
        on.publish([{ ...message(''), payload }]).catch((error: { readonly kind?: string }) => {
          expect(error.kind).toBe('unavailable');
          refusals += 1;
        }),
      );
      await new Promise(setImmediate);
      expect(refusals).toBeGreaterThan(100);
      expect(refusals).toBeLessThan(200);
      await Promise.all(ends);
    });
  });

  it('trims messages past their time, in any number, and what consumers still held of them', async () => {
    await bus.publish([...page('old', 12_000)]);
    const held: Delivery[] = [];
    const consumption = await bus.consume(options, async (batch) => {
      held.push(...batch);
    });
    await eventually(() => held.length === options.maxUnsettled);
    await database.pool.sql`update bus_message set published_at = now() - interval '2 days'`;
    await bus.publish([message('young')]);
    expect(await trim(database.pool.sql, 86_400_000)).toBe(12_000);
    const [left] = await database.pool.sql`
      select (select count(*) from bus_message)::int as messages,
        (select count(*) from bus_unsettled u where not exists
          (select from bus_message m where m.sequence = u.sequence))::int as orphans`;
    expect(left).toEqual({ messages: 1, orphans: 0 });
    for (const delivery of held) delivery.ack();
    await consumption.drain();
  });

  it('keeps prices given and confirmations for a day, and everything else for as long as it is told', async () => {
    const given = { ...message('given'), subject: givenPricesSubject };
    const confirmed = { ...message('confirmed'), subject: confirmationSubject };
    await bus.publish([message('observed'), given, confirmed]);
    await database.pool.sql`update bus_message set published_at = now() - interval '25 hours'`;
    expect(await trim(database.pool.sql, 7 * 86_400_000)).toBe(2);
    expect(await database.pool.sql`select stream from bus_message`).toEqual([{ stream: 'OBSERVATIONS' }]);
  });
});
