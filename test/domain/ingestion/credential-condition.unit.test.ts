import { describe, expect, it } from 'vitest';
import { type ConditionFacts, conditionOf } from '../../../domain/ingestion/credential-condition.ts';
import { type Health, sound } from '../../../domain/ingestion/credential-health.ts';
import { hoursBefore, noon } from '../../support/offers.ts';

const failing: Health = { kind: 'failing', reason: 'blocked', since: hoursBefore(2), probes: 1, probeAt: noon };
const pause = { kind: 'pause', reason: 'inventory', until: noon, givenAt: hoursBefore(1), by: 'key_1' } as const;
const nothing: ConditionFacts = {
  disabledAt: undefined,
  secret: { kind: 'attached', origins: ['https://api.acme.example'] } as const,
  health: sound,
  pause: undefined,
  throttledUntil: undefined,
};

describe('the condition of a credential', () => {
  it('is active while nothing keeps it from work', () => {
    expect(conditionOf(nothing)).toEqual({ kind: 'active' });
  });

  it('says why and since when it fails, and when it is probed next', () => {
    expect(conditionOf({ ...nothing, health: failing })).toEqual({
      kind: 'failing',
      reason: 'the supplier turns every request away',
      since: hoursBefore(2),
      probeAt: noon,
    });
  });

  it('is throttled until its budget has something again, unless it fails', () => {
    expect(conditionOf({ ...nothing, throttledUntil: noon })).toEqual({ kind: 'throttled', until: noon });
    expect(conditionOf({ ...nothing, health: failing, throttledUntil: noon }).kind).toBe('failing');
  });

  it('is paused, whatever its health, as long as an operator says so', () => {
    expect(conditionOf({ ...nothing, health: failing, pause })).toEqual({
      kind: 'paused',
      reason: 'inventory',
      since: hoursBefore(1),
      until: noon,
    });
  });

  it('is disabled above all else', () => {
    expect(
      conditionOf({
        disabledAt: noon,
        secret: { kind: 'detached', since: noon },
        health: failing,
        pause,
        throttledUntil: noon,
      }),
    ).toEqual({
      kind: 'disabled',
      since: noon,
    });
  });
});
