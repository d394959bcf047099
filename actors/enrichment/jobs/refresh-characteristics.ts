import {
  changeReport,
  isPrivate,
  privateOffers,
  type ReportedChange,
  visibleChangesOf,
} from '../../../domain/characteristics/change-report.ts';
import type { CharacteristicChange } from '../../../domain/characteristics/characteristic-diff.ts';
import type { CharacteristicStore, LanguageModel } from '../../../domain/enrichment/characteristic-ports.ts';
import type { JobResult, ModelUse } from '../../../domain/enrichment/job.ts';
import type { ClaimedJob, JobOutcome, RefreshSurvey } from '../../../domain/enrichment/ports.ts';
import type { WriteContext } from '../../../domain/store-context.ts';
import type { JobKind, StepOutcome } from '../job-kind.ts';
import { type AskingDependencies, askSuppliers, countsOf, orderOf } from './ask-suppliers.ts';

/**
 * Brings the characteristics of a target's products up to date, in three parts, each of which goes
 * on where a crash left it:
 *
 * - Suppliers that answer look-ups are asked, as for a refresh of observations. Those that cannot
 *   be asked do not fail the job: what they said before is read.
 * - `reading`: the rules read what offers say, some products at a time; every value is kept with
 *   its source.
 * - `completing`: a language model, where there is one, is asked about what no source states, one
 *   product a step. Whatever goes wrong there leaves what the rules have read, and the result says
 *   why the model was not asked, or not to the end.
 */

/** What the job needs from outside. */
export interface CharacteristicsDependencies extends AskingDependencies {
  readonly characteristics: CharacteristicStore;
  /** Undefined: none is configured. */
  readonly model: LanguageModel | undefined;
  readonly newContext: () => WriteContext;
}

/** What has been found so far. */
interface Tally {
  readonly survey: RefreshSurvey;
  readonly known: number;
  readonly products: number;
  readonly rejected: number;
  readonly added: number;
  readonly changed: number;
  readonly conflicts: number;
  readonly completed: number;
  readonly changes: readonly ReportedChange[];
  /** Changes for those alone who see the offers that contradict what is served. */
  readonly privately: readonly ReportedChange[];
}

type Checkpoint =
  | { readonly stage: 'reading'; readonly after: string | undefined; readonly tally: Tally }
  | {
      readonly stage: 'completing';
      readonly after: string | undefined;
      readonly tally: Tally;
      readonly asked: number;
      readonly malformed: boolean;
    };

const productsAtOnce = 50;

/** Changes that are told one by one; the others are counted. */
const maxReportedChanges = 100;

/**
 * So long after its start a job asks no language model any more: it is to end well before its time
 * limit.
 */
const modelTimeMs = 8 * 60_000;

const isOwn = (checkpoint: unknown): checkpoint is Checkpoint => {
  const stage = (checkpoint as { readonly stage?: string } | undefined)?.stage;
  return stage === 'reading' || stage === 'completing';
};

/**
 * What is counted is what everybody may see: not what only customers' own credentials say
 * otherwise.
 */
const counted = (tally: Tally, found: readonly CharacteristicChange[]): Tally => {
  const changes = found.map(changeReport);
  const told = changes.filter((change) => !isPrivate(change));
  const isPublic = ({ source }: ReportedChange['served']): boolean => source.privateOfferId === undefined;
  return {
    ...tally,
    added: tally.added + told.filter(({ kind }) => kind === 'added').length,
    changed: tally.changed + told.filter(({ kind }) => kind === 'changed').length,
    conflicts: tally.conflicts + told.filter(({ contradicting }) => contradicting.some(isPublic)).length,
    changes: [...tally.changes, ...told].slice(0, maxReportedChanges),
    privately: [...tally.privately, ...changes.filter(isPrivate)].slice(0, maxReportedChanges),
  };
};

const continueFrom = (checkpoint: Checkpoint): StepOutcome => {
  const { products, known } = checkpoint.tally;
  return { kind: 'continues', progress: { done: products, known: known + 1 }, checkpoint, waitMs: 0 };
};

const resultOf = (
  { survey: _survey, changes, known: _known, privately, ...counts }: Tally,
  {
    survey,
    languageModel,
    offerIds,
  }: { survey: RefreshSurvey; languageModel: ModelUse; offerIds: ReadonlySet<string> },
): JobResult => ({
  counts: { ...countsOf(survey), ...counts },
  changes: [],
  characteristics: {
    changes: visibleChangesOf([...changes, ...privately], offerIds).slice(0, maxReportedChanges),
    languageModel,
  },
});

