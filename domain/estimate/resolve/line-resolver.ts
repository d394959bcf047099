/**
 * Resolves the lines of a bill of materials against the catalogue, 250 lines with a handful of
 * statements:
 *
 * 1. profiles, suppliers, and what the customer chose before;
 * 2. products by all part numbers, by all words that may be one, by all order numbers, and the
 *    makers' aliases;
 * 3. for lines that are still open: products whose number goes on behind the asked one, and
 *    products by figures;
 * 4. how those that satisfy the same figures can be bought.
 *
 * Guarantees: a line's resolution depends on the line, the catalogue and the customer's choices,
 * and on no other line; a product that a line does not name, and that does not satisfy its figures,
 * never changes it. Store down: fails with `unavailable`.
 */

import { manufacturerKey, mpnCompact } from '../../catalog/identity.ts';
import type { Profiles } from '../../identity/profile.ts';
import type { ScoringStrategy } from '../../identity/strategy.ts';
import type { ParsedLine } from '../parse/parsed-bom.ts';
import type { LineResolution, LineResolver } from '../resolution.ts';
import { type AskedLine, type AskedNumber, askedLine } from './asked-line.ts';
import { byAvailability, satisfying, wantedFigure, wantedKey } from './decide-figures.ts';
import { decideLine } from './decide-line.ts';
import { decideNumber, type NumberDecision, numberKeys } from './decide-number.ts';
import { type AskedSku, askedSku, decideSkus, type SkuDecision } from './decide-sku.ts';
import { decideWords } from './decide-words.ts';
import type { Figures } from './figures.ts';
import { figuresOfProduct } from './line-figures.ts';
import type {
  CandidatesByKey,
  LineCatalogue,
  LineChoices,
  NamedSupplier,
  ProductCandidate,
  WantedFigure,
} from './ports.ts';

/** Dependencies of the resolver. */
export interface LineResolverDependencies {
  readonly catalogue: LineCatalogue;
  readonly choices: Pick<LineChoices, 'chosen'>;
  /** The matcher's, in their order. */
  readonly strategies: readonly ScoringStrategy[];
}

const distinct = (keys: readonly string[]): readonly string[] => [...new Set(keys)].filter((key) => key !== '');

/** A line with what the first look-ups told. */
interface Seen {
  readonly asked: AskedLine;
  readonly skus: readonly AskedSku[];
  readonly chosen: ProductCandidate | undefined;
}

/** A line with what its names say. */
interface Named extends Seen {
  readonly numbers: readonly NumberDecision[];
  readonly skuDecision: SkuDecision;
  readonly inValue: NumberDecision;
  readonly inWords: NumberDecision;
}

const isOpen = ({ chosen, numbers, skuDecision, inValue, inWords }: Named): boolean =>
  chosen === undefined && [...numbers, skuDecision, inValue, inWords].every(({ kind }) => kind !== 'found');

/** Every number that a line names, as such or as its value. */
const allNumbers = ({ numbers, inValue }: AskedLine): readonly AskedNumber[] =>
  inValue === undefined ? numbers : [...numbers, inValue];

const none: NumberDecision = { kind: 'none' };

interface Names {
  readonly byNumber: CandidatesByKey;
  readonly byToken: CandidatesByKey;
  readonly byOffer: Parameters<typeof decideSkus>[2];
  readonly manufacturers: ReadonlyMap<string, { key: string; name: string }>;
  readonly profiles: Profiles;
}

/** Looks up everything that the lines name. */
const lookUpNames = async (
  { catalogue }: LineResolverDependencies,
  seen: readonly Seen[],
  profiles: Profiles,
  customerId: string | undefined,
): Promise<Names> => {
  const numbers = seen.flatMap(({ asked }) => allNumbers(asked));
  const [manufacturers, byNumber, byToken, byOffer] = await Promise.all([
    catalogue.manufacturers(distinct(numbers.map(({ manufacturer }) => manufacturerKey(manufacturer ?? '')))),
    catalogue.byNumber(distinct(numbers.flatMap((named) => numberKeys(named, profiles)))),
    catalogue.byToken(distinct(seen.flatMap(({ asked }) => asked.tokens))),
    catalogue.byOffer(distinct(seen.flatMap(({ skus }) => skus.flatMap(({ offerIds }) => offerIds))), customerId),
  ]);
  return { manufacturers, byNumber, byToken, byOffer, profiles };
};

const distinctProducts = (products: readonly ProductCandidate[]): readonly ProductCandidate[] => [
  ...new Map(products.map((product) => [product.productId, product])).values(),
];

const nothing: CandidatesByKey = new Map();

/** Decides what the names of a line mean. */
const decideNames = (
  seen: Seen,
  { byToken, byOffer, ...evidence }: Names,
  strategies: readonly ScoringStrategy[],
): Named => {
  const { asked, skus } = seen;
  const decide = (named: AskedNumber): NumberDecision =>
    decideNumber(asked, named, { ...evidence, byPrefix: nothing, strategies });
  const called = distinctProducts(asked.tokens.flatMap((token) => byToken.get(token) ?? []));
  return {
    ...seen,
    numbers: asked.numbers.map(decide),
    skuDecision: decideSkus(asked, skus, byOffer),
    inValue: asked.inValue === undefined ? none : decide(asked.inValue),
    inWords: decideWords(asked, called, { strategies, profiles: evidence.profiles }),
  };
};

