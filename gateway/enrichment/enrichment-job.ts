import type { ReportedChange, ReportedValue } from '../../domain/characteristics/change-report.ts';
import type { EnrichmentJob as Job } from '../../domain/enrichment/job.ts';
import { targetFields } from '../../domain/enrichment/target.ts';
import type { LookupCost } from '../../domain/wants/lookup-cost.ts';
import type {
  CharacteristicChange,
  CharacteristicValue,
  EnrichmentJob,
} from '../../proto/gen/svc/public/v1/enrichment.ts';
import { toLookupCost } from '../request/lookup-cost.ts';

const toValue = ({ text, source }: ReportedValue): CharacteristicValue => ({
  value: text,
  source: source.kind,
  supplierId: source.supplierId ?? '',
  credentialScope: source.credentialScope ?? '',
  field: source.field ?? '',
  model: source.model ?? '',
  statedAt: source.statedAt === undefined ? undefined : new Date(source.statedAt),
});

const toCharacteristicChange = (change: ReportedChange): CharacteristicChange => ({
  productId: change.productId,
  name: change.name,
  change: change.kind,
  before: change.before ?? '',
  served: toValue(change.served),
  contradicting: change.contradicting.map(toValue),
});

const costsOf = ({ state }: Job): readonly LookupCost[] =>
  state.kind === 'completed' ? (state.result.lookupCosts ?? []) : [];

/**
 * A job in the words of the contract; `costs`: what its look-ups are expected to cost, while it has
 * not ended.
 */
export const toEnrichmentJob = (job: Job, costs: readonly LookupCost[] = costsOf(job)): EnrichmentJob => {
  const { id, type, target, priority, createdAt, shown, state } = job;
  return {
    id,
    type,
    status: state.kind,
    progress: shown,
    createdAt,
    startedAt: state.kind === 'queued' ? undefined : state.startedAt,
    finishedAt: state.kind === 'completed' || state.kind === 'failed' ? state.finishedAt : undefined,
    target: { ...targetFields(target) },
    priority,
    failureReason: state.kind === 'failed' ? state.reason : '',
    counts: state.kind === 'completed' ? { ...state.result.counts } : {},
    supplyChainChanges:
      state.kind === 'completed'
        ? state.result.changes.map(({ offerId, field, before, after }) => ({
            offerId,
            field,
            before: before ?? '',
            after: after ?? '',
          }))
        : [],
    characteristicChanges:
      state.kind === 'completed' ? (state.result.characteristics?.changes ?? []).map(toCharacteristicChange) : [],
    languageModel: state.kind === 'completed' ? (state.result.characteristics?.languageModel ?? '') : '',
    lookupCosts: costs.map(toLookupCost(true)),
  };
};
