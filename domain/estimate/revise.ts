import { Failure, type FieldViolation, invalidArguments } from '../errors.ts';
import type { Attrition } from './attrition.ts';
import type { DraftLine, EstimateDraft } from './draft.ts';
import type { EstimateOutcome } from './outcome.ts';
import type { EstimateRequest, Exclusions, LineEdit, LineSubstitution } from './request.ts';
import { chosenResolution, figuresRule, type LineResolution, type ProductName } from './resolution.ts';
import { faultsOfSubstitution, type Substitution, substitutionsOf } from './substitution.ts';

/**
 * What a person changes of an estimate after its source was read. The source is not read again: a
 * product and a quantity replace those of the draft, everything else is kept with the request. What
 * is left out of a change stays as it is.
 */

/** What is changed of one line. */
export interface LineChange {
  /** The number of the line, from 1. */
  readonly number: number;
  readonly product?: {
    readonly id: string;
    readonly name: ProductName;
  };
  /** Decimal text. */
  readonly quantity?: string;
  /** Takes the place of what was excluded before. */
  readonly exclude?: Exclusions;
  /** Empty: any offer may be bought again. */
  readonly pinnedOffer?: string;
  /** Takes the place of what is said of all lines. */
  readonly attrition?: Attrition;
  /** Takes the place of what was said of the line before, each for itself. */
  readonly substitution?: LineSubstitution;
  /** Codes of doubts that the line has; they are kept with those that were accepted before. */
  readonly acceptedDoubts: readonly string[];
}

/** Why an estimate of another version than the caller has seen is not changed. */
export const otherVersion = (version: number, expected: number): Failure =>
  new Failure('conflict', `the estimate has version ${version}, not ${expected}; look again`);

/** What is changed of an estimate. */
export interface EstimateChange {
  readonly mode?: EstimateRequest['mode'];
  /** Takes the place of what was excluded before. */
  readonly exclude?: Exclusions;
  readonly lines: readonly LineChange[];
  /** Whether the baskets of all modes are told. */
  readonly compares?: boolean;
  /** Takes the place of the build quantities of before; empty: none. */
  readonly builds?: readonly number[];
}

/** What an estimate is computed from. */
export interface Revisable {
  readonly request: EstimateRequest;
  readonly draft: EstimateDraft;
}

const aboutProduct: ReadonlySet<string> = new Set(['probable_match', 'figures_only']);

const withoutAnswered = (
  doubts: DraftLine['doubts'],
  { product, quantity }: Pick<LineChange, 'product' | 'quantity'>,
): DraftLine['doubts'] =>
  doubts.filter(
    ({ code }) =>
      !(product !== undefined && aboutProduct.has(code)) && !(quantity !== undefined && code.startsWith('quantity_')),
  );

/** What is chosen again stays as it is, with what was found of it. */
const chosenAs = (
  { id, name }: NonNullable<LineChange['product']>,
  before: LineResolution,
  { grades }: Pick<Substitution, 'grades'>,
): LineResolution =>
  before.kind === 'resolved' && before.rule === 'chosen' && before.productId === id
    ? { ...before, product: name }
    : chosenResolution(id, { grades }, name);

/** What a line may have of its product's alternates, before a change and after it. */
interface Regrading {
  readonly before: Pick<Substitution, 'grades'>;
  readonly after: Pick<Substitution, 'grades'>;
}

/** With other grades the alternates are to be found again; what the line names itself stays. */
const regraded = (resolution: LineResolution, { before, after }: Regrading): LineResolution => {
  const isSame =
    before.grades.length === after.grades.length && before.grades.every((each) => after.grades.includes(each));
  if (isSame || resolution.kind !== 'resolved' || resolution.rule === figuresRule) return resolution;
  const { lacksAlternates: _, ...kept } = resolution;
  const alternatives = resolution.alternatives.filter(({ alternate }) => alternate === undefined);
  return { ...kept, alternatives, ...(after.grades.length > 0 && { lacksAlternates: true as const }) };
};

const revisedLine = ({ lookups, ...line }: DraftLine, change: LineChange, grading: Regrading): DraftLine => {
  const { product, quantity } = change;
  const resolution = product ? chosenAs(product, line.resolution, grading.after) : line.resolution;
  return {
    ...line,
    ...(lookups && product === undefined && { lookups }),
    ...(quantity !== undefined && { quantity }),
    resolution: regraded(resolution, grading),
    doubts: withoutAnswered(line.doubts, change),
  };
};

/** Whether another product is chosen for a line: what is pinned is an offer of the one before. */
const isAnotherProduct = ({ product }: LineChange, line: DraftLine | undefined): boolean =>
  product !== undefined && !(line?.resolution.kind === 'resolved' && line.resolution.productId === product.id);

const revisedEdit = (before: LineEdit, change: LineChange, line: DraftLine | undefined): LineEdit => {
  const { exclude, pinnedOffer, attrition, substitution, acceptedDoubts } = change;
  const { pinnedOffer: pinned = '', ...kept } = before;
  const pin = pinnedOffer ?? (isAnotherProduct(change, line) ? '' : pinned);
  const accepted = [...new Set([...(before.acceptedDoubts ?? []), ...acceptedDoubts])];
  return {
    ...kept,
    ...(exclude && { exclude }),
    ...(attrition && { attrition }),
    ...(substitution && { substitution: { ...before.substitution, ...substitution } }),
    ...(pin !== '' && { pinnedOffer: pin }),
    ...(accepted.length > 0 && { acceptedDoubts: accepted }),
  };
};

