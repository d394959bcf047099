import { describe, expect, it } from 'vitest';
import {
  confirmationSubject,
  eventSubjects,
  givenPricesSubject,
  observationSubject,
} from '../../../../domain/events.ts';
import { subjectMatches } from '../../../../streams/bus/delivery/subject.ts';
import { streamNames, streamOf, streamSubjects } from '../../../../streams/bus/delivery/topology.ts';

describe('subjects', () => {
  it.each([
    ['a.b', 'a.b', true],
    ['a.b', 'a.c', false],
    ['a.b', 'a', false],
    ['a', 'a.b', false],
    ['a.*', 'a.b', true],
    ['a.*', 'a', false],
    ['a.*', 'a.b.c', false],
    ['*.b', 'a.b', true],
    ['a.>', 'a.b', true],
    ['a.>', 'a.b.c', true],
    ['a.>', 'a', false],
    ['>', 'a', true],
  ])('the pattern %s against %s is %s', (pattern, subject, matches) => {
    expect(subjectMatches(pattern, subject)).toBe(matches);
  });

  it('are stored by exactly one stream each', () => {
    const subjects = [
      observationSubject,
      confirmationSubject,
      givenPricesSubject,
      ...Object.values(eventSubjects),
      `dead.${observationSubject}`,
    ];
    for (const subject of subjects) {
      const streams = streamNames.filter((name) => streamSubjects[name].some((each) => subjectMatches(each, subject)));
      expect(streams).toEqual([streamOf(subject)]);
    }
    expect(() => streamOf('state.offers')).toThrow(RangeError);
  });
});
