import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Directive, FaultClass } from '../../../actors/runtime/handle.ts';
import { classifyFault, defaultSupervision, type Fault } from '../../../actors/runtime/supervision.ts';
import { Failure, unavailable } from '../../../domain/errors.ts';

const fault = (changes: Partial<Fault>): Fault => ({
  supervision: defaultSupervision,
  error: new Error('bug'),
  hasState: true,
  restarts: [],
  nowMs: 1_000_000,
  random: () => 0.5,
  ...changes,
});
const always = (directive: Directive) => ({
  ...defaultSupervision,
  directives: { transient: directive, poison: directive, fatal: directive },
});

describe('the default supervision', () => {
  test.each<[string, unknown, FaultClass]>([
    ['a store that does not answer', unavailable('store', 1), 'transient'],
    ['a bad message', new Failure('invalid_argument', 'no'), 'poison'],
    ['an outdated copy', new Failure('conflict', 'no'), 'fatal'],
    ['a bug', new TypeError('undefined is not a function'), 'fatal'],
    ['something that is not an error', 'text', 'fatal'],
  ])('classifies %s', (_name, error, faultClass) => {
    expect(classifyFault(fault({ error })).faultClass).toBe(faultClass);
  });

  test('resumes after what leaves the state sound and restarts after the rest', () => {
    expect(classifyFault(fault({ error: unavailable('store', 1) })).verdict).toEqual({ kind: 'resume' });
    expect(classifyFault(fault({})).verdict).toMatchObject({ kind: 'restart' });
  });
});

test('a classifier that throws counts as fatal', () => {
  const classify = () => {
    throw new Error('broken classifier');
  };
  expect(classifyFault(fault({ supervision: { ...defaultSupervision, classify } })).faultClass).toBe('fatal');
});

test('stop and escalate are carried out whatever the history', () => {
  expect(classifyFault(fault({ supervision: always('stop') })).verdict).toEqual({ kind: 'stop' });
  expect(classifyFault(fault({ supervision: always('escalate') })).verdict).toEqual({ kind: 'escalate' });
});

test('without a state, resuming means to restart', () => {
  expect(classifyFault(fault({ supervision: always('resume'), hasState: false })).verdict).toMatchObject({
    kind: 'restart',
  });
});

test('one restart more than allowed within the window escalates; older restarts do not count', () => {
  const nowMs = 1_000_000;
  const recent = [1, 2, 3, 4, 5].map((second) => nowMs - second * 1_000);
  expect(classifyFault(fault({ nowMs, restarts: recent })).verdict).toEqual({ kind: 'escalate' });
  const [newest = 0, ...rest] = recent;
  const old = rest.map((atMs) => atMs - defaultSupervision.windowMs);
  expect(classifyFault(fault({ nowMs, restarts: [...old, newest] })).verdict).toMatchObject({
    kind: 'restart',
    restarts: [newest, nowMs],
  });
});

test('the back-off doubles with each restart, stays between half and the whole, and never exceeds its maximum', () => {
  const supervision = { ...defaultSupervision, maxRestarts: 100 };
  const { initialMs, maxMs } = supervision.backoff;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (before, luck) => {
      const restarts = Array.from({ length: before }, () => 1_000_000);
      const { verdict } = classifyFault(fault({ supervision, restarts, random: () => luck }));
      const fullMs = Math.min(maxMs, initialMs * 2 ** before);
      expect(verdict.kind === 'restart' && verdict.delayMs).toBeCloseTo(fullMs * (0.5 + luck / 2), 6);
    }),
  );
});
