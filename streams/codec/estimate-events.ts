import { estimateFailures } from '../../domain/estimate/estimate.ts';
import type { EstimateEvent } from '../../domain/estimate/events.ts';
import { optimizationModes } from '../../domain/estimate/modes/modes.ts';
import {
  EstimateDeleted,
  EstimateError,
  EstimateOptimizing,
  EstimateReady,
  EstimateStarted,
} from '../../proto/gen/svc/events/v1/estimate.ts';
import type { EventCodecs } from './event-codec.ts';
import { count, enumValue, type Fields, integer, integers, maxInt32, optionalText, text } from './fields.ts';

/** Which estimate, and the version that it has since. */
const versioned = (fields: Fields) => ({
  estimateId: text(fields, 'estimate_id'),
  version: integer(fields, 'version', { min: 1, max: maxInt32 }),
});

/** Codecs of what becomes of estimates. */
export const estimateCodecs: Pick<EventCodecs, EstimateEvent['type']> = {
  'estimate.started': {
    toJson: ({ estimateId, customerId, mode }) =>
      EstimateStarted.toJSON({ estimateId, customerId, optimizationMode: mode }),
    read: (fields) => ({
      type: 'estimate.started',
      estimateId: text(fields, 'estimate_id'),
      customerId: text(fields, 'customer_id'),
      mode: enumValue(fields, 'optimization_mode', optimizationModes),
    }),
  },
  'estimate.optimizing': {
    toJson: ({ estimateId, version, lines, unresolved }) =>
      EstimateOptimizing.toJSON({ estimateId, version, lineCount: lines, unresolvedCount: unresolved }),
    read: (fields) => ({
      type: 'estimate.optimizing',
      ...versioned(fields),
      lines: count(fields, 'line_count'),
      unresolved: count(fields, 'unresolved_count'),
    }),
  },
  'estimate.ready': {
    toJson: ({ estimateId, version, total, currency, changedLines }) =>
      EstimateReady.toJSON({ estimateId, version, total, currency, changedLines: [...changedLines] }),
    read: (fields) => ({
      type: 'estimate.ready',
      ...versioned(fields),
      total: text(fields, 'total'),
      currency: optionalText(fields, 'currency') ?? '',
      changedLines: integers(fields, 'changed_lines'),
    }),
  },
  'estimate.error': {
    toJson: ({ estimateId, version, reason }) => EstimateError.toJSON({ estimateId, version, reason }),
    read: (fields) => ({
      type: 'estimate.error',
      ...versioned(fields),
      reason: enumValue(fields, 'reason', estimateFailures),
    }),
  },
  'estimate.deleted': {
    toJson: ({ estimateId }) => EstimateDeleted.toJSON({ estimateId }),
    read: (fields) => ({ type: 'estimate.deleted', estimateId: text(fields, 'estimate_id') }),
  },
};
