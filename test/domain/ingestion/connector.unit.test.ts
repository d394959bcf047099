import { describe, expect, it } from 'vitest';
import type { AnswerClass } from '../../../domain/ingestion/answer-class.ts';
import { step } from '../../../domain/ingestion/connector.ts';
import {
  type Connector,
  type ConnectorEvent,
  type ConnectorRules,
  type ConnectorStep,
  initialConnector,
  type Work,
} from '../../../domain/ingestion/connector-state.ts';
import { type Health, healthRules, sound } from '../../../domain/ingestion/credential-health.ts';
import { advance, openTick, type Tick } from '../../../domain/ingestion/tick.ts';

const hourMs = 3_600_000;
const rules: ConnectorRules = {
  supplierId: 'borealis',
  credentialId: 'crd_1',
  phases: ['catalogue', 'prices'],
  intervals: { catalogueMs: 24 * hourMs, pricesMs: 3 * hourMs, stocksMs: hourMs },
  idlePollMs: 2_000,
  maxAttempts: 3,
  backoff: { initialMs: 1_000, maxMs: 60_000 },
  health: healthRules,
  singleTick: undefined,
};
const start = new Date('2026-03-01T00:00:00.000Z');
const at = (ms: number): Date => new Date(start.getTime() + ms);
const ids = { runId: 'run_1', supplierId: 'borealis', credentialId: 'crd_1' };
const tick = openTick({ ...ids, kind: 'catalogue' }, rules.phases, start);
const counts = { items: 10, prices: 10, stocks: 0, warehouses: 0 };
const finished = (of: Tick, now: Date): Tick => {
  let result = of;
  while (result.state.kind === 'running')
    result = advance(result, { counts, nextCursor: undefined }, rules.phases, now);
  return result;
};

/** The attempt that is under way in the states of these tests. */
const attemptId = 1;

const doing = (work: Work, more: Partial<Connector> = {}): Connector => ({
  ...initialConnector,
  attempts: attemptId,
  ...more,
  work,
});
const ingesting = doing({ kind: 'ingesting', attemptId, tick, attempt: 1, isInterrupted: false });
const paused = { pause: { kind: 'pause', reason: 'maintenance', givenAt: at(0), until: at(hourMs) } } as const;
const failing: Health = { kind: 'failing', reason: 'throttled', since: start, probes: 0, probeAt: at(5_000) };
const failure: Extract<ConnectorEvent, { kind: 'page_failed' }> = {
  kind: 'page_failed',
  attemptId,
  reason: 'timeout',
  retryAfterMs: undefined,
};

const kinds = ({ actions }: ConnectorStep): readonly string[] => actions.map(({ kind }) => kind);

/** What comes of several events, one after another, at one instant. */
const following = (connector: Connector, now: Date, ...events: readonly ConnectorEvent[]): ConnectorStep =>
  events.reduce<ConnectorStep>(
    (before, event) => {
      const next = step(before.state, event, rules, now);
      return { state: next.state, actions: [...before.actions, ...next.actions] };
    },
    { state: connector, actions: [] },
  );

const recovered = (given: Partial<Extract<ConnectorEvent, { kind: 'recovered' }>> = {}): ConnectorEvent => ({
  kind: 'recovered',
  attemptId,
  unfinished: undefined,
  history: {},
  health: sound,
  ...given,
});

