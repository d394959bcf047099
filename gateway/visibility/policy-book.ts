/**
 * The visibility policies of one process: each condition compiled once, and what each caller
 * sees by them kept until the next revision or until a policy begins or ends by its dates.
 *
 * The book is read from the store at the start, and again whenever it is told to; while the store
 * does not answer, what was read last holds on. A policy that does not compile any more restricts
 * whatever it could restrict, and is counted and logged.
 */
import { createLatestLoad } from '../../concurrency/latest-load.ts';
import type { Caller } from '../../domain/callers/caller.ts';
import { periodIndexOf } from '../../domain/period-index.ts';
import { type CallerPolicies, callerPoliciesOf } from '../../domain/visibility/caller-policies.ts';
import { type CompiledPolicies, compilePolicies } from '../../domain/visibility/compile.ts';
import type { StoredPolicies, VisibilityPolicyStore } from '../../domain/visibility/ports.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { type CallerMap, createCallerMap } from '../auth/caller-map.ts';
import type { VisibilityMetrics } from './verdict-metrics.ts';

/** What callers see by the policies as they were read last. */
export interface PolicyBook {
  /**
   * What the caller sees at the instant; undefined: everything, because there is no policy at all.
   */
  callerPoliciesOf(caller: Caller, now: Date): CallerPolicies | undefined;
  /** Between two instants of one period no policy begins or ends by its dates. */
  era(at: Date): number;
  /** How many of them do not compile. */
  broken(): number;
  /**
   * Reads the policies again if they have changed. What was stored before the call is in force when
   * it resolves. Rejects when the store does not answer, `unavailable` when it hangs.
   */
  refresh(): Promise<void>;
}

/** Dependencies of a book. */
export interface PolicyBookDependencies {
  readonly store: Pick<VisibilityPolicyStore, 'all' | 'revision'>;
  readonly metrics: VisibilityMetrics;
  readonly log: Logger;
  /** Called when other policies are in force. */
  readonly onChange?: (() => void) | undefined;
}

/** The longest that reading the policies may take. */
const loadDeadlineMs = 10_000;

/** Callers whose policies are kept; the one kept longest goes first. */
const maxCallers = 10_000;

/** Policies of callers under one revision. */
interface Edition {
  readonly compiled: CompiledPolicies;
  readonly era: (at: Date) => number;
  readonly ofCallers: CallerMap<CallerPolicies>;
}

const isOver = ({ until }: CallerPolicies, now: Date): boolean => until !== undefined && until <= now;

const editionOf = (
  { policies }: StoredPolicies,
  before: Edition | undefined,
  { metrics, log }: Pick<PolicyBookDependencies, 'metrics' | 'log'>,
): Edition | undefined => {
  if (policies.length === 0) return undefined;
  const startedAtMs = performance.now();
  const compiled = compilePolicies(policies, before?.compiled);
  metrics.compileDuration.observe((performance.now() - startedAtMs) / 1_000);
  metrics.compileErrors.inc(compiled.broken.length);
  for (const { policy, error } of compiled.broken) {
    log.error('visibility.policy.broken', { policy_id: policy.id, version: policy.version, reason: error.message });
  }
  const dates = policies.flatMap(({ validFrom, validUntil }) => [validFrom, validUntil]);
  const era = periodIndexOf(dates.flatMap((date) => date?.getTime() ?? []));
  return { compiled, era, ofCallers: createCallerMap(maxCallers) };
};

/** Opens a book without policies; `refresh` fills it. */
export const createPolicyBook = ({ store, metrics, log, onChange }: PolicyBookDependencies): PolicyBook => {
  let revision: string | undefined;
  let edition: Edition | undefined;

  const load = async (signal: AbortSignal): Promise<() => void> => {
    if (revision !== undefined && (await store.revision({ signal })) === revision) return () => undefined;
    const stored = await store.all({ signal });
    return () => {
      edition = editionOf(stored, edition, { metrics, log });
      revision = stored.revision;
      onChange?.();
    };
  };

  return {
    callerPoliciesOf: (caller, now) => {
      if (edition === undefined) return undefined;
      const { compiled, ofCallers } = edition;
      const known = ofCallers.get(caller);
      if (known !== undefined && !isOver(known, now)) {
        metrics.cacheHits.inc();
        return known;
      }
      metrics.cacheMisses.inc();
      const callerPolicies = callerPoliciesOf(compiled, caller, now, (kind) =>
        metrics.undecided.inc({ target_kind: kind }),
      );
      ofCallers.set(caller, callerPolicies);
      return callerPolicies;
    },
    era: (at) => edition?.era(at) ?? 0,
    broken: () => edition?.compiled.broken.length ?? 0,
    refresh: createLatestLoad({ what: 'visibility policies', deadlineMs: loadDeadlineMs, load }),
  };
};
