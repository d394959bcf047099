import { setTimeout as pause } from 'node:timers/promises';
import {
  fillEstimateWorld,
  keyOf,
  partNumber,
  putCustomers,
  storesOf,
  worldKey,
  worldSize,
} from '../support/estimate-world.ts';
import { probeHealth, type Silence } from '../support/health-probe.ts';
import {
  type HostileDocument,
  hostileDocument,
  hostileDocumentNames,
  hostileLines,
} from '../support/hostile-documents.ts';
import { testNats } from '../support/nats.ts';
import { testDatabase } from '../support/postgres.ts';
import { descendantsWith, peakMemoryMb } from '../support/processes.ts';
import { watchEvents } from '../support/server-sent-events.ts';
import { type Service, startService } from '../support/service.ts';

/**
 * Ten customers who each have one list of 200 lines after the other estimated, first by themselves,
 * then while an eleventh sends the worst documents known as fast as they are taken.
 */

/** What was measured of a load. */
export interface Measured {
  /**
   * From the upload of each honest list to its being ready, in milliseconds, the shortest first.
   */
  readonly tookMs: readonly number[];
  readonly silence: Silence;
}

/** What became of the attack. */
export interface Attack {
  readonly sent: number;
  /**
   * Names of documents whose estimate did not come to an end in time, or ended as a fault of the
   * service.
   */
  readonly unended: readonly string[];
  readonly faults: readonly string[];
  /** The most memory that a process that reads has held, in MiB. */
  readonly readerMb: number;
}

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly error_reason?: string;
  readonly error_message?: string;
}

const honest = Array.from({ length: 10 }, (_, at) => `honest-${at}`);
const attacker = 'eleventh';
const linesOfAList = 200;

const headersOf = (customerId: string) => ({ 'x-api-key': keyOf(customerId) });

const listOf = (round: number): Uint8Array => {
  const rows = Array.from(
    { length: linesOfAList },
    (_, at) => `${1 + ((round + at) % 90)},${partNumber(at % worldSize)}`,
  );
  return Buffer.from(`Quantity,MPN\n${rows.join('\n')}\n`);
};