describe('a connector', () => {
  it('does nothing before it has the lease, and then looks for what earlier lives have left', () => {
    expect(kinds(following(initialConnector, at(0), { kind: 'due', runId: 'run_1' }, failure))).toEqual([]);
    const owned = following(initialConnector, at(0), { kind: 'lease_acquired' });
    expect(owned.state.work).toEqual({ kind: 'recovering', attemptId });
    expect(kinds(owned)).toEqual(['recover']);
  });

  it('goes on with the tick that an earlier life left, under the same run id', () => {
    const next = following(doing({ kind: 'recovering', attemptId }), at(0), recovered({ unfinished: tick }));
    expect(next.state.work).toEqual({ kind: 'ingesting', attemptId: 2, tick, attempt: 1, isInterrupted: false });
    expect(next.actions).toEqual([
      { kind: 'plan', nextTickAt: at(0) },
      { kind: 'begin', tick },
      { kind: 'ingest_page', attemptId: 2, tick },
    ]);
  });

  it('starts at once when it never ran, and at the first of its intervals when it did', () => {
    const never = following(doing({ kind: 'recovering', attemptId }), at(0), recovered());
    expect(never.state.work).toEqual({ kind: 'idle', next: { kind: 'catalogue', at: at(0) } });
    const once = following(
      doing({ kind: 'recovering', attemptId }),
      at(hourMs),
      recovered({ history: { catalogue: start } }),
    );
    expect(once.state.work).toEqual({ kind: 'idle', next: { kind: 'prices', at: at(3 * hourMs) } });
  });

  it('announces the tick after the one that it begins', () => {
    const idle = doing({ kind: 'idle', next: { kind: 'catalogue', at: at(0) } });
    expect(following(idle, at(0), { kind: 'due', runId: 'run_1' }).actions).toEqual([
      { kind: 'plan', nextTickAt: at(3 * hourMs) },
      { kind: 'begin', tick },
      { kind: 'ingest_page', attemptId: 2, tick },
    ]);
  });

  it('tries a page again after pauses that double, never sooner than the supplier asked for', () => {
    const first = following(ingesting, at(0), failure);
    expect(first.state.work).toMatchObject({ kind: 'backing_off', attempt: 1, until: at(1_000) });
    const second = following(first.state, at(1_000), { kind: 'backoff_elapsed' }, { ...failure, attemptId: 2 });
    expect(second.state.work).toMatchObject({ kind: 'backing_off', attempt: 2, until: at(3_000) });
    const asked = following(ingesting, at(0), { ...failure, retryAfterMs: 9_000 });
    expect(asked.state.work).toMatchObject({ until: at(9_000) });
  });

  it('announces that it asks nothing before such a pause ends, and then its usual plan again', () => {
    const begun = doing(
      { kind: 'ingesting', attemptId, tick, attempt: 1, isInterrupted: false },
      { history: { catalogue: start } },
    );
    const { actions } = following(begun, at(0), { ...failure, retryAfterMs: 2 * hourMs }, { kind: 'backoff_elapsed' });
    expect(actions.filter(({ kind }) => kind === 'plan')).toEqual([
      { kind: 'plan', nextTickAt: at(2 * hourMs) },
      { kind: 'plan', nextTickAt: at(3 * hourMs) },
    ]);
  });

  it('gives a tick up after its last attempt, and a page that works starts the count again', () => {
    const last = doing(
      { kind: 'ingesting', attemptId, tick, attempt: 3, isInterrupted: false },
      { history: { catalogue: start } },
    );
    const { state, actions } = following(last, at(0), failure, { kind: 'gave_up', attemptId: 2 });
    expect(actions[0]).toMatchObject({ kind: 'give_up', tick: { state: { outcome: 'failure', reason: 'timeout' } } });
    expect(state.work.kind).toBe('idle');
    const page = advance(tick, { counts, nextCursor: 'p2' }, rules.phases, at(0));
    expect(following(last, at(0), { kind: 'page_done', attemptId, tick: page }).state.work).toMatchObject({
      attempt: 1,
    });
  });

  it('ignores timers that come too late', () => {
    for (const event of [{ kind: 'backoff_elapsed' }, { kind: 'due', runId: 'run_2' }] as const)
      expect(following(ingesting, at(0), event)).toEqual({ state: ingesting, actions: [] });
  });

  it('ends with its one tick when it was started for one', () => {
    const end = finished(tick, at(10));
    const { state } = step(
      ingesting,
      { kind: 'page_done', attemptId, tick: end },
      { ...rules, singleTick: 'catalogue' },
      at(10),
    );
    expect(state.work).toEqual({ kind: 'ended', tick: end });
  });
});

