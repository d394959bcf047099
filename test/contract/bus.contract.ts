import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { observationSubject } from '../../domain/events.ts';
import type { Bus, ConsumerOptions, Consumption, Delivery, OutgoingMessage } from '../../streams/bus/bus.ts';
import { deadLetterHeaders } from '../../streams/bus/delivery/dead-letter.ts';
import { eventually } from '../support/eventually.ts';

/** What an adapter supplies to be tested. */
export interface BusHarness {
  /** One more connection to the same streams. */
  open(): Promise<Bus>;
  /** Empties the streams and forgets all durables. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Guarantees that an adapter does not give, each with the reason. */
export type Deviations = Partial<Record<'exact lag for several subjects', string>>;

const ackWaitMs = 400;

const options = (changes: Partial<ConsumerOptions> = {}): ConsumerOptions => ({
  stream: 'OBSERVATIONS',
  durable: 'normalizer',
  batch: 10,
  maxUnsettled: 100,
  ackWaitMs: 20_000,
  maxDeliveries: 3,
  ...changes,
});

const message = (text: string, changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  subject: observationSubject,
  messageId: randomUUID(),
  headers: { correlation_id: 'cor_1' },
  payload: Buffer.from(text),
  ...changes,
});

const messages = (count: number): readonly OutgoingMessage[] =>
  Array.from({ length: count }, (_, index) => message(String(index)));

const text = (delivery: Delivery): string => Buffer.from(delivery.payload).toString();

const ackAll = async (batch: readonly Delivery[]): Promise<void> => {
  for (const delivery of batch) delivery.ack();
};

/** Holds until it is opened. */
const createGate = () => {
  const { promise: passed, resolve: open } = Promise.withResolvers<void>();
  return { passed, open };
};

