import { type Amount, amount, amountText, parseAmount, roundTo } from '../money.ts';
import { piecesToBuy } from './attrition.ts';
import { offersOf } from './basket-problem.ts';
import type { Market, MarketOffer } from './market.ts';
import { maxPieces, type Need, type NeededLine, type Needs } from './needs.ts';
import { refusalOf } from './refusals.ts';

/**
 * What lines ask for in the unit that is sold: a line in centimetres of what is sold by the metre
 * is bought in metres. A need is bought in one unit, so that its offers can be compared: the one
 * that most of them are sold in, of those that what its first line with a unit says can be told
 * in. An offer that says no unit is sold by the piece.
 */

/** Units of a measure, in tenths of a millimetre, grams, millilitres and pieces. */
const measures: readonly Readonly<Record<string, number>>[] = [
  { mm: 10, cm: 100, m: 10_000, in: 254, ft: 3_048 },
  { g: 1, kg: 1_000 },
  { ml: 1, l: 1_000 },
  { piece: 1, pair: 2 },
];

const sizes: ReadonlyMap<string, readonly [measure: number, size: number]> = new Map(
  measures.flatMap((units, measure) => Object.entries(units).map(([unit, size]) => [unit, [measure, size]] as const)),
);

/** A quantity in another unit; undefined where one cannot be told in the other. */
const inUnit = (quantity: Amount, from: string, to: string): Amount | undefined => {
  if (from === to) return quantity;
  const [own, other] = [sizes.get(from), sizes.get(to)];
  return own === undefined || other === undefined || own[0] !== other[0]
    ? undefined
    : quantity.times(own[1]).div(other[1]);
};

/** The unit that an offer is sold in; what says none is sold by the piece, as most is. */
export const soldIn = ({ unitOfSale }: Pick<MarketOffer, 'unitOfSale'>): string => unitOfSale ?? 'piece';

/** Decimal places of an amount that is told, at most. */
const places = 12;

/** What one is expected to cost where that is known of another unit; none beyond what is told. */
const expectedInUnit = (expected: string, from: string, to: string): Pick<NeededLine, 'expectedPrice'> => {
  const size = inUnit(amount('1'), to, from);
  const expectedPrice = size && amountText(roundTo(amount(expected).times(size), places));
  return expectedPrice === undefined || parseAmount(expectedPrice) === undefined ? {} : { expectedPrice };
};

/** A line in the unit of sale; undefined where it cannot be told in that, or is too many. */
const lineInUnit = (line: NeededLine, unit: string): NeededLine | undefined => {
  const { measured, expectedPrice, ...rest } = line;
  if (measured === undefined) return line;
  const pieces = inUnit(amount(measured.quantity), measured.unit, unit)?.ceil();
  if (pieces === undefined || pieces.gt(maxPieces)) return undefined;
  return {
    ...rest,
    measured,
    ...(expectedPrice !== undefined && expectedInUnit(expectedPrice, measured.unit, unit)),
    pieces: pieces.toNumber(),
    toBuy: piecesToBuy(pieces.toNumber(), measured.attrition),
  };
};

/** The unit that a need is bought in; undefined where none of its offers is sold in such a unit. */
const unitOfNeed = (need: Need, market: Market): string | undefined => {
  const asked = need.lines.find(({ measured }) => measured)?.measured?.unit;
  if (asked === undefined) return undefined;
  const sold = offersOf(need, market).filter((offer) => offer.price.kind === 'ladder' && !refusalOf(offer, need));
  const units = sold
    .map(soldIn)
    .filter((unit) => need.lines.every((line) => lineInUnit(line, unit)) && inUnit(amount('1'), asked, unit));
  const counts = [...Map.groupBy(units, (unit) => unit)].map(([unit, all]) => [unit, all.length] as const);
  return counts.toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0];
};

const sumOf = (lines: readonly NeededLine[], of: (line: NeededLine) => number): number =>
  lines.reduce((all, line) => all + of(line), 0);

/** The units that what is told in one can be told in. */
const unitsLike = (unit: string | undefined): readonly string[] => {
  const [measure] = (unit !== undefined && sizes.get(unit)) || [];
  return [...sizes].flatMap(([other, [own]]) => (own === measure ? [other] : []));
};

/** How many a need may come to: as it is stated, and in each unit that all of it can be told in. */
export const quantitiesToBuy = ({ lines, toBuy }: Pick<Need, 'lines' | 'toBuy'>): readonly number[] => {
  const units = unitsLike(lines.find(({ measured }) => measured)?.measured?.unit);
  return [
    toBuy,
    ...units.flatMap((unit) => {
      const told = lines.flatMap((line) => lineInUnit(line, unit) ?? []);
      return told.length === lines.length ? [sumOf(told, (line) => line.toBuy)] : [];
    }),
  ];
};

/** Needs in the units that their products are sold in, as far as both are known. */
export const inUnitsOfSale = ({ needs, leftOut, doubts }: Needs, market: Market): Needs => {
  const answered = new Set<number>();
  const converted = needs.map((need): Need => {
    const unit = unitOfNeed(need, market);
    if (unit === undefined) return need;
    const lines = need.lines.flatMap((line) => lineInUnit(line, unit) ?? []);
    for (const { number, measured } of lines) if (measured) answered.add(number);
    return {
      ...need,
      unitOfSale: unit,
      lines,
      pieces: sumOf(lines, ({ pieces }) => pieces),
      toBuy: sumOf(lines, ({ toBuy }) => toBuy),
    };
  });
  const open = [...doubts].map(
    ([number, all]) =>
      [number, answered.has(number) ? all.filter(({ code }) => code !== 'unit_not_pieces') : all] as const,
  );
  return { needs: converted, leftOut, doubts: new Map(open) };
};
