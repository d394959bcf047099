import { describe, expect, it } from 'vitest';
import { type ConnectorRules, type ConnectorState, recovering, step } from '../../../domain/ingestion/connector.ts';
import { advance, openTick, type Tick } from '../../../domain/ingestion/tick.ts';

const rules: ConnectorRules = {
  supplierId: 'borealis',
  credentialId: 'crd_1',
  phases: ['catalogue', 'prices'],
  intervalMs: 3_600_000,
  outgrownIntervalMs: 5_000,
  maxAttempts: 3,
  backoff: { initialMs: 1_000, maxMs: 60_000 },
};
const start = new Date('2026-03-01T00:00:00.000Z');
const at = (ms: number): Date => new Date(start.getTime() + ms);
const tick = openTick({ runId: 'run_1', supplierId: 'borealis', credentialId: 'crd_1' }, rules.phases, start);
const counts = { items: 10, prices: 10, stocks: 0, warehouses: 0 };
const finished = (of: Tick, now: Date): Tick => {
  let result = of;
  while (result.state.kind === 'running')
    result = advance(result, { counts, nextCursor: undefined }, rules.phases, now);
  return result;
};
const ingesting: ConnectorState = { kind: 'ingesting', tick, attempt: 1 };

describe('a connector', () => {
  it('goes on with the tick that an earlier life left, under the same run id', () => {
    const { state, actions } = step(recovering, { kind: 'recovered', unfinished: tick, latest: tick }, rules, at(0));
    expect(state).toEqual(ingesting);
    expect(actions).toEqual([{ kind: 'ingest_page', tick }]);
  });

  it('starts at once when it never ran, and at its interval when it did', () => {
    expect(
      step(recovering, { kind: 'recovered', unfinished: undefined, latest: undefined }, rules, at(0)).state,
    ).toEqual({
      kind: 'idle',
      nextTickAt: at(0),
    });
    const latest = finished(tick, at(500));
    expect(step(recovering, { kind: 'recovered', unfinished: undefined, latest }, rules, at(1_000)).state).toEqual({
      kind: 'idle',
      nextTickAt: at(rules.intervalMs),
    });
  });

  it('announces the tick after the one it begins', () => {
    const { actions } = step({ kind: 'idle', nextTickAt: at(0) }, { kind: 'due', runId: 'run_1' }, rules, at(0));
    expect(actions).toEqual([
      { kind: 'plan', nextTickAt: at(rules.intervalMs) },
      { kind: 'ingest_page', tick },
    ]);
  });

  it('begins again soon after a tick that was outgrown while it walked', () => {
    const done = finished(tick, at(10));
    expect(step(ingesting, { kind: 'page_done', tick: done, isOutgrown: true }, rules, at(10)).state).toEqual({
      kind: 'idle',
      nextTickAt: at(10 + rules.outgrownIntervalMs),
    });
  });

  it('pauses longer after each failure of a page, and never shorter than the supplier asked for', () => {
    const failed = (attempt: number, retryAfterMs?: number) =>
      step({ ...ingesting, attempt }, { kind: 'page_failed', reason: 'x', retryAfterMs }, rules, at(0)).state;
    expect(failed(1)).toMatchObject({ kind: 'resting', until: at(1_000) });
    expect(failed(2)).toMatchObject({ kind: 'resting', until: at(2_000) });
    expect(failed(1, 30_000)).toMatchObject({ kind: 'resting', until: at(30_000) });
  });

  it('tries the same page again after the pause, as the next attempt', () => {
    const resting: ConnectorState = { kind: 'resting', tick, attempt: 1, until: at(1_000) };
    expect(step(resting, { kind: 'rested' }, rules, at(1_000)).state).toEqual({ kind: 'ingesting', tick, attempt: 2 });
  });

  it('gives the tick up with its reason after the last attempt, and is due again at its interval', () => {
    const { state, actions } = step(
      { ...ingesting, attempt: 3 },
      { kind: 'page_failed', reason: 'unreachable', retryAfterMs: undefined },
      rules,
      at(5_000),
    );
    expect(state).toEqual({ kind: 'idle', nextTickAt: at(rules.intervalMs) });
    expect(actions[0]).toMatchObject({
      kind: 'give_up',
      tick: { state: { outcome: 'failure', reason: 'unreachable' } },
    });
  });

  it('takes no notice of a timer that comes late', () => {
    expect(step(ingesting, { kind: 'due', runId: 'run_2' }, rules, at(0))).toEqual({ state: ingesting, actions: [] });
    expect(step(ingesting, { kind: 'rested' }, rules, at(0))).toEqual({ state: ingesting, actions: [] });
  });
});