/** The numbers of open lines that no product has. */
const unknownNumbers = (lines: readonly Named[]): readonly string[] =>
  distinct(
    lines.filter(isOpen).flatMap(({ asked, numbers, inValue }) =>
      allNumbers(asked)
        .filter((_, at) => (numbers[at] ?? inValue).kind === 'none')
        .map(({ number }) => mpnCompact(number)),
    ),
  );

/**
 * The products that satisfy the figures of each line that needs them; lines alike are asked for
 * once.
 */
const lookUpFigures = async (
  catalogue: LineCatalogue,
  lines: readonly Named[],
  customerId: string | undefined,
): Promise<ReadonlyMap<AskedLine, readonly ProductCandidate[]>> => {
  const wanted = lines.filter(isOpen).flatMap(({ asked }) => {
    const figure = wantedFigure(asked);
    return figure === undefined ? [] : [{ asked, figure, key: wantedKey(figure) }];
  });
  const questions = [...new Map<string, WantedFigure>(wanted.map(({ key, figure }) => [key, figure]))];
  const answers = await catalogue.byFigure(questions.map(([, figure]) => figure));
  const productsOf = new Map(questions.map(([key], at) => [key, answers[at] ?? []]));
  const figures = new Map<string, Figures>();
  const read = (product: ProductCandidate): Figures => {
    const known = figures.get(product.productId) ?? figuresOfProduct(product);
    figures.set(product.productId, known);
    return known;
  };
  const fitting = wanted.map(({ asked, key }) => ({
    asked,
    products: satisfying(asked, productsOf.get(key) ?? [], read),
  }));
  const ids = distinct(fitting.flatMap(({ products }) => products.map(({ productId }) => productId)));
  const supply = await catalogue.supply(ids, customerId);
  return new Map(fitting.map(({ asked, products }) => [asked, byAvailability(products, supply)]));
};

const lookUpFirst = async (
  { catalogue, choices }: LineResolverDependencies,
  asked: readonly AskedLine[],
  customerId: string | undefined,
): Promise<readonly [Profiles, readonly NamedSupplier[], ReadonlyMap<string, ProductCandidate>]> =>
  Promise.all([
    catalogue.profiles(),
    asked.some(({ line }) => line.skus.length > 0) ? catalogue.suppliers() : [],
    customerId === undefined
      ? new Map<string, never>()
      : choices.chosen(customerId, distinct(asked.map(({ key }) => key))),
  ]);

/** Decides once more what nothing was found for at first, and then the line. */
const decide = (
  line: Named,
  evidence: Parameters<typeof decideNumber>[2],
  satisfying: readonly ProductCandidate[],
): LineResolution => {
  const decideAfresh = (number: AskedNumber | undefined, before: NumberDecision): NumberDecision =>
    number === undefined || before.kind !== 'none' || !isOpen(line)
      ? before
      : decideNumber(line.asked, number, evidence);
  return decideLine(line.asked, {
    chosen: line.chosen,
    numbers: line.numbers.map((before, at) => decideAfresh(line.asked.numbers[at], before)),
    skus: line.skuDecision,
    inValue: decideAfresh(line.asked.inValue, line.inValue),
    inWords: line.inWords,
    satisfying,
  });
};

const resolveSome = async (
  parts: LineResolverDependencies,
  lines: readonly ParsedLine[],
  customerId: string | undefined,
): Promise<readonly LineResolution[]> => {
  const { catalogue, strategies } = parts;
  const asked = lines.map(askedLine);
  const [profiles, suppliers, chosen] = await lookUpFirst(parts, asked, customerId);
  const seen = asked.map((each) => ({
    asked: each,
    skus: each.line.skus.map((sku) => askedSku(sku, suppliers)),
    chosen: chosen.get(each.key),
  }));
  const names = await lookUpNames(parts, seen, profiles, customerId);
  const named = seen.map((each) => decideNames(each, names, strategies));
  const [byPrefix, satisfied] = await Promise.all([
    catalogue.byPrefix(unknownNumbers(named)),
    lookUpFigures(catalogue, named, customerId),
  ]);
  const evidence = { ...names, byPrefix, strategies };
  return named.map((line) => decide(line, evidence, satisfied.get(line.asked) ?? []));
};

/**
 * Lines that are looked up together: few enough that what is read for them stays small and others
 * get their turn in between.
 */
const linesAtOnce = 250;

/** Creates the resolver. */
export const createLineResolver = (parts: LineResolverDependencies): LineResolver => ({
  resolve: async (lines, customerId) => {
    const resolutions: LineResolution[] = [];
    for (let from = 0; from < lines.length; from += linesAtOnce)
      resolutions.push(...(await resolveSome(parts, lines.slice(from, from + linesAtOnce), customerId)));
    return resolutions;
  },
});
