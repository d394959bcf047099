import { expect, it } from 'vitest';
import { judgeWalks } from '../../../actors/connector/judge-walks.ts';
import type { Judging, OfferWithdrawals } from '../../../domain/ingestion/ports.ts';
import { noRows } from '../../../domain/ingestion/row-tally.ts';
import type { FullWalk } from '../../../domain/ingestion/withdrawal.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import { untraced } from '../../support/event-samples.ts';
import { noon } from '../../support/offers.ts';
import { recordingLogger } from '../../support/recording-logger.ts';

const walkOf = (supplierId: string): FullWalk => ({
  runId: `run_${supplierId}`,
  supplierId,
  credentialId: `crd_${supplierId}`,
  startedAt: noon,
  rows: noRows,
});

const nothing = { judgement: 'nothing_missed', known: 5, missed: 0, seen: 5, withdrawn: 0 } as const;

/** Judges the walks of three suppliers; returns whose were judged well, and the log. */
const judged = async (judge: (walk: FullWalk, judging: Judging) => void, stop = new AbortController()) => {
  const done: string[] = [];
  const lines: object[] = [];
  const record = (event: string, fields: object = {}): void => void lines.push({ event, ...fields });
  const log: Logger = { ...recordingLogger(), info: record, warn: record };
  const withdrawals: OfferWithdrawals = {
    unjudged: async () => ['acme', 'borealis', 'corvus'].map(walkOf),
    judge: async (walk, judging) => {
      judge(walk, judging);
      done.push(walk.supplierId);
      return nothing;
    },
  };
  const deps = {
    withdrawals,
    waiting: async () => new Map(),
    onWithdrawn: () => undefined,
    newContext: () => untraced,
    log,
    now: () => noon,
  };
  const outcome = await judgeWalks(deps, stop.signal).then(
    () => 'ended',
    (error: unknown) => error,
  );
  return { done, lines, outcome };
};

it('says once of each walk what was found', async () => {
  const { lines, done } = await judged(() => undefined);
  expect(done).toEqual(['acme', 'borealis', 'corvus']);
  expect(lines).toHaveLength(3);
  const walk = { supplier: 'acme', credential_ref: 'crd_acme', run_id: 'run_acme' };
  expect(lines[0]).toEqual({ event: 'ingestion.walk.judged', ...walk, ...nothing });
});

it('a walk that cannot be judged keeps no other from being judged', async () => {
  const { done, lines, outcome } = await judged(({ supplierId }) => {
    if (supplierId === 'acme') throw new Error('canceling statement due to statement timeout');
  });
  expect([done, outcome]).toEqual([['borealis', 'corvus'], 'ended']);
  const judgedWell = { event: 'ingestion.walk.judged' };
  expect(lines).toMatchObject([{ event: 'ingestion.walks.failed', supplier: 'acme' }, judgedWell, judgedWell]);
});

it('a stop ends it in the middle of a walk, and is no failure of the walk', async () => {
  const stop = new AbortController();
  const { done, lines, outcome } = await judged((_, { signal }) => {
    stop.abort(new Error('stopped'));
    signal.throwIfAborted();
  }, stop);
  expect([done, outcome, lines]).toEqual([[], new Error('stopped'), []]);
});