describe('a connector that is paused', () => {
  const pause: ConnectorEvent = { kind: 'controlled', control: paused };
  const resume: ConnectorEvent = { kind: 'controlled', control: {} };

  it('aborts the page under way once, begins nothing, and goes on with that page when the pause ends', () => {
    const held = following(ingesting, at(0), pause, pause);
    expect(kinds(held)).toEqual(['interrupt_page']);
    const aborted = following(held.state, at(0), failure);
    expect(aborted.state.work).toEqual({ kind: 'held', tick });
    expect(kinds(following(aborted.state, at(0), resume))).toEqual(['plan', 'ingest_page']);
  });

  it('announces nothing before the pause ends, also when it is prolonged, and its usual plan when it ends early', () => {
    const prolonged = { pause: { ...paused.pause, until: at(2 * hourMs) } };
    const idle = doing({ kind: 'idle', next: { kind: 'catalogue', at: at(0) } });
    const resting = doing({ kind: 'backing_off', tick, attempt: 1, until: at(0) });
    for (const work of [idle, resting]) {
      const held = following(work, at(0), pause, { kind: 'controlled', control: prolonged });
      expect(held.actions).toEqual([
        { kind: 'plan', nextTickAt: at(hourMs) },
        { kind: 'plan', nextTickAt: at(2 * hourMs) },
      ]);
      expect(following(held.state, at(0), resume).actions).toContainEqual({ kind: 'plan', nextTickAt: at(0) });
    }
  });

  it('keeps a page that was done before the abort could reach it', () => {
    const page = advance(tick, { counts, nextCursor: 'p2' }, rules.phases, at(0));
    const next = following(ingesting, at(0), pause, { kind: 'page_done', attemptId, tick: page });
    expect(next.state.work).toEqual({ kind: 'held', tick: page });
  });

  it('waits for an aborted page to come to its end when it is resumed meanwhile', () => {
    const resumed = following(ingesting, at(0), pause, resume);
    expect(resumed.state.work).toMatchObject({ kind: 'ingesting', isInterrupted: true });
    expect(following(resumed.state, at(0), failure).actions).toEqual([{ kind: 'ingest_page', attemptId: 2, tick }]);
  });

  it.each<Work>([
    { kind: 'idle', next: { kind: 'catalogue', at: at(0) } },
    { kind: 'backing_off', tick, attempt: 2, until: at(0) },
    { kind: 'checking_due', attemptId },
    { kind: 'recovering', attemptId },
  ])('begins nothing out of $kind', (work) => {
    const events: readonly ConnectorEvent[] = [
      pause,
      { kind: 'due', runId: 'run_2' },
      { kind: 'backoff_elapsed' },
      { kind: 'due_checked', attemptId, isAnyDue: true, nextDueAt: undefined, runId: 'run_2' },
      recovered({ unfinished: tick }),
    ];
    const next = following(doing(work), at(0), ...events);
    expect(kinds(next)).not.toContain('ingest_page');
    expect(kinds(following(next.state, at(0), resume)).some((kind) => ['ingest_page', 'wait'].includes(kind))).toBe(
      true,
    );
  });
});

