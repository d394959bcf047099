import type { EstimateDraft } from '../../domain/estimate/draft.ts';
import type {
  Estimate,
  EstimateFailure,
  EstimateState,
  EstimateStatus,
  EstimateSummary,
} from '../../domain/estimate/estimate.ts';
import type { EstimateOutcome } from '../../domain/estimate/outcome.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import type { AnySql } from '../pool/pool.ts';

/** A row of `estimate` as far as it is shown. */
export interface EstimateRow extends Omit<Estimate, 'state'> {
  readonly status: EstimateStatus;
  readonly draft: EstimateDraft | null;
  readonly outcome: EstimateOutcome | null;
  readonly changedLines: readonly number[];
  readonly failure: EstimateFailure | null;
  readonly failureDetail: string | null;
}

/** Its columns. */
export const estimateColumns = (sql: AnySql) => sql`
  estimate.id, estimate.customer_id as "customerId", estimate.request, estimate.status, estimate.version,
  estimate.created_at as "createdAt", estimate.draft, estimate.outcome, estimate.changed_lines as "changedLines",
  estimate.failure, estimate.failure_detail as "failureDetail"`;

const present = <Value>(value: Value | null, what: string): Value => {
  if (value === null) throw new TypeError(`an estimate lacks its ${what}`);
  return value;
};

const stateOf = (row: EstimateRow): EstimateState => {
  switch (row.status) {
    case 'parsing':
      return { kind: 'parsing' };
    case 'optimizing':
      return { kind: 'optimizing', draft: present(row.draft, 'lines'), outcome: row.outcome ?? undefined };
    case 'ready':
      return {
        kind: 'ready',
        draft: present(row.draft, 'lines'),
        outcome: present(row.outcome, 'outcome'),
        changedLines: row.changedLines,
      };
    case 'error':
      return {
        kind: 'error',
        reason: present(row.failure, 'reason'),
        detail: row.failureDetail ?? undefined,
        draft: row.draft ?? undefined,
      };
  }
};

/** The estimate of a row. */
export const estimateOf = (row: EstimateRow): Estimate => ({
  id: row.id,
  customerId: row.customerId,
  request: row.request,
  createdAt: row.createdAt,
  version: row.version,
  state: stateOf(row),
});

/** A row of a list. */
export interface SummaryRow extends Nullable<Omit<EstimateSummary, 'lines'>> {
  readonly lineCount: number | null;
  readonly boughtCount: number | null;
  readonly unresolvedCount: number | null;
}

/** Its columns. */
export const summaryColumns = (sql: AnySql) => sql`
  id, created_at as "createdAt", version, status, mode,
  source_name as "sourceName", total, currency, line_count as "lineCount",
  bought_count as "boughtCount", unresolved_count as "unresolvedCount", failure`;

/** The summary of a row. */
export const summaryOf = ({ lineCount, boughtCount, unresolvedCount, ...row }: SummaryRow): EstimateSummary => ({
  ...withoutNulls<Omit<EstimateSummary, 'lines'>>(row),
  lines:
    lineCount === null ? undefined : { total: lineCount, bought: boughtCount ?? 0, unresolved: unresolvedCount ?? 0 },
});
