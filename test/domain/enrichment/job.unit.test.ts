import { describe, expect, it } from 'vitest';
import { isFinal, reportedProgress } from '../../../domain/enrichment/job.ts';

describe('the progress of a job', () => {
  it.each<[shown: number, done: number, known: number, reported: number]>([
    [0, 0, 0, 0],
    [0, 1, 4, 0.25],
    [0.5, 1, 4, 0.5],
    [0.5, 0, 0, 0.5],
    // Only what is completed is done: the last step shows less than all.
    [0, 4, 4, 0.99],
    [0.995, 4, 4, 0.995],
  ])('of %d, with %d done of %d, is %d', (shown, done, known, reported) => {
    expect(reportedProgress(shown, { done, known } as never)).toBe(reported);
  });

  it('ends when it is completed or has failed', () => {
    const kinds = ['queued', 'started', 'completed', 'failed'] as const;
    expect(kinds.map((kind) => isFinal({ state: { kind } } as never))).toEqual([false, false, true, true]);
  });
});
