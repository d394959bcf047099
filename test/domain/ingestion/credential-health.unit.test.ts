import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerClass } from '../../../domain/ingestion/answer-class.ts';
import { afterAnswer, type Health, healthRules, sound } from '../../../domain/ingestion/credential-health.ts';

const now = new Date('2026-03-01T00:00:00.000Z');
const throttled: AnswerClass = { kind: 'throttled', window: 'burst', retryAfterMs: undefined };
const noSession: AnswerClass = { kind: 'authentication', refused: 'session' };
const refused: AnswerClass = { kind: 'authentication', refused: 'credential' };
const blocked: AnswerClass = { kind: 'blocked' };
const fault: AnswerClass = { kind: 'upstream_fault', retryAfterMs: undefined };
const malformed: AnswerClass = { kind: 'malformed', reason: 'not JSON' };
const badInput: AnswerClass = { kind: 'bad_input', reason: 'too long' };
const success: AnswerClass = { kind: 'success' };

const following = (answers: readonly AnswerClass[], from: Health = sound, instant = now): Health =>
  answers.reduce<Health>(
    (health, answer) => afterAnswer(health, answer, { rules: healthRules, now: instant, chance: 1 }).health,
    from,
  );
const times = (count: number, answer: AnswerClass): readonly AnswerClass[] =>
  Array.from({ length: count }, () => answer);

describe('the health of a credential', () => {
  it.each<[string, readonly AnswerClass[], string]>([
    ['five throttles in a row', times(5, throttled), 'throttled'],
    [
      'five throttles with silence between them',
      [throttled, throttled, fault, throttled, throttled, throttled],
      'throttled',
    ],
    ['one refused credential', [refused], 'authentication'],
    ['three refused sessions in a row', times(3, noSession), 'authentication'],
    ['three closed doors in a row', times(3, blocked), 'blocked'],
    ['ten calls without an answer', times(10, fault), 'unreachable'],
    ['half of the last calls failing', [...times(5, success), ...times(5, malformed)], 'unreachable'],
    [
      'half of the last twenty calls failing, whatever was before',
      [...times(100, success), ...times(10, fault)],
      'unreachable',
    ],
  ])('fails after %s', (_name, answers, reason) => {
    expect(following(answers.slice(0, -1)).kind).toBe('sound');
    expect(following(answers)).toMatchObject({ kind: 'failing', reason, since: now, probes: 0 });
  });

  it.each<[string, readonly AnswerClass[]]>([
    ['four throttles in a row', times(4, throttled)],
    ['throttles that an answer breaks', [...times(4, throttled), success, ...times(4, throttled)]],
    ['throttles that a fault of the request breaks', [...times(4, throttled), badInput, ...times(4, throttled)]],
    ['throttles and closed doors in turn', [throttled, blocked, throttled, blocked, throttled, blocked, throttled]],
    ['any number of bad requests', times(100, badInput)],
    ['nine calls without an answer', times(9, fault)],
  ])('stands %s', (_name, answers) => {
    expect(following(answers).kind).toBe('sound');
  });

  it('probes after pauses that double up to their longest, and never before the supplier allows', () => {
    const failing = following(times(5, throttled));
    const pauses = Array.from({ length: 10 }, (_, probes) => {
      const health = following(times(probes, fault), failing);
      return health.kind === 'failing' ? (health.probeAt.getTime() - now.getTime()) / 1_000 : 0;
    });
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
    const asked = following([{ ...throttled, retryAfterMs: 3_600_000 }], failing);
    expect(asked).toMatchObject({ probeAt: new Date(now.getTime() + 3_600_000) });
  });

  it('is sound again, without a past, after one answer that serves', () => {
    for (const answer of [success, badInput]) {
      const verdict = afterAnswer(following(times(5, throttled)), answer, { rules: healthRules, now, chance: 0 });
      expect(verdict).toEqual({ health: sound, change: 'recovered' });
    }
  });

  it('tells each change once, and remembers only so much, whatever comes', () => {
    const answers = fc.array(
      fc.constantFrom(throttled, noSession, refused, blocked, fault, malformed, badInput, success),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(answers, (all) => {
        let health: Health = sound;
        for (const answer of all) {
          const verdict = afterAnswer(health, answer, { rules: healthRules, now, chance: 0.5 });
          const changed = verdict.health.kind !== health.kind;
          expect(verdict.change !== undefined).toBe(changed);
          if (verdict.health.kind === 'sound')
            expect(verdict.health.recent.length).toBeLessThanOrEqual(healthRules.recentCalls);
          health = verdict.health;
        }
      }),
    );
  });
});
