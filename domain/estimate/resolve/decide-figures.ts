import { figuresRule, type LineCandidate } from '../resolution.ts';
import type { AskedLine } from './asked-line.ts';
import { figuredKind, identifyPart, satisfies } from './compare-figures.ts';
import { dielectricSpellings, figureSpellings } from './figure-spellings.ts';
import { type Figures, mainFigures } from './figures.ts';
import { figuresOfProduct } from './line-figures.ts';
import { isChipSize } from './packages.ts';
import type { ProductCandidate, Supply, WantedFigure } from './ports.ts';

/** Products of a line that is satisfied by many, at most. */
const satisfyingAtMost = 20;

/** Products of which the supply is looked up, for each line, at most. */
const weighedAtMost = 40;

/** What to look up for a line that its figures name; undefined where they do not. */
export const wantedFigure = ({ figures }: AskedLine): WantedFigure | undefined => {
  const kind = figuredKind(figures);
  if (kind === undefined || !identifyPart(figures)) return undefined;
  const figure = mainFigures[kind];
  const value = figures.numbers[figure];
  if (value === undefined) return undefined;
  const chipSizes = figures.packages.filter(isChipSize);
  return {
    figure,
    value,
    chipSizes,
    minVoltage: figures.numbers.voltage_rating,
    widestTolerance: figures.numbers.tolerance,
    dielectrics: dielectricSpellings(figures.dielectric),
    spellings: figureSpellings(figure, value),
  };
};

/** The same question has the same text. */
export const wantedKey = (wanted: WantedFigure): string => {
  const { figure, value, chipSizes, minVoltage = '', widestTolerance = '', dielectrics } = wanted;
  return [figure, value, chipSizes.join('+'), minVoltage, widestTolerance, dielectrics.join('+')].join(' ');
};

/**
 * Of the products that were found, those that satisfy all of the line; the figures of each are read
 * once.
 */
export const satisfying = (
  asked: AskedLine,
  products: readonly ProductCandidate[],
  read: (product: ProductCandidate) => Figures = figuresOfProduct,
): readonly ProductCandidate[] =>
  products
    .filter((product) => satisfies(read(product), asked.figures))
    .sort((a, b) => (a.productId < b.productId ? -1 : 1))
    .slice(0, weighedAtMost);

const rankOf = (supply: Supply | undefined): number =>
  (supply?.isInStock === true ? 2 : 0) + (supply?.isPriced === true ? 1 : 0);

/** What can be bought first: in stock, then with a known price, then in the order of ids. */
export const byAvailability = (
  products: readonly ProductCandidate[],
  supply: ReadonlyMap<string, Supply>,
): readonly ProductCandidate[] =>
  products
    .toSorted(
      (a, b) =>
        rankOf(supply.get(b.productId)) - rankOf(supply.get(a.productId)) || (a.productId < b.productId ? -1 : 1),
    )
    .slice(0, satisfyingAtMost);

/** All satisfy the line alike. */
const figuresScore = 0.8;

/** The products as candidates of one score. */
export const toCandidates = (products: readonly ProductCandidate[], score = figuresScore): readonly LineCandidate[] =>
  products.map(({ productId }) => ({ productId, score, rule: figuresRule }));

/** Whether products are drawn alike, so that one can take another's place on a board. */
export const haveSamePackage = (asked: AskedLine, products: readonly ProductCandidate[]): boolean => {
  if (asked.figures.packages.length > 0) return true;
  const packages = products.map((product) => figuresOfProduct(product).packages.join(' '));
  return new Set(packages).size === 1 && packages[0] !== '';
};