/** Each customer is told by its own survey, and by the offers that it sees. */
const done = async (
  { requests }: CharacteristicsDependencies,
  claimed: ClaimedJob,
  tally: Tally,
  languageModel: ModelUse,
): Promise<StepOutcome> => {
  const { byCustomer } = await requests.survey(orderOf(claimed));
  const seen = await requests.visibleOffersByCustomer(
    claimed.job.id,
    privateOffers([...tally.changes, ...tally.privately]),
  );
  const none: ReadonlySet<string> = new Set();
  const toldTo = ([customerId, survey]: [string, RefreshSurvey]): [string, JobOutcome] => {
    const offerIds = seen.get(customerId) ?? none;
    return [customerId, { kind: 'completed', result: resultOf(tally, { survey, languageModel, offerIds }) }];
  };
  return {
    kind: 'done',
    result: resultOf(tally, { survey: tally.survey, languageModel, offerIds: none }),
    told: new Map([...byCustomer].map(toldTo)),
  };
};

const nothingFound = {
  products: 0,
  rejected: 0,
  added: 0,
  changed: 0,
  conflicts: 0,
  completed: 0,
  changes: [],
  privately: [],
};

const ask = async (deps: CharacteristicsDependencies, claimed: ClaimedJob): Promise<StepOutcome> => {
  const outcome = await askSuppliers(claimed, deps);
  if (outcome.kind === 'continues') return outcome;
  const survey = (await deps.requests.survey(orderOf(claimed))).all;
  const known = await deps.characteristics.count(claimed.job.target);
  return continueFrom({ stage: 'reading', after: undefined, tally: { survey, known, ...nothingFound } });
};

const read = async (
  deps: CharacteristicsDependencies,
  claimed: ClaimedJob,
  { after, tally }: Extract<Checkpoint, { stage: 'reading' }>,
): Promise<StepOutcome> => {
  const { target } = claimed.job;
  const batch = await deps.characteristics.refresh(target, after, productsAtOnce, deps.newContext());
  const { products, rejected, changes, lastProductId } = batch;
  const next = counted({ ...tally, products: tally.products + products, rejected: tally.rejected + rejected }, changes);
  if (lastProductId !== undefined) return continueFrom({ stage: 'reading', after: lastProductId, tally: next });
  if (deps.model === undefined) return done(deps, claimed, next, 'off');
  return continueFrom({ stage: 'completing', after: undefined, tally: next, asked: 0, malformed: false });
};

const complete = async (
  deps: CharacteristicsDependencies,
  claimed: ClaimedJob,
  checkpoint: Extract<Checkpoint, { stage: 'completing' }>,
  signal: AbortSignal,
): Promise<StepOutcome> => {
  const { characteristics, model } = deps;
  const { after, tally, asked, malformed } = checkpoint;
  const { job, startedAt } = claimed;
  if (model === undefined) return done(deps, claimed, tally, 'off');
  if (deps.now().getTime() - startedAt.getTime() > modelTimeMs) return done(deps, claimed, tally, 'no_time');
  const question = await characteristics.question(job.target, after);
  if (question === undefined) {
    if (malformed) return done(deps, claimed, tally, 'malformed');
    return done(deps, claimed, tally, asked === 0 ? 'nothing_to_ask' : 'asked');
  }
  const reading = await model.read(question, signal);
  const next = { ...checkpoint, after: question.productId, asked: asked + 1 };
  switch (reading.kind) {
    case 'over_budget':
      return done(deps, claimed, tally, 'over_budget');
    case 'fault':
      return reading.fault === 'malformed'
        ? continueFrom({ ...next, malformed: true })
        : done(deps, claimed, tally, reading.fault);
    case 'answered': {
      const answered = { question, values: reading.values, model: reading.model, now: deps.now() };
      const changes = await characteristics.answer(answered, deps.newContext());
      const completed = tally.completed + changes.filter(({ kind }) => kind === 'added').length;
      return continueFrom({ ...next, tally: counted({ ...tally, completed }, changes) });
    }
  }
};

/** Refreshes the characteristics of the products that a target names. */
export const refreshCharacteristics = (deps: CharacteristicsDependencies): JobKind => ({
  step: (claimed, signal) => {
    const { checkpoint } = claimed;
    if (!isOwn(checkpoint)) return ask(deps, claimed);
    return checkpoint.stage === 'reading'
      ? read(deps, claimed, checkpoint)
      : complete(deps, claimed, checkpoint, signal);
  },
});