/** The suite that every adapter of the bus must pass. */
export const busContract = (name: string, setUp: () => Promise<BusHarness>, deviations: Deviations = {}): void => {
  describe(`the bus on ${name}`, () => {
    let harness: BusHarness;
    let bus: Bus;
    let running: Consumption[] = [];

    beforeAll(async () => {
      harness = await setUp();
    });
    beforeEach(async () => {
      await harness.reset();
      bus = await harness.open();
    });
    afterEach(async () => {
      await Promise.all(running.map((consumption) => consumption.drain()));
      running = [];
      await bus.close();
    });
    afterAll(() => harness.close());

    const consume = async (
      changes: Partial<ConsumerOptions>,
      handle: (batch: readonly Delivery[]) => Promise<void>,
      on: Bus = bus,
    ): Promise<Consumption> => {
      const consumption = await on.consume(options(changes), handle);
      running.push(consumption);
      return consumption;
    };

    /** Consumes with a handler for single messages and collects what it was handed. */
    const collect = async (changes: Partial<ConsumerOptions>, handle: (delivery: Delivery) => void) => {
      const handed: Delivery[] = [];
      await consume(changes, async (batch) => {
        for (const delivery of batch) {
          handed.push(delivery);
          handle(delivery);
        }
      });
      return handed;
    };
    const ack = (delivery: Delivery): void => delivery.ack();

    it('hands over what was published: payload, headers, subject, position, instant', async () => {
      const before = Date.now() - 1_000;
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
      await bus.publish([message('', { payload: bytes, headers: { 'ce-id': '7', traceparent: '00-ab-cd-01' } })]);
      const handed = await collect({}, ack);
      await eventually(() => handed.length === 1);
      const [delivery] = handed;
      expect(Buffer.from(delivery?.payload ?? []).equals(Buffer.from(bytes))).toBe(true);
      expect(delivery).toMatchObject({ subject: observationSubject, attempt: 1 });
      expect(delivery?.headers).toEqual({ 'ce-id': '7', traceparent: '00-ab-cd-01' });
      expect(delivery?.sequence).toBeGreaterThan(0);
      expect(delivery?.publishedAt.getTime()).toBeGreaterThan(before);
    });

    it('delivers in the order of publication, across calls and batches', async () => {
      await Promise.all([bus.publish(messages(500)), bus.publish(messages(3))]);
      await bus.publish([message('last')]);
      const handed = await collect({ batch: 7 }, ack);
      await eventually(() => handed.length === 504);
      const sequences = handed.map(({ sequence }) => sequence);
      expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
      expect(handed.slice(0, 500).map(text)).toEqual(
        messages(500).map(({ payload }) => Buffer.from(payload).toString()),
      );
      expect(handed.at(-1) && text(handed[503] as Delivery)).toBe('last');
    });

    it('counts one message id once, within a call and across calls', async () => {
      const twice = message('once');
      await bus.publish([twice, message('other'), twice]);
      await bus.publish([twice]);
      await bus.publish([message('end')]);
      const handed = await collect({}, ack);
      await eventually(() => handed.some((delivery) => text(delivery) === 'end'));
      expect(handed.map(text)).toEqual(['once', 'other', 'end']);
    });

    it('delivers again what was not settled in time, and counts the attempt', async () => {
      await bus.publish([message('a')]);
      const handed = await collect({ ackWaitMs }, (delivery) => {
        if (delivery.attempt === 2) delivery.ack();
      });
      await eventually(() => handed.length === 2);
      expect(handed.map(({ attempt }) => attempt)).toEqual([1, 2]);
      await eventually(async () => (await bus.lag('OBSERVATIONS', 'normalizer')) === 0);
    });

    it('tells how far a durable has come: never past what is not settled, and to the end when all is', async () => {
      await bus.publish(messages(3));
      const before = await bus.position('OBSERVATIONS', 'normalizer');
      const held: Delivery[] = [];
      await collect({}, (delivery) => {
        if (text(delivery) === '1') held.push(delivery);
        else delivery.ack();
      });
      const [stuck] = await eventually(() => held.length === 1 && held);
      const { newest } = await bus.position('OBSERVATIONS', 'normalizer');
      expect(newest).toBeGreaterThanOrEqual(before.newest);
      expect((await bus.position('OBSERVATIONS', 'normalizer')).settled).toBeLessThan(stuck?.sequence ?? 0);
      stuck?.ack();
      await eventually(async () => (await bus.position('OBSERVATIONS', 'normalizer')).settled >= newest);
    });

    it('delivers again after a nak, but not before its delay', async () => {
      await bus.publish([message('a')]);
      const at: number[] = [];
      await collect({}, (delivery) => {
        at.push(performance.now());
        if (delivery.attempt === 1) delivery.nak(500, 'not now');
        else delivery.ack();
      });
      await eventually(() => at.length === 2);
      expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(490);
    });

    it('dead-letters with the reason after a nak at the last delivery', async () => {
      await bus.publish([message('poison', { headers: { correlation_id: 'cor_9' } })]);
      const handed = await collect({ maxDeliveries: 2 }, (delivery) => delivery.nak(0, 'cannot read\r\nthis'));
      const dead = await collect({ stream: 'DEAD', durable: 'undertaker' }, ack);
      await eventually(() => dead.length === 1);
      expect(handed.map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect(dead[0]?.subject).toBe(`dead.${observationSubject}`);
      expect(dead.map(text)).toEqual(['poison']);
      expect(dead[0]?.headers).toEqual({
        correlation_id: 'cor_9',
        [deadLetterHeaders.reason]: 'cannot read this',
        [deadLetterHeaders.subject]: observationSubject,
        [deadLetterHeaders.sequence]: String(handed[0]?.sequence),
        [deadLetterHeaders.attempts]: '2',
        [deadLetterHeaders.durable]: 'normalizer',
      });
      await eventually(async () => (await bus.lag('OBSERVATIONS', 'normalizer')) === 0);
    });

    it('dead-letters what was delivered as often as it may be and never settled, as after a crash', async () => {
      await bus.publish([message('killer')]);
      const handed = await collect({ ackWaitMs, maxDeliveries: 2 }, () => undefined);
      const dead = await collect({ stream: 'DEAD', durable: 'undertaker' }, ack);
      await eventually(() => dead.length === 1);
      expect(handed.map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect(dead[0]?.headers[deadLetterHeaders.reason]).toContain('not settled in 2 deliveries');
    });

    it('dead-letters at once after a term, and delivers the rest', async () => {
      await bus.publish([message('bad'), message('good')]);
      const handed = await collect({}, (delivery) => {
        if (text(delivery) === 'bad') delivery.term('no such currency');
        else delivery.ack();
      });
      const dead = await collect({ stream: 'DEAD', durable: 'undertaker' }, ack);
      await eventually(() => dead.length === 1);
      expect(dead[0]?.headers[deadLetterHeaders.reason]).toBe('no such currency');
      await eventually(async () => (await bus.lag('OBSERVATIONS', 'normalizer')) === 0);
      expect(handed.map(text).sort()).toEqual(['bad', 'good']);
    });

    it('drops a dead letter that is terminated, instead of sending it in a circle', async () => {
      await bus.publish([message('bad')]);
      await collect({}, (delivery) => delivery.term('bad'));
      const dead = await collect({ stream: 'DEAD', durable: 'undertaker' }, (delivery) => delivery.term('still bad'));
      await eventually(() => dead.length === 1);
      await eventually(async () => (await bus.lag('DEAD', 'undertaker')) === 0);
      expect(dead).toHaveLength(1);
    });

    it('does not deliver again while the handler says that it is working', async () => {
      await bus.publish([message('slow')]);
      const handed: Delivery[] = [];
      const started = performance.now();
      // Longer than a busy machine keeps the handler from saying so.
      const patientMs = 3_000;
      await consume({ ackWaitMs: patientMs }, async ([delivery]) => {
        if (delivery === undefined) return;
        handed.push(delivery);
        await eventually(() => {
          delivery.working();
          return performance.now() - started > 1.5 * patientMs;
        });
        delivery.ack();
      });
      await eventually(async () => (await bus.lag('OBSERVATIONS', 'normalizer')) === 0);
      expect(handed).toHaveLength(1);
    });

    it('takes only the first settlement of a delivery', async () => {
      await bus.publish([message('a')]);
      const handed = await collect({}, (delivery) => {
        delivery.ack();
        delivery.nak(0, 'late');
        delivery.term('later');
      });
      await eventually(async () => (await bus.lag('OBSERVATIONS', 'normalizer')) === 0);
      expect(handed).toHaveLength(1);
    });

    it('delivers again only what a throwing handler left unsettled', async () => {
      await bus.publish([message('first'), message('second')]);
      const handed: string[] = [];
      await consume({ batch: 2 }, async (batch) => {
        for (const delivery of batch) {
          handed.push(`${text(delivery)} ${delivery.attempt}`);
          if (text(delivery) === 'second' && delivery.attempt === 1) throw new Error('the handler is broken');
          delivery.ack();
        }
      });
      await eventually(() => handed.includes('second 2'));
      await eventually(async () => (await bus.lag('OBSERVATIONS', 'normalizer')) === 0);
      expect(handed.sort()).toEqual(['first 1', 'second 1', 'second 2']);
    });

    it('never has more handed over and unsettled than allowed', async () => {
      await bus.publish(messages(40));
      const unsettled: Delivery[] = [];
      const handed: string[] = [];
      await consume({ batch: 4, maxUnsettled: 10 }, async (batch) => {
        unsettled.push(...batch);
        handed.push(...batch.map(text));
      });
      for (let most = 10; most <= 40; most += 10) {
        await eventually(() => handed.length === most);
        // The next would already be here if it were coming: publishing and consuming elsewhere
        // takes a round trip each.
        await bus.publish([message('tick', { subject: 'dead.test' })]);
        await bus.lag('OBSERVATIONS', 'normalizer');
        expect(handed).toHaveLength(most);
        for (const delivery of unsettled.splice(0)) delivery.ack();
      }
      expect(new Set(handed).size).toBe(40);
    });

    it('shares the work between two consumers of one durable, each message to one of them', async () => {
      const other = await harness.open();
      const handed: string[] = [];
      const otherWorks = createGate();
      await consume({ batch: 5 }, async (batch) => {
        await otherWorks.passed;
        handed.push(...batch.map(text));
        await ackAll(batch);
      });
      await bus.publish(messages(20));
      const consumption = await consume(
        { batch: 5 },
        async (batch) => {
          otherWorks.open();
          handed.push(...batch.map(text));
          await ackAll(batch);
        },
        other,
      );
      await bus.publish(messages(200).slice(20));
      await eventually(() => handed.length === 200);
      expect(new Set(handed).size).toBe(200);
      await consumption.drain();
      await other.close();
    });

    it('leaves to others what a slow consumer of the durable has not begun, but for a batch or two', async () => {
      const other = await harness.open();
      const [started, release] = [createGate(), createGate()];
      await consume({ batch: 5 }, async (batch) => {
        started.open();
        await release.passed;
        await ackAll(batch);
      });
      await bus.publish(messages(60));
      await started.passed;
      const handed: string[] = [];
      const consumption = await consume(
        { batch: 5 },
        async (batch) => {
          handed.push(...batch.map(text));
          await ackAll(batch);
        },
        other,
      );
      await eventually(() => handed.length >= 45).finally(release.open);
      await eventually(async () => (await bus.lag('OBSERVATIONS', 'normalizer')) === 0);
      await consumption.drain();
      await other.close();
    });

    it('gives every durable all messages', async () => {
      await bus.publish(messages(3));
      const one = await collect({}, ack);
      const two = await collect({ durable: 'archiver' }, ack);
      await eventually(() => one.length === 3 && two.length === 3);
    });

    it('drains by settling the batch in hand and handing over no other', async () => {
      await bus.publish(messages(20));
      const [inHand, release] = [createGate(), createGate()];
      const inFirst: string[] = [];
      let batches = 0;
      const consumption = await consume({ batch: 5 }, async (batch) => {
        batches += 1;
        inFirst.push(...batch.map(text));
        inHand.open();
        await release.passed;
        await ackAll(batch);
      });
      await inHand.passed;
      const drained = consumption.drain();
      release.open();
      await drained;
      expect(await consumption.ended).toBeUndefined();
      expect(batches).toBe(1);
      const rest = await collect({}, ack);
      await eventually(async () => (await bus.lag('OBSERVATIONS', 'normalizer')) === 0);
      const inOrder = (texts: readonly string[]) => texts.map(Number).sort((a, b) => a - b);
      expect(inFirst.length).toBeGreaterThan(0);
      expect(inOrder([...inFirst, ...rest.map(text)])).toEqual(Array.from({ length: 20 }, (_, index) => index));
    });

    it('keeps the position of a durable over close and reopen', async () => {
      await bus.publish([message('before')]);
      const first = await harness.open();
      const seen: string[] = [];
      const consumption = await first.consume(options(), async (batch) => {
        seen.push(...batch.map(text));
        await ackAll(batch);
      });
      await eventually(() => seen.length === 1);
      await consumption.drain();
      await first.close();
      await bus.publish([message('after')]);
      const handed = await collect({}, ack);
      await eventually(() => handed.length === 1);
      expect(handed.map(text)).toEqual(['after']);
    });

    it('reads only the subjects asked for', async () => {
      const subjects = ['offer.created.v1', 'product.created.v1', 'offer.matched.v1'];
      await bus.publish(subjects.map((subject) => message(subject, { subject })));
      const one = await collect({ stream: 'EVENTS', durable: 'one', subjects: ['product.created.v1'] }, ack);
      const two = await collect({ stream: 'EVENTS', durable: 'two', subjects: subjects.slice(1) }, ack);
      await eventually(() => one.length === 1 && two.length === 2);
      expect(one.map(text)).toEqual(['product.created.v1']);
      expect(two.map(text)).toEqual(['product.created.v1', 'offer.matched.v1']);
    });

    it('says how many messages a durable has not settled', async () => {
      const hold = createGate();
      await consume({ batch: 2 }, async (batch) => {
        await hold.passed;
        await ackAll(batch);
      });
      await bus.publish(messages(7));
      await eventually(async () => (await bus.lag('OBSERVATIONS', 'normalizer')) === 7);
      hold.open();
      await eventually(async () => (await bus.lag('OBSERVATIONS', 'normalizer')) === 0);
      expect(await bus.lag('OBSERVATIONS', 'nobody')).toBe(0);
    });

    describe('says how many messages a durable has not settled by a header', () => {
      const by = { stream: 'OBSERVATIONS', durable: 'normalizer', header: 'ce-supplierid', atMost: 100 } as const;
      const of = (supplier: string, count: number) =>
        Array.from({ length: count }, () => message('x', { headers: { 'ce-supplierid': supplier } }));

      it('those in hand and those that wait, and those without it', async () => {
        const hold = createGate();
        await consume({ batch: 2 }, async (batch) => {
          await hold.passed;
          await ackAll(batch);
        });
        await bus.publish([...of('acme', 3), ...of('borealis', 4), message('x')]);
        await eventually(async () => (await bus.lag('OBSERVATIONS', 'normalizer')) === 8);
        expect(await bus.lagBy(by)).toEqual(
          new Map([
            ['acme', 3],
            ['borealis', 4],
            ['', 1],
          ]),
        );
        hold.open();
        await eventually(async () => (await bus.lag('OBSERVATIONS', 'normalizer')) === 0);
        expect(await bus.lagBy(by)).toEqual(new Map());
        expect(await bus.lagBy({ ...by, durable: 'nobody' })).toBeUndefined();
      });

      it('of many the oldest, of which the others are taken to be alike', async () => {
        const consumption = await consume({}, ackAll);
        await consumption.drain();
        await bus.publish([...of('acme', 5), ...of('borealis', 5), ...of('acme', 10)]);
        expect(await bus.lagBy({ ...by, atMost: 10 })).toEqual(
          new Map([
            ['acme', 10],
            ['borealis', 10],
          ]),
        );
      });
    });

    it('counts only the subjects of a durable that reads several', async () => {
      const subjects = ['offer.created.v1', 'product.created.v1'];
      const consumption = await consume({ stream: 'EVENTS', durable: 'two', subjects }, ackAll);
      await consumption.drain();
      await bus.publish([...subjects, 'offer.matched.v1'].map((subject) => message('x', { subject })));
      const atMost = deviations['exact lag for several subjects'] === undefined ? 2 : 3;
      expect(await bus.lag('EVENTS', 'two')).toBeGreaterThanOrEqual(2);
      expect(await bus.lag('EVENTS', 'two')).toBeLessThanOrEqual(atMost);
    });

    it('refuses what it cannot store, by kind, and goes on', async () => {
      const big = message('', { payload: new Uint8Array(1_200_000) });
      await expect(bus.publish([big])).rejects.toMatchObject({ kind: 'too_large' });
      await expect(bus.publish([message('x', { subject: 'nobody.stores.this' })])).rejects.toThrow(RangeError);
      const forged = message('x', { headers: { reason: 'a\r\nNats-Msg-Id: b' } });
      await expect(bus.publish([forged])).rejects.toMatchObject({ kind: 'invalid_argument' });
      await bus.publish([message('fine')]);
    });

    it('tells signals to whoever listens, by pattern, until told to stop', async () => {
      const heard: string[] = [];
      const listen = (pattern: string) => bus.onSignal(pattern, (subject) => heard.push(`${pattern} ${subject}`));
      const stops = [listen('state.offers'), listen('state.*'), listen('state.>'), listen('state.job.>')];
      bus.onSignal('state.>', () => {
        throw new Error('this listener is broken');
      });
      bus.signal('state.offers', Buffer.from('[]'));
      bus.signal('state.job.7', Buffer.from('{}'));
      await eventually(() => heard.length === 5);
      expect(heard.sort()).toEqual([
        'state.* state.offers',
        'state.> state.job.7',
        'state.> state.offers',
        'state.job.> state.job.7',
        'state.offers state.offers',
      ]);
      for (const stop of stops) stop();
      let last: Uint8Array | undefined;
      bus.onSignal('state.end', (_, payload) => {
        last = payload;
      });
      bus.signal('state.end', Buffer.from('over'));
      await eventually(() => last !== undefined);
      expect(Buffer.from(last ?? []).toString()).toBe('over');
      expect(heard).toHaveLength(5);
    });

    it('tells messages as they are published, with their headers, to whoever listens, until told to stop', async () => {
      const heard: string[] = [];
      const stop = bus.onMessage('*.*.v1', ({ subject, headers, payload }) =>
        heard.push(`${subject} ${headers.correlation_id} ${Buffer.from(payload)}`),
      );
      bus.onMessage('>', () => {
        throw new Error('this listener is broken');
      });
      const matched = message('matched', { subject: 'offer.matched.v1' });
      await eventually(async () => {
        await bus.publish([message('seen')]);
        return heard.length > 0;
      });
      await bus.publish([matched]);
      await eventually(() => heard.includes('offer.matched.v1 cor_1 matched'));
      expect(heard[0]).toBe(`${observationSubject} cor_1 seen`);
      stop();
      const count = heard.length;
      let last = '';
      bus.onMessage('offer.matched.v1', ({ payload }) => {
        last = Buffer.from(payload).toString();
      });
      await eventually(async () => {
        await bus.publish([message('after', { subject: 'offer.matched.v1' })]);
        return last === 'after';
      });
      expect(heard).toHaveLength(count);
    });

    it('is healthy while its server answers', async () => {
      expect(await bus.isHealthy()).toBe(true);
    });
  });
};
