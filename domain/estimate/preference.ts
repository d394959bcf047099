/**
 * Of baskets that are equally good, one of what the lines would rather have: the product itself
 * before a substitute, and of substitutes the one that is named first. A line at a time is moved to
 * another of its options where that changes neither the total nor what the mode aims at; the proof
 * of the basket holds as it stands. Lines that could only be moved together stay as they are.
 */
import type { Bundle } from './compile.ts';
import type { OptimizationMode } from './modes/modes.ts';
import type { LineOption } from './options.ts';
import { orderCostAt } from './order-cost-at.ts';
import type { EstimateLine, EstimateProblem, LineChoice, Purchase } from './problem.ts';

/** A basket that was found. */
export interface FoundBasket {
  readonly mode: OptimizationMode;
  /** What the lines could choose from. */
  readonly bundles: readonly Bundle[];
  readonly choices: readonly LineChoice[];
}

/** What is ordered at a seller. */
interface Order {
  /** The value of its goods, without import duty. */
  readonly goods: number;
  readonly purchases: number;
}

type Orders = ReadonlyMap<string, Order>;

const without: Order = { goods: 0, purchases: 0 };

/** The orders at the sellers of purchases once these are added, or taken out (`sign` -1). */
const changedBy = (orders: Orders, purchases: readonly Purchase[], sign: 1 | -1): Orders => {
  const changed = new Map<string, Order>();
  for (const { sellerId, cost, duty = 0 } of purchases) {
    const { goods, purchases: count } = changed.get(sellerId) ?? orders.get(sellerId) ?? without;
    changed.set(sellerId, { goods: goods + sign * (cost - duty), purchases: count + sign });
  }
  return changed;
};

const paidFor = (purchases: readonly Purchase[]): number => purchases.reduce((sum, { cost }) => sum + cost, 0);

const unknownIn = (purchases: readonly Purchase[]): number =>
  purchases.filter(({ ships }) => ships.days === undefined).length;

const latestOf = (purchases: readonly Purchase[]): number =>
  purchases.reduce((latest, { ships }) => Math.max(latest, ships.days ?? 0), 0);

const manufacturersOf = (purchases: readonly Purchase[]): ReadonlySet<string> =>
  new Set(purchases.map(({ manufacturer }) => manufacturer));

/** The place of what is wished for least of a choice. */
const placeOf = (purchases: readonly Purchase[], places: ReadonlyMap<string, number>): number =>
  purchases.reduce((most, { offerId }) => Math.max(most, places.get(offerId) ?? 0), 0);

/** Whether a line's purchases may change in the mode, as far as it looks at lines. */
const isAllowed = (
  mode: OptimizationMode,
  { interchangeableGroup }: EstimateLine,
  {
    before,
    after,
    latest,
  }: { readonly before: readonly Purchase[]; readonly after: readonly Purchase[]; readonly latest: number },
): boolean => {
  if (mode === 'min_lead_time') return unknownIn(after) <= unknownIn(before) && latestOf(after) <= latest;
  if (mode !== 'single_manufacturer') return true;
  const [was, is] = [manufacturersOf(before), manufacturersOf(after)];
  if (interchangeableGroup === undefined && is.size === 1) return true;
  return is.size === was.size && is.isSubsetOf(was);
};

/** The options of each line, each once. */
const optionsByLine = (bundles: readonly Bundle[]): ReadonlyMap<string, ReadonlySet<LineOption>> => {
  const found = new Map<string, Set<LineOption>>();
  for (const { lineId, options } of bundles.flatMap(({ alternatives }) => alternatives.flat())) {
    const known = found.get(lineId) ?? new Set();
    for (const option of options) known.add(option);
    found.set(lineId, known);
  }
  return found;
};

/** The places of a line's offers; undefined where all are wished for alike. */
const placesOf = ({ offers }: EstimateLine): ReadonlyMap<string, number> | undefined => {
  if (offers.every(({ preference = 0 }) => preference === 0)) return undefined;
  return new Map(offers.map(({ id, preference = 0 }) => [id, preference]));
};

/** What changes of a basket with a line's choice. */
interface Change {
  readonly total: number;
  readonly sellers: number;
  readonly orders: Orders;
}

const changeOf = (
  problem: EstimateProblem,
  orders: Orders,
  before: readonly Purchase[],
  after: readonly Purchase[],
): Change => {
  const left = changedBy(orders, before, -1);
  const changed = new Map([...left, ...changedBy(new Map([...orders, ...left]), after, 1)]);
  let total = paidFor(after) - paidFor(before);
  let sellers = 0;
  const costOf = (seller: string, { goods, purchases }: Order): number =>
    purchases === 0 ? 0 : orderCostAt(problem, seller, goods);
  for (const [seller, order] of changed) {
    const was = orders.get(seller) ?? without;
    total += costOf(seller, order) - costOf(seller, was);
    sellers += Number(order.purchases > 0) - Number(was.purchases > 0);
  }
  return { total, sellers, orders: changed };
};

/** The basket with its lines moved, as far as that changes nothing else, to what they wish for. */
export const asPreferred = (
  problem: EstimateProblem,
  { mode, bundles, choices }: FoundBasket,
): readonly LineChoice[] => {
  const wishing = new Map(
    problem.lines.flatMap((line) => {
      const places = placesOf(line);
      return places === undefined ? [] : [[line.id, { line, places }] as const];
    }),
  );
  if (wishing.size === 0) return choices;
  const bought = new Map(choices.map(({ lineId, purchases }) => [lineId, purchases]));
  const orders = new Map(
    changedBy(
      new Map(),
      choices.flatMap(({ purchases }) => purchases),
      1,
    ),
  );
  const latest = latestOf(choices.flatMap(({ purchases }) => purchases));
  const options = optionsByLine(bundles);
  const move = (lineId: string): boolean => {
    const [wish, before] = [wishing.get(lineId), bought.get(lineId)];
    if (wish === undefined || before === undefined) return false;
    const { line, places } = wish;
    const place = placeOf(before, places);
    const nearer = [...(options.get(lineId) ?? [])]
      .map(({ purchases }) => ({ purchases, place: placeOf(purchases, places) }))
      .filter((each) => each.place < place)
      .toSorted((a, b) => a.place - b.place);
    for (const { purchases: after } of nearer) {
      if (!isAllowed(mode, line, { before, after, latest })) continue;
      const change = changeOf(problem, orders, before, after);
      if (change.total !== 0 || (mode === 'min_suppliers' && change.sellers > 0)) continue;
      for (const [seller, order] of change.orders) orders.set(seller, order);
      bought.set(lineId, after);
      return true;
    }
    return false;
  };
  // Each move brings a line nearer to its wish, so that there is an end.
  for (let isMoved = true; isMoved; ) isMoved = choices.filter(({ lineId }) => move(lineId)).length > 0;
  return choices.map(({ lineId }) => ({ lineId, purchases: bought.get(lineId) ?? [] }));
};
