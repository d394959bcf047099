import { startPeriodic } from '../../concurrency/periodic.ts';
import { dayMs, hourMs } from '../../domain/duration.ts';
import { type AuditDesk, createAuditDesk } from '../audit/audit-desk.ts';
import { createRefusalTally } from '../audit/refusal-tally.ts';
import type { Config } from '../config/config.ts';
import type { Surroundings } from './worker-dependencies.ts';

type Dependencies = Surroundings<'audit', 'log' | 'now' | 'teardown'>;

/** How often refusals of ended minutes are written. */
const flushMs = 5_000;
const flushDeadlineMs = 15_000;

/**
 * Starts to record what comes in at the edges of a process. What was counted is written when it
 * ends in good order.
 */
export const startAuditDesk = ({ stores, log, now, teardown }: Dependencies): AuditDesk => {
  const trail = stores.audit;
  const tally = createRefusalTally({ append: trail.append, now });
  const onError = (error: unknown): void => log.warn('audit.failed', { err: error });
  const flushing = startPeriodic({
    what: 'recording of refusals',
    everyMs: flushMs,
    deadlineMs: flushDeadlineMs,
    work: () => tally.flush(),
    onError,
  });
  teardown.add('audit', async () => {
    await flushing.stop();
    await tally.flush(true).catch(onError);
  });
  return createAuditDesk({
    trail,
    tally,
    onFailed: (error, { actor, origin, operation, outcome, reason, requestId, target }) =>
      log.error('audit.failed', {
        err: error,
        ...{ actor, origin, operation, outcome, reason, request_id: requestId, target_id: target?.id },
      }),
  });
};

/** Records that one cut takes away; the rest is for the next. */
const cutAtOnce = 50_000;

/**
 * Tells the newest record every hour, for an operator to keep elsewhere, and takes away those past
 * their time every day.
 */
export const startAuditUpkeep = (
  { auditRetentionDays }: Pick<Config, 'auditRetentionDays'>,
  surroundings: Dependencies,
): void => {
  const {
    stores: { audit },
    log,
    now,
    teardown,
  } = surroundings;
  const telling = startPeriodic({
    what: 'telling of the newest audit record',
    everyMs: hourMs,
    deadlineMs: flushDeadlineMs,
    isDueNow: true,
    work: async (signal) => {
      const head = await audit.head({ signal });
      if (head !== undefined) log.info('audit.head', { position: head.position.toString(), hash: head.hash });
    },
    onError: (error) => log.warn('audit.failed', { err: error }),
  });
  teardown.add('audit head', telling.stop);
  if (auditRetentionDays === undefined) return;
  const cutting = startPeriodic({
    what: 'cutting of the audit trail',
    everyMs: dayMs,
    deadlineMs: hourMs,
    isDueNow: true,
    work: (signal) => cutAll(surroundings, new Date(now().getTime() - auditRetentionDays * dayMs), signal),
    onError: (error) => log.warn('audit.cut.failed', { err: error }),
  });
  teardown.add('audit retention', cutting.stop);
};

const cutAll = async ({ stores: { audit }, log }: Dependencies, before: Date, signal: AbortSignal): Promise<void> => {
  let cut: number;
  do {
    cut = await audit.cut(before, cutAtOnce);
    if (cut > 0) log.info('audit.cut', { record_count: cut, before: before.toISOString() });
  } while (cut === cutAtOnce && !signal.aborted);
};
