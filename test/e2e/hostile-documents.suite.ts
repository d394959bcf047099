import { expect, it } from 'vitest';
import { type AttackSize, estimateUnderAttack, percentile } from './hostile-documents.scenario.ts';

/**
 * The bars of a run: what honest customers may wait, and how much longer the service may be silent
 * than without an attack.
 */
export interface AttackBars extends AttackSize {
  readonly p95Ms: (aloneMs: number) => number;
  readonly moreSilenceMs: number;
  /**
   * Names of hostile documents whose estimates may be under way at the end; the machine decides how
   * many are in a short run.
   */
  readonly maxUnended: number;
  readonly deadlineMs: number;
}

/**
 * Memory that a process which reads holds at most: its heap is bounded at 256 MiB, the rest is the
 * file and its parts.
 */
const maxReaderMb = 700;

/** What holds of honest customers while another one sends the worst documents known. */
export const hostileDocumentsSuite = ({ p95Ms, moreSilenceMs, maxUnended, deadlineMs, ...size }: AttackBars): void => {
  it(
    'ten customers have lists of 200 lines estimated in time, and /healthz answers, while an eleventh sends the worst documents known',
    async () => {
      const { alone, attacked, attack } = await estimateUnderAttack(size);
      const aloneMs = percentile(alone.tookMs, 0.95);
      const attackedMs = percentile(attacked.tookMs, 0.95);
      const silencesMs = [alone.silence.longestMs, attacked.silence.longestMs];
      process.stdout.write(`${JSON.stringify({ aloneMs, attackedMs, silencesMs, attack })}\n`);
      expect(attackedMs).toBeLessThan(p95Ms(aloneMs));
      expect(attacked.silence.longestMs).toBeLessThan(alone.silence.longestMs + moreSilenceMs);
      expect(attack.faults).toEqual([]);
      expect(attack.unended.length).toBeLessThanOrEqual(maxUnended);
      expect(attack.readerMb).toBeLessThan(maxReaderMb);
    },
    deadlineMs,
  );
};
