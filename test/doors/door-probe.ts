/**
 * What an attack does to a running service, seen from outside: how long `/healthz` is silent, what
 * memory stays, what is logged.
 *
 * ```ts
 * const service = await startDoorService(database, { GRPC_REFLECTION: 'on' });
 * const report = await underAttack(service, async () => { await sendBombs(service.grpcAddress); });
 * expectUnharmed(report, { maxLogLines: 50 });
 * await service.stop();
 * ```
 *
 * - The attack is to run for a second or more, bounded, and to end what it has opened.
 * - Silence is the longest time between two answers of `/healthz`, asked from a thread of its own.
 *   What it waits for a processor is not counted. The same is asked at the same time of a
 *   bystander, a process that does nothing but answer: what both suffer is the machine's doing. The
 *   bar is 250 ms more than the service before the attack, or the bystander during it, whichever is
 *   longer.
 * - Memory is what the service holds after two full collections (heap, and what is beside it), not
 *   what the process got from the system. Warm the service up with what is to be answered
 *   meanwhile, so that it counts before too.
 * - Lines of the log are those written on standard output while the attack ran.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { startChild } from '../support/child.ts';
import { eventually } from '../support/eventually.ts';
import { probeHealth, type Silence } from '../support/health-probe.ts';
import type { TestDatabase } from '../support/postgres.ts';
import { testKey } from '../support/sealer.ts';
import { type Service, startService } from '../support/service.ts';

/** A service that tells what memory it holds. */
export interface DoorService extends Service {
  /** What it holds after a full collection: `heapUsed` and `external` together, in bytes. */
  heldBytes(): Promise<number>;
}

/** What became of a service under an attack. */
export interface AttackReport {
  /** Of `/healthz` before the attack and during it, and of the bystander during it. */
  readonly before: Silence;
  readonly during: Silence;
  readonly bystander: Silence;
  /** Silence that is the attack's doing, in milliseconds; at most 0: none. */
  readonly excessSilenceMs: number;
  readonly heldBeforeBytes: number;
  /** After the attack, the least within a minute, or the first that is as little as may be. */
  readonly heldAfterBytes: number;
  readonly logLines: number;
  readonly tookMs: number;
}

/**
 * The longest silence that an attack may cause, in milliseconds, and the share by which memory may
 * have grown after it.
 */
const maxExcessSilenceMs = 250;
const maxGrowth = 1.1;

const quietMs = 2_000;
const backWithinMs = 60_000;

const preload = pathToFileURL(join(import.meta.dirname, 'memory-preload-process.ts')).href;

/**
 * Starts the service over a test's database, without demo suppliers and on loopback; `environment`
 * is added.
 */
export const startDoorService = async (
  database: Pick<TestDatabase, 'url'>,
  environment: Readonly<Record<string, string>> = {},
): Promise<DoorService> => {
  const folder = await mkdtemp(join(tmpdir(), 'door-'));
  const file = join(folder, 'memory.json');
  const service = await startService({
    DATABASE_URL: database.url,
    BUS: 'embedded',
    DEMO: 'off',
    HOST: '127.0.0.1',
    SECRETS_KEY: Buffer.from(testKey(7)).toString('base64'),
    NODE_OPTIONS: `--import=${preload}`,
    DOOR_MEMORY_FILE: file,
    ...environment,
  });
  const end = async <Result>(ended: Promise<Result>): Promise<Result> => {
    const result = await ended;
    await rm(folder, { recursive: true, force: true });
    return result;
  };
  return {
    ...service,
    kill: () => end(service.kill()),
    stop: () => end(service.stop()),
    heldBytes: async () => {
      await rm(file, { force: true });
      process.kill(service.pid, 'SIGUSR2');
      const text = await eventually(() => readFile(file, 'utf8'));
      const { heapUsed, external } = JSON.parse(text) as NodeJS.MemoryUsage;
      return heapUsed + external;
    },
  };
};

/** Attacks a service and tells what became of it. What the attack throws is thrown on. */
export const underAttack = async (service: DoorService, attack: () => Promise<unknown>): Promise<AttackReport> => {
  const bystander = startChild(join(import.meta.dirname, 'bystander-process.ts'));
  try {
    const bystanderUrl = await bystander.nextLine();
    const before = await quietOf(service);
    const heldBeforeBytes = await service.heldBytes();
    const linesBefore = service.lines.length;
    const [probe, control] = [
      probeHealth(service.httpUrl, service.pid),
      probeHealth(bystanderUrl, bystander.process.pid ?? 0),
    ];
    const startedAtMs = performance.now();
    const [attacked] = await Promise.allSettled([attack()]);
    const tookMs = performance.now() - startedAtMs;
    const [during, aside] = await Promise.all([probe.stop(), control.stop()]);
    if (attacked.status === 'rejected') throw attacked.reason;
    return {
      before,
      during,
      bystander: aside,
      excessSilenceMs: during.longestMs - Math.max(before.longestMs, aside.longestMs),
      heldBeforeBytes,
      heldAfterBytes: await heldAfter(service, heldBeforeBytes),
      logLines: service.lines.length - linesBefore,
      tookMs,
    };
  } finally {
    await bystander.kill('SIGKILL');
  }
};

const quiet = new WeakMap<DoorService, Promise<Silence>>();

/** The silence of a service that nobody attacks; looked at once, before the first attack. */
const quietOf = (service: DoorService): Promise<Silence> => {
  const look = async (): Promise<Silence> => {
    const probe = probeHealth(service.httpUrl, service.pid);
    await pause(quietMs);
    return probe.stop();
  };
  const looked = quiet.get(service) ?? look();
  quiet.set(service, looked);
  return looked;
};

/** What is closed takes a while to be let go of. */
const heldAfter = async (service: DoorService, heldBeforeBytes: number): Promise<number> => {
  const until = performance.now() + backWithinMs;
  let least = Number.POSITIVE_INFINITY;
  do least = Math.min(least, await service.heldBytes());
  while (least > heldBeforeBytes * maxGrowth && performance.now() < until);
  return least;
};

/**
 * Throws unless the service went on answering, let go of its memory and logged no more than it may.
 */
export const expectUnharmed = (report: AttackReport, { maxLogLines }: { readonly maxLogLines: number }): void => {
  const shown = JSON.stringify(report);
  expect(report.during.failures, shown).toBe(0);
  expect(report.during.answers, shown).toBeGreaterThan(0);
  expect(report.excessSilenceMs, shown).toBeLessThan(maxExcessSilenceMs);
  expect(report.heldAfterBytes, shown).toBeLessThan(report.heldBeforeBytes * maxGrowth);
  expect(report.logLines, shown).toBeLessThanOrEqual(maxLogLines);
};
