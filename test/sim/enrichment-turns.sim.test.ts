import { describe, expect, it } from 'vitest';
import { jobTypes } from '../../domain/enrichment/job-type.ts';
import { type Candidate, nextInTurn, turnAt } from '../../domain/enrichment/turns.ts';
import type { Priority } from '../../domain/priority.ts';
import { seededRandom, seedOfRun } from '../support/random.ts';

/** A queue served at a fixed pace under a stream of requests that never lets it run empty. */
interface Served {
  readonly priority: Priority;
  readonly createdMs: number;
  readonly startedMs: number;
}

const tickMs = 1_000;
const places = 10;

/**
 * No more than there are places can begin at a time, so these hold nobody up. The usual limits
 * would: nine of ten that begin together are of the rarest type in one hour of fifteen, and the
 * ninth then waits out of its turn, as it shall.
 */
const amply = {
  perType: {
    discovery: places,
    refresh_observation: places,
    refresh_characteristics: places,
    rebuild_supply_chain: places,
  },
  perCustomer: places,
};

/**
 * What was served of `hours` hours; each second brings as many high jobs as there are places, and
 * now and then others.
 */
const serve = (seed: number, hours: number): readonly Served[] => {
  const random = seededRandom(seed);
  const waiting = new Map<string, Candidate & { priority: Priority; createdMs: number }>();
  const served: Served[] = [];
  let made = 0;
  const add = (priority: Priority, nowMs: number): void => {
    made += 1;
    const id = `job_${String(made).padStart(8, '0')}`;
    const type = jobTypes[Math.floor(random() * jobTypes.length)] ?? 'discovery';
    const customerId = `customer_${Math.floor(random() * 50)}`;
    const createdAt = new Date(nowMs);
    waiting.set(id, { id, type, customerId, turnAt: turnAt(createdAt, priority), priority, createdMs: nowMs });
  };
  for (let nowMs = 0; nowMs < hours * 3_600_000; nowMs += tickMs) {
    // Slightly less than is served, so that the queue of urgent ones stays bounded while it is
    // hardly ever empty.
    for (let at = 0; at < places - 1; at += 1) add('high', nowMs);
    if (random() < 0.4) add('low', nowMs);
    if (random() < 0.4) add('normal', nowMs);
    for (const { id } of nextInTurn([...waiting.values()], noneUnderWay, amply, places)) {
      const job = waiting.get(id);
      if (job === undefined) continue;
      waiting.delete(id);
      served.push({ priority: job.priority, createdMs: job.createdMs, startedMs: nowMs });
    }
  }
  return served;
};

const noneUnderWay = { byType: new Map(), byCustomer: new Map() };

describe('the turns of enrichment jobs', () => {
  const seed = seedOfRun();

  it(`bring a low job to its start in bounded time under a steady stream of high ones (SEED=${seed})`, () => {
    const served = serve(seed, 2);
    const waits = (priority: Priority) =>
      served.filter((each) => each.priority === priority).map((each) => each.startedMs - each.createdMs);
    const [high, normal, low] = [waits('high'), waits('normal'), waits('low')];
    expect(low.length).toBeGreaterThan(1_000);
    // Its own delay, and what was asked for within it and waits still.
    expect(Math.max(...low)).toBeLessThanOrEqual(300_000 + 120_000);
    expect(Math.max(...normal)).toBeLessThanOrEqual(60_000 + 120_000);
    expect(average(high)).toBeLessThan(average(low));
  });

  it('never let a job go before one whose turn came before the later one was asked for', () => {
    const served = serve(seed + 1, 1);
    let latestTurn = 0;
    for (const { priority, createdMs, startedMs } of served) {
      const turn = turnAt(new Date(createdMs), priority).getTime();
      // Whoever starts later with an earlier turn cannot have been there when the other one
      // started.
      if (turn < latestTurn) expect(createdMs).toBe(startedMs);
      latestTurn = Math.max(latestTurn, turn);
    }
  });
});

const average = (waits: readonly number[]): number => waits.reduce((sum, each) => sum + each, 0) / waits.length;