/** The doubts that a line shows, accepted ones too. */
const doubtsOf = (line: DraftLine, outcome: EstimateOutcome | undefined): ReadonlySet<string> =>
  new Set(
    [...line.doubts, ...(outcome?.lines.find(({ number }) => number === line.number)?.doubts ?? [])].map(
      ({ code }) => code,
    ),
  );

/** Throws `invalid_argument` where a change names what is not there. */
export const checkChange = (
  { draft, outcome }: Pick<Revisable, 'draft'> & { readonly outcome: EstimateOutcome | undefined },
  { lines }: EstimateChange,
): void => {
  const known = new Map(draft.lines.map((line) => [line.number, line]));
  const violations = lines.flatMap(({ number, acceptedDoubts }, index): readonly FieldViolation[] => {
    const line = known.get(number);
    if (line === undefined)
      return [{ field: `lines[${index}].number`, description: `names no line: there are ${draft.lines.length}` }];
    const doubts = doubtsOf(line, outcome);
    return acceptedDoubts.flatMap((code, at) =>
      doubts.has(code)
        ? []
        : [{ field: `lines[${index}].accept_doubts[${at}]`, description: 'names no doubt of the line' }],
    );
  });
  if (violations.length > 0) throw invalidArguments(violations);
};

/**
 * Throws `invalid_argument` where a change leaves lines of one product pinned to different offers:
 * they are bought together, and one of them would not be bought at its pin.
 */
export const checkPins = ({ request, draft }: Revisable, { lines }: EstimateChange): void => {
  const pins = new Map(request.lineEdits?.map(({ number, pinnedOffer }) => [number, pinnedOffer]));
  const productOf = new Map<number, string>();
  const pinsOf = new Map<string, Set<string>>();
  for (const { number, resolution } of draft.lines) {
    const pin = pins.get(number);
    if (resolution.kind !== 'resolved' || pin === undefined) continue;
    productOf.set(number, resolution.productId);
    pinsOf.set(resolution.productId, (pinsOf.get(resolution.productId) ?? new Set()).add(pin));
  }
  const isAgainst = (number: number): boolean => (pinsOf.get(productOf.get(number) ?? '')?.size ?? 0) > 1;
  const violations = lines.flatMap(({ number, product, pinnedOffer = '' }, index): readonly FieldViolation[] => {
    if ((pinnedOffer === '' && product === undefined) || !isAgainst(number)) return [];
    const field = `lines[${index}].${pinnedOffer === '' ? 'canonical_id' : 'pinned_offer_id'}`;
    return [{ field, description: 'is bought together with a line of this product that is pinned to another offer' }];
  });
  if (violations.length > 0) throw invalidArguments(violations);
};

/**
 * Throws `invalid_argument` where a change leaves a line with a saving that its policy of
 * substitutes has no use for, or lacks, or names grades that it does not look at.
 */
export const checkSubstitutions = ({ request }: Pick<Revisable, 'request'>, { lines }: EstimateChange): void => {
  const substitutionOf = substitutionsOf(request);
  const violations = lines.flatMap(({ number, substitution }, index) =>
    substitution === undefined ? [] : faultsOfSubstitution(substitution, substitutionOf(number), `lines[${index}].`),
  );
  if (violations.length > 0) throw invalidArguments(violations);
};

/** What an estimate is computed from after a change. */
export const revise = ({ request, draft }: Revisable, change: EstimateChange): Revisable => {
  const { mode, exclude, lines } = change;
  const { comparesModes = false, buildQuantities = [], ...kept } = request;
  const { compares = comparesModes, builds = buildQuantities } = change;
  const changes = new Map(lines.map((change) => [change.number, change]));
  const edits = new Map(request.lineEdits?.map((edit) => [edit.number, edit]));
  const linesBefore = new Map(draft.lines.map((line) => [line.number, line]));
  for (const change of lines) {
    const { number } = change;
    edits.set(number, revisedEdit(edits.get(number) ?? { number }, change, linesBefore.get(number)));
  }
  const revised: EstimateRequest = {
    ...kept,
    ...(compares && { comparesModes: true }),
    ...(builds.length > 0 && { buildQuantities: builds }),
    ...(mode && { mode }),
    ...(exclude && { exclude }),
    lineEdits: [...edits.values()]
      .filter((edit) => Object.keys(edit).length > 1)
      .toSorted((a, b) => a.number - b.number),
  };
  const [before, after] = [substitutionsOf(request), substitutionsOf(revised)];
  return {
    request: revised,
    draft: {
      ...draft,
      lines: draft.lines.map((line) => {
        const { number } = line;
        const change = changes.get(number);
        return change === undefined
          ? line
          : revisedLine(line, change, { before: before(number), after: after(number) });
      }),
    },
  };
};
