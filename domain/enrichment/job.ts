import type { ReportedChange } from '../characteristics/change-report.ts';
import type { ModelFault } from '../characteristics/model-fault.ts';
import type { Priority } from '../priority.ts';
import type { LookupCost, MaxLookupCost } from '../wants/lookup-cost.ts';
import type { JobType } from './job-type.ts';
import type { JobTarget } from './target.ts';

/**
 * The life cycle of an enrichment job: queued, started, then completed or failed. A final state
 * never changes. Everything that anyone sees of a job follows from this value.
 */

/** Why a job failed. */
export const jobFailures = ['timeout', 'cancelled', 'unreachable', 'internal'] as const;

/**
 * Why a job failed: its time was over; the last who wanted it cancelled it; no credential that
 * could be asked works at present; or a fault of the service.
 */
export type JobFailure = (typeof jobFailures)[number];

/** The work of a job in units of its type. */
export interface JobProgress {
  readonly done: number;
  /** As far as is known yet; 0 before the first look. */
  readonly known: number;
}

/**
 * One offer's way to the maker, changed: the field of its trace, before and after; undefined: no
 * such party.
 */
export interface TraceChange {
  readonly offerId: string;
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * What became of asking a language model: there is none; nothing was left to ask; it was asked, and
 * all it answered was read; the tokens of the day are spent; the job had no time left for it; or
 * why it gave no answer.
 */
export type ModelUse = 'off' | 'nothing_to_ask' | 'asked' | 'over_budget' | 'no_time' | ModelFault;

/** What a refresh of characteristics came to. */
export interface CharacteristicResult {
  /** The first of them; `counts` has them all. */
  readonly changes: readonly ReportedChange[];
  readonly languageModel: ModelUse;
}

/**
 * What a completed job came to: counts by name, and the changes of traces or of characteristics
 * where it is about those.
 */
export interface JobResult {
  readonly counts: Readonly<Record<string, number>>;
  /** The first of them; `counts` has them all. */
  readonly changes: readonly TraceChange[];
  /** Left out by jobs of other types. */
  readonly characteristics?: CharacteristicResult;
  /** What look-ups of wanted parts cost; left out by jobs about anything else. */
  readonly lookupCosts?: readonly LookupCost[];
}

/** Where a job stands. */
export type JobState =
  | { readonly kind: 'queued' }
  | { readonly kind: 'started'; readonly startedAt: Date }
  | { readonly kind: 'completed'; readonly startedAt: Date; readonly finishedAt: Date; readonly result: JobResult }
  | {
      readonly kind: 'failed';
      /** Undefined when it was cancelled before its start. */
      readonly startedAt: Date | undefined;
      readonly finishedAt: Date;
      readonly reason: JobFailure;
    };

/** A job. */
export interface EnrichmentJob {
  readonly id: string;
  readonly type: JobType;
  readonly target: JobTarget;
  readonly priority: Priority;
  readonly createdAt: Date;
  /** Grows with every change. */
  readonly version: number;
  /** What is shown, from 0 to 1: work done over work known, but never less than it was. */
  readonly shown: number;
  /** What the one whom it is shown allows look-ups to cost; left out: as much as they take. */
  readonly maxLookupCost?: MaxLookupCost;
  readonly state: JobState;
}

/** Whether nothing will change any more. */
export const isFinal = ({ state }: Pick<EnrichmentJob, 'state'>): boolean =>
  state.kind === 'completed' || state.kind === 'failed';

/**
 * What to show after a step: as far as the work has come, short of the end, and never less than
 * before.
 */
export const reportedProgress = (shown: number, { done, known }: JobProgress): number =>
  Math.max(shown, known === 0 ? 0 : Math.min(done / known, maxUnfinishedProgress));

/** Only a completed job shows 1. */
const maxUnfinishedProgress = 0.99;
