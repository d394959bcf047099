import type { ReportedChange, ReportedValue } from '../../domain/characteristics/change-report.ts';
import type { EnrichmentJob as Job } from '../../domain/enrichment/job.ts';
import { targetFields } from '../../domain/enrichment/target.ts';
import type {
  CharacteristicChange,
  CharacteristicValue,
  EnrichmentJob,
} from '../../proto/gen/svc/public/v1/enrichment.ts';

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

/** A job in the words of the contract. */
export const toEnrichmentJob = ({ id, type, target, priority, createdAt, shown, state }: Job): EnrichmentJob => ({
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
});