describe('a connector whose credential fails', () => {
  const throttled: AnswerClass = { kind: 'throttled', window: 'burst', retryAfterMs: undefined };
  const answered = (answer: AnswerClass): ConnectorEvent => ({ kind: 'answered', answer, chance: 1 });

  it('keeps its tick and tries the page as a probe at its time, however often that fails', () => {
    let connector: Connector = { ...ingesting, health: failing };
    for (const _ of Array.from({ length: 10 })) {
      const probed = following(connector, at(0), answered(throttled), failure);
      expect(probed.state.work).toMatchObject({ kind: 'backing_off', tick, attempt: 1 });
      connector = doing({ kind: 'ingesting', attemptId, tick, attempt: 1, isInterrupted: false }, probed.state);
    }
  });

  it('says so once, at the fifth throttle in a row, and again when it works', () => {
    const five = Array.from({ length: 5 }, () => answered(throttled));
    const failed = following(ingesting, at(0), ...five);
    expect(failed.actions).toMatchObject([{ kind: 'save_health', change: 'failed', health: { reason: 'throttled' } }]);
    const well = following(failed.state, at(0), answered({ kind: 'success' }));
    expect(well.actions).toEqual([{ kind: 'save_health', health: sound, change: 'recovered' }]);
  });

  it('asks nothing before its probe, whatever is due', () => {
    const idle = doing({ kind: 'idle', next: { kind: 'catalogue', at: at(0) } }, { health: failing });
    const due = following(idle, at(0), { kind: 'due', runId: 'run_1' });
    expect(due.state.work).toMatchObject({ kind: 'idle', next: { at: at(5_000) } });
    const lost = following(
      doing({ kind: 'recovering', attemptId }),
      at(0),
      recovered({ unfinished: tick, health: failing }),
    );
    expect(lost.state.work).toMatchObject({ kind: 'backing_off', until: at(5_000) });
  });
});

describe('a connector that loses its lease', () => {
  it('aborts its page, and does nothing more until it is recovered', () => {
    const lost = following(ingesting, at(0), { kind: 'lease_lost' }, failure, { kind: 'backoff_elapsed' });
    expect(lost.state.work).toEqual({ kind: 'no_lease' });
    expect(kinds(lost)).toEqual(['interrupt_page']);
    expect(kinds(following(lost.state, at(0), { kind: 'lease_acquired' }))).toEqual(['recover']);
  });
});

describe('a connector that is told of earlier attempts', () => {
  const page = advance(tick, { counts, nextCursor: 'p2' }, rules.phases, at(0));
  const late: readonly ConnectorEvent[] = [
    failure,
    { kind: 'page_done', attemptId, tick: page },
    recovered({ unfinished: page }),
    { kind: 'recover_failed', attemptId },
    { kind: 'due_checked', attemptId, isAnyDue: true, nextDueAt: undefined, runId: 'run_2' },
    { kind: 'gave_up', attemptId },
    { kind: 'give_up_failed', attemptId },
  ];

  it.each<Work>([
    { kind: 'ingesting', attemptId: 2, tick, attempt: 1, isInterrupted: false },
    { kind: 'recovering', attemptId: 2 },
    { kind: 'checking_due', attemptId: 2 },
    { kind: 'giving_up', attemptId: 2, tick },
    { kind: 'no_lease' },
  ])('stays as it is while $kind', (work) => {
    const present = doing(work, { attempts: 2 });
    expect(following(present, at(0), ...late)).toEqual({ state: present, actions: [] });
  });
});

describe('a connector of look-ups', () => {
  const lookups: ConnectorRules = { ...rules, phases: ['lookup'] };
  const idle = doing({ kind: 'idle', next: { kind: 'lookup', at: at(0) } });

  it('opens a tick only when a part is due, and otherwise looks again soon and says when the next one is', () => {
    const seeking = step(idle, { kind: 'due', runId: 'run_1' }, lookups, at(0));
    expect(seeking).toMatchObject({
      state: { work: { kind: 'checking_due', attemptId: 2 } },
      actions: [{ kind: 'check_due', attemptId: 2 }],
    });
    const sought = { kind: 'due_checked', attemptId: 2, nextDueAt: at(hourMs), runId: 'run_1' } as const;
    const nothing = step(seeking.state, { ...sought, isAnyDue: false }, lookups, at(0));
    expect(nothing.actions).toEqual([
      { kind: 'plan', nextTickAt: at(hourMs) },
      { kind: 'wait', until: at(2_000), wake: 'due' },
    ]);
    const some = step(seeking.state, { ...sought, isAnyDue: true }, lookups, at(0));
    expect(some.state.work).toMatchObject({ kind: 'ingesting', tick: { kind: 'lookup', runId: 'run_1' } });
  });
});
