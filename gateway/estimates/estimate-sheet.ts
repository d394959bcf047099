import { Failure } from '../../domain/errors.ts';
import type { DraftLine, EstimateDraft } from '../../domain/estimate/draft.ts';
import type { Estimate } from '../../domain/estimate/estimate.ts';
import type { SheetRow } from '../../domain/estimate/parse/sheet-as-read.ts';
import type { EstimateSheet, SheetRow as RowMessage } from '../../proto/gen/svc/public/v1/estimate.ts';
import { toTableMap } from './estimate.ts';
import { own } from './own-estimate.ts';
import type { EstimateUseCaseDependencies, EstimateUseCases } from './use-cases.ts';

/** The sheet that an estimate was read from, row by row, with what each was taken for. */

/** Kinds of rows, in the words of the contract. */
export const sheetRowKinds = ['heading', 'line', 'skipped', 'outside'] as const;

/** What a row was taken for; all that is left out says nothing. */
type Taken = Pick<RowMessage, 'kind' | 'skippedReason' | 'lineNumber' | 'doubts'>;

const taken = (kind: (typeof sheetRowKinds)[number], fields: Partial<Taken> = {}): Taken => ({
  skippedReason: '',
  lineNumber: 0,
  doubts: [],
  ...fields,
  kind,
});

const takenAsLine = ({ number, doubts }: DraftLine): Taken =>
  taken('line', { lineNumber: number, doubts: doubts.map(({ code, text }) => ({ code, text })) });

/** By rows, what they were taken for; a row of several lines has the first of them. */
const takenRows = ({ lines, detected, sheet }: EstimateDraft): ReadonlyMap<number, Taken> => {
  const heading = detected?.map?.headerRow;
  return new Map<number, Taken>([
    ...(heading === undefined ? [] : [[heading, taken('heading')] as const]),
    ...(sheet?.skipped ?? []).map(({ row, reason }) => [row, taken('skipped', { skippedReason: reason })] as const),
    ...lines.toReversed().map((line) => [line.row, takenAsLine(line)] as const),
  ]);
};

const toRow = ({ row, cells }: SheetRow, takenFor: Taken = taken('outside')): RowMessage => ({
  ...takenFor,
  row,
  cells: [...cells],
});

const draftOf = ({ state }: Estimate): EstimateDraft | undefined =>
  state.kind === 'parsing' ? undefined : state.draft;

/** Makes the operation. */
export const getEstimateSheet =
  (deps: Pick<EstimateUseCaseDependencies, 'estimates'>): EstimateUseCases['getEstimateSheet'] =>
  async ({ estimateId }, context): Promise<EstimateSheet> => {
    const estimate = await own(deps, estimateId, context);
    const { customerId } = context.caller;
    const canBeReadAgain = await deps.estimates.hasDocument(estimateId, customerId, { signal: context.signal });
    const draft = draftOf(estimate);
    if (draft?.sheet === undefined && !canBeReadAgain)
      throw new Failure('failed_precondition', 'the estimate has no sheet: it came as lines, or it is not read yet');
    const byRow = draft === undefined ? new Map<number, Taken>() : takenRows(draft);
    const map = draft?.detected?.map;
    return {
      estimateId,
      rowCount: draft?.sheet?.rowCount ?? 0,
      rows: (draft?.sheet?.rows ?? []).map((row) => toRow(row, byRow.get(row.row))),
      tableMap: map && toTableMap(map),
      canBeReadAgain,
      otherMaps: (draft?.detected?.otherMaps ?? []).map(toTableMap),
    };
  };
