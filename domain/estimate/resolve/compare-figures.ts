import type { ComponentKind } from '../../characteristics/component-kinds.ts';
import { type FigureName, type Figures, mainFigures } from './figures.ts';

/** Kinds that figures can name. */
export type FiguredKind = Exclude<ComponentKind, 'other'>;

/** Of which more is better. */
const ratings = ['voltage_rating', 'current_rating', 'power_rating'] as const;

/** Far closer than any two values of a series, and far wider than what arithmetic leaves. */
const sameShare = 1e-6;

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= sameShare * Math.max(Math.abs(a), Math.abs(b));

const isAtLeast = (value: number, least: number): boolean => value > least || isSame(value, least);

/** The kind of a part that figures can name. */
export const figuredKind = ({ kind }: Figures): FiguredKind | undefined =>
  kind === undefined || kind === 'other' ? undefined : kind;

const share = (a: readonly string[], b: readonly string[]): boolean => a.some((each) => b.includes(each));

/**
 * Whether the figures name a part at all: its main figure, and its package or a figure of another
 * kind.
 */
export const identifyPart = (figures: Figures): boolean => {
  const kind = figuredKind(figures);
  if (kind === undefined || figures.numbers[mainFigures[kind]] === undefined) return false;
  const others = [...ratings, 'tolerance' as const].some((name) => figures.numbers[name] !== undefined);
  return others || figures.dielectric !== undefined || figures.packages.length > 0;
};

/**
 * Whether a product is all that is wanted: the same kind, main figure, package, dielectric and
 * make; ratings at least as high and a tolerance at least as narrow. What is wanted and not known
 * of the product is not satisfied.
 */
export const satisfies = (product: Figures, wanted: Figures): boolean => {
  const kind = figuredKind(wanted);
  if (kind === undefined || product.kind !== kind) return false;
  const main = mainFigures[kind];
  const [own, asked] = [product.numbers[main], wanted.numbers[main]];
  if (own === undefined || asked === undefined || !isSame(own, asked)) return false;
  if (wanted.packages.length > 0 && !share(product.packages, wanted.packages)) return false;
  if (wanted.dielectric !== undefined && product.dielectric !== wanted.dielectric) return false;
  if (product.technology !== wanted.technology && (wanted.technology !== undefined || isSpecial(product))) return false;
  const holds = (name: FigureName, isEnough: (own: number, asked: number) => boolean): boolean => {
    const least = wanted.numbers[name];
    const value = product.numbers[name];
    return least === undefined || (value !== undefined && isEnough(value, least));
  };
  return (
    ratings.every((name) => holds(name, isAtLeast)) &&
    holds('tolerance', (ownShare, widest) => isAtLeast(widest, ownShare))
  );
};

/** A capacitor that cannot replace a common one. */
const isSpecial = ({ technology }: Figures): boolean => technology !== undefined && technology !== 'ceramic';

/**
 * Whether what two texts say cannot be of one part: other packages, another kind or another main
 * figure. What one of them leaves open contradicts nothing.
 */
export const contradicts = (a: Figures, b: Figures): boolean => {
  if (a.packages.length > 0 && b.packages.length > 0 && !share(a.packages, b.packages)) return true;
  const [ofA, ofB] = [figuredKind(a), figuredKind(b)];
  if (ofA === undefined || ofB === undefined) return false;
  if (ofA !== ofB) return true;
  const [own, other] = [a.numbers[mainFigures[ofA]], b.numbers[mainFigures[ofB]]];
  return own !== undefined && other !== undefined && !isSame(own, other);
};