/** Sends a request for an estimate; undefined where the customer has too many under way. */
const send = async (service: Service, customerId: string, body: FormData | string): Promise<string | undefined> => {
  const headers = { ...headersOf(customerId), ...(typeof body === 'string' && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${service.httpUrl}/v1/estimates`, { method: 'POST', headers, body });
  const text = await answer.text();
  if (answer.status === 429) return undefined;
  if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
  return (JSON.parse(text) as Shown).id;
};

const documentBody = (bytes: Uint8Array): FormData => {
  const body = new FormData();
  body.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'list');
  return body;
};

const linesBody = (lines: readonly string[]): string =>
  JSON.stringify({ lines: lines.map((raw_text) => ({ raw_text })) });

/** Waits until the estimate has ended, and tells how. */
const endOf = async (service: Service, customerId: string, id: string, signal?: AbortSignal): Promise<Shown> => {
  const url = `${service.httpUrl}/v1/estimates/${id}/events`;
  for await (const state of watchEvents(url, headersOf(customerId), signal)) {
    const shown = state as Shown;
    if (shown.status === 'ready' || shown.status === 'error') return shown;
  }
  throw new Error(`the stream of ${id} ended before the estimate`);
};

const estimateOnce = async (service: Service, customerId: string, round: number): Promise<number> => {
  const start = performance.now();
  const id = await send(service, customerId, documentBody(listOf(round)));
  if (id === undefined) throw new Error('an honest customer was refused');
  const { status, error_reason, error_message } = await endOf(service, customerId, id);
  if (status !== 'ready') throw new Error(`an honest list ended as ${JSON.stringify({ error_reason, error_message })}`);
  return performance.now() - start;
};

const measure = async (service: Service, rounds: number): Promise<Measured> => {
  const probe = probeHealth(service.httpUrl, service.pid);
  const each = honest.map(async (customerId) => {
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1) took.push(await estimateOnce(service, customerId, round));
    return took;
  });
  const all = await Promise.allSettled(each);
  const silence = await probe.stop();
  const tookMs = all.flatMap((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  return { tookMs: tookMs.toSorted((a, b) => a - b), silence };
};

type Weapon = HostileDocument | { readonly name: string; readonly lines: readonly string[] };

/** All of them, made before anything is measured. */
const weapons = (): readonly Weapon[] => [
  ...hostileDocumentNames.map(hostileDocument),
  ...Object.entries(hostileLines).map(([name, make]) => ({ name: `lines: ${name}`, lines: make() })),
];

/**
 * Sends each once, and then again until it is told to stop, so many in all at most; a refusal is a
 * moment's pause.
 */
const attackWith = (service: Service, arms: readonly Weapon[], most: number) => {
  const sent: { readonly name: string; readonly id: string }[] = [];
  let [isOver, readerMb] = [false, 0];
  const sendAll = async (): Promise<void> => {
    for (let at = 0; at < most && (!isOver || at < arms.length); at += 1) {
      const weapon = arms[at % arms.length];
      if (weapon === undefined) return;
      const body = 'bytes' in weapon ? documentBody(weapon.bytes) : linesBody(weapon.lines);
      const id = await send(service, attacker, body);
      if (id === undefined) {
        at -= 1;
        await pause(20);
      } else sent.push({ name: weapon.name, id });
    }
  };
  const watchReaders = async (): Promise<void> => {
    while (!isOver) {
      for (const pid of await descendantsWith(service.pid, 'reader-process.ts'))
        readerMb = Math.max(readerMb, await peakMemoryMb(pid));
      await pause(250);
    }
  };
  const both = Promise.all([sendAll(), watchReaders()]);
  const end = async (deadlineMs: number): Promise<Attack> => {
    isOver = true;
    await both;
    const signal = AbortSignal.timeout(deadlineMs);
    // One after the other: a customer may not watch all of them at once.
    const ends: { readonly name: string; readonly end: Shown | undefined }[] = [];
    for (const { name, id } of sent)
      ends.push({ name, end: await endOf(service, attacker, id, signal).catch(() => undefined) });
    const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)];
    return {
      sent: sent.length,
      unended: distinct(ends.filter((each) => each.end === undefined).map(({ name }) => name)),
      faults: distinct(ends.filter((each) => each.end?.error_reason === 'internal').map(({ name }) => name)),
      readerMb,
    };
  };
  return { end };
};

/** How much is sent, and how long the end of what the attacker has sent is waited for. */
export interface AttackSize {
  /** Lists that each honest customer has estimated, without the attack and with it. */
  readonly rounds: number;
  readonly maxHostile: number;
  readonly endsWithinMs: number;
}

/** Measures the lists of the honest customers, without and then with the attack. */
export const estimateUnderAttack = async ({
  rounds,
  maxHostile,
  endsWithinMs,
}: AttackSize): Promise<{ readonly alone: Measured; readonly attacked: Measured; readonly attack: Attack }> => {
  const arms = weapons();
  const [database, nats] = await Promise.all([testDatabase(), testNats()]);
  const stores = storesOf(database);
  await fillEstimateWorld(stores);
  await putCustomers(stores.callers, [...honest, attacker]);
  const service = await startService({
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    SECRETS_KEY: worldKey.toString('base64'),
    HOST: '127.0.0.1',
    DEMO: 'off',
    ROLES: 'gateway,worker',
    BOOTSTRAP_CUSTOMER_KEY: 'os_customer-key-of-the-attacked-world',
    BOOTSTRAP_ADMIN_KEY: 'os_admin-key-of-the-attacked-world',
  });
  try {
    await measure(service, 1);
    const alone = await measure(service, rounds);
    const attacking = attackWith(service, arms, maxHostile);
    const attacked = await measure(service, rounds);
    return { alone, attacked, attack: await attacking.end(endsWithinMs) };
  } finally {
    await service.stop();
    await nats.close();
    await database.close();
  }
};

/** The value that so many of a hundred are not above. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
