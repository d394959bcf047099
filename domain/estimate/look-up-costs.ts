import {
  boundLookUps,
  type CostedWant,
  type LookupCost,
  type MaxLookupCost,
  type PricedWant,
  pricedWant,
  spentOf,
  type WantCost,
  withoutSuppliers,
} from '../wants/lookup-cost.ts';
import type { EstimateDraft } from './draft.ts';
import { type DraftLookUp, type LineLookUp, wantsToAsk } from './look-up.ts';

/**
 * What the look-ups of an estimate cost. It is decided once, when the list is read, what is asked
 * within the caller's bound; what the answers have cost is told as they come.
 */

/** Lines as their costs are looked at. */
type CostedLookUp = Pick<DraftLookUp, 'lines' | 'since' | 'freshSince'>;

/** Every want with the age that its answer may have; one that two lines want, the younger. */
const costedWants = (lookUp: CostedLookUp): readonly CostedWant[] => {
  const { since, freshSince = since, lines } = lookUp;
  const isKnown = new Set(lines.flatMap(({ line, wants }) => (line === undefined ? wants.map(({ id }) => id) : [])));
  return wantsToAsk(lookUp).map((want) => ({ want, since: new Date(isKnown.has(want.id) ? freshSince : since) }));
};

/** The wants of an estimate, as their costs are looked at. */
export const pricedWants = (lookUp: Pick<DraftLookUp, 'lines'>): readonly PricedWant[] =>
  wantsToAsk(lookUp).map(pricedWant);

/** Lines with what may be asked about them within the bound, and what all of it costs. */
export const boundLines = (
  lookUp: CostedLookUp,
  rows: readonly WantCost[],
  { max, begunAt }: { readonly max: MaxLookupCost | undefined; readonly begunAt: Date },
): { readonly lines: readonly LineLookUp[]; readonly costs: readonly LookupCost[] } => {
  const { costs, notAsked } = boundLookUps(costedWants(lookUp), rows, { max, begunAt });
  const suppliers = costs.map(({ supplierId }) => supplierId);
  const allowed = (line: LineLookUp): LineLookUp => {
    const tooDear = [...new Set(line.wants.flatMap(({ id }) => notAsked.get(id) ?? []))];
    if (tooDear.length === 0) return line;
    return {
      ...line,
      wants: line.wants.flatMap((want) => withoutSuppliers(want, notAsked.get(want.id) ?? [], suppliers) ?? []),
      tooDear,
    };
  };
  return { lines: lookUp.lines.map(allowed), costs };
};

/** The draft with what may be asked within the bound, and what all of it costs. */
export const boundDraft = (
  draft: EstimateDraft,
  lookUp: DraftLookUp,
  rows: readonly WantCost[],
  { max, begunAt }: { readonly max: MaxLookupCost | undefined; readonly begunAt: Date },
): EstimateDraft => {
  const { lines, costs } = boundLines(lookUp, rows, { max, begunAt });
  const bound = { ...lookUp, lines };
  return {
    ...draft,
    lookUp: bound,
    lookUpCosts: {
      begunAt: begunAt.toISOString(),
      asked: pricedWants(bound),
      suppliers: costs,
      namesSuppliers: lookUp.namesSuppliers,
    },
  };
};

/** Costs with what the answers have cost so far. */
export const costsWithSpent = (
  costs: readonly LookupCost[],
  rows: readonly WantCost[],
  begunAt: Date,
): readonly LookupCost[] => {
  const bySupplier = Map.groupBy(rows, ({ supplierId }) => supplierId);
  return costs.map((cost) => ({ ...cost, spent: spentOf(bySupplier.get(cost.supplierId) ?? [], begunAt) }));
};

/** The draft with what the answers have cost so far. */
export const withSpent = (draft: EstimateDraft, rows: readonly WantCost[]): EstimateDraft => {
  const { lookUpCosts: costs } = draft;
  if (costs === undefined) return draft;
  const suppliers = costsWithSpent(costs.suppliers, rows, new Date(costs.begunAt));
  return { ...draft, lookUpCosts: { ...costs, suppliers } };
};
