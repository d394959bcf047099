import type { WantLookup } from '../wants/ports.ts';
import type { DraftLine, EstimateDraft } from './draft.ts';
import type { LineLookUpState, LookedUpLine } from './look-up.ts';
import type { LineResolution, UnresolvedReason } from './resolution.ts';

/** What suppliers have said of the unknown lines of a draft, put into it. */

/** Why a line has no product after suppliers were asked. */
const reasonOf = ({ asked, lookups, isOpen }: LookedUpLine, isOver: boolean): UnresolvedReason => {
  if (isOpen) return isOver ? 'lookup_unfinished' : 'looking_up';
  if (asked.tooDear !== undefined) return 'over_max_lookup_cost';
  const kinds = new Set(lookups.map(({ state }) => state.kind));
  return kinds.size === 1 && kinds.has('not_carried') ? 'not_carried' : 'not_found';
};

const withReason = (resolution: LineResolution, line: LookedUpLine, isOver: boolean): LineResolution =>
  resolution.kind === 'resolved' || resolution.reason === 'ambiguous' || resolution.reason === 'too_vague'
    ? resolution
    : { ...resolution, reason: reasonOf(line, isOver) };

/** How look-ups stand, as the caller is told. */
export const lookupStates = (lookups: readonly WantLookup[], namesSuppliers: boolean): readonly LineLookUpState[] =>
  lookups.map(({ supplierId, state }) => ({
    supplierId: namesSuppliers ? supplierId : '',
    state: state.kind,
    ...(state.kind === 'waiting' && state.eta && { eta: state.eta.toISOString() }),
  }));

/** Those who are not asked because of what it would cost, as the caller is told. */
export const tooDearStates = (suppliers: readonly string[], namesSuppliers: boolean): readonly LineLookUpState[] =>
  suppliers.map((supplierId) => ({ supplierId: namesSuppliers ? supplierId : '', state: 'over_max_cost' }));

/** A line after what suppliers have said of it. */
export const lineWithNews = (
  resolution: LineResolution,
  line: LookedUpLine,
  { isOver, namesSuppliers }: { readonly isOver: boolean; readonly namesSuppliers: boolean },
): { readonly resolution: LineResolution; readonly lookups: readonly LineLookUpState[] } => ({
  resolution: withReason(resolution, line, isOver),
  lookups: [...lookupStates(line.lookups, namesSuppliers), ...tooDearStates(line.asked.tooDear ?? [], namesSuppliers)],
});

/** What the suppliers of a line have said, and the resolution that it has by now. */
export interface LookUpNews {
  readonly lines: readonly LookedUpLine[];
  /** New resolutions by the numbers of their lines. */
  readonly resolutions: ReadonlyMap<number, LineResolution>;
  /** Whether the caller waits no longer. */
  readonly isOver: boolean;
}

/** The draft with what suppliers have said; without anything to look up once nothing is open. */
export const withNews = (draft: EstimateDraft, { lines, resolutions, isOver }: LookUpNews): EstimateDraft => {
  const { lookUp, ...rest } = draft;
  if (lookUp === undefined) return draft;
  const news = new Map(lines.map((line) => [line.asked.number, line]));
  const told = (line: DraftLine): DraftLine => {
    const looked = news.get(line.number);
    if (looked === undefined) return line;
    const { namesSuppliers } = lookUp;
    return {
      ...line,
      ...lineWithNews(resolutions.get(line.number) ?? line.resolution, looked, { isOver, namesSuppliers }),
    };
  };
  const open = isOver ? [] : lines.flatMap(({ asked, isOpen }) => (isOpen ? [asked] : []));
  return {
    ...rest,
    lines: draft.lines.map(told),
    ...(open.length > 0 && { lookUp: { ...lookUp, lines: open } }),
  };
};
