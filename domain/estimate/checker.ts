/**
 * An independent check of a basket against the problem, done before anything is published. It
 * shares no code with the search, the options or the costs: quantities, prices and sums are worked
 * out again here, in BigInt, from the problem alone.
 */

import { ownProperty } from '../own-property.ts';
import type { Basket } from './basket.ts';
import type { EstimateLine, EstimateProblem, LineChoice, LineOffer, Purchase } from './problem.ts';

/** A safe integer, exactly; what is none counts as 0 and is a fault of its own elsewhere. */
const exact = (value: number): bigint => (Number.isSafeInteger(value) ? BigInt(value) : 0n);

const expectedShipment = ({ stock, leadTimeDays, handlingDays }: LineOffer, quantity: number) => {
  if (stock === undefined) return { kind: 'after_lead_time', days: leadTimeDays };
  if (quantity <= stock) return { kind: 'in_stock', days: handlingDays };
  const isLate = leadTimeDays === undefined || leadTimeDays > handlingDays;
  return { kind: 'back_order', days: isLate ? leadTimeDays : handlingDays };
};

/** The pieces, what is paid once, and a fee for each reel that is begun. */
const expectedCost = (
  { reelPieces }: Pick<LineOffer, 'reelPieces'>,
  { unitPrice, fee = 0, reelFee = 0 }: LineOffer['breaks'][number],
  quantity: bigint,
): bigint => {
  let reels = 1n;
  if (reelPieces !== undefined) {
    const full = quantity / BigInt(reelPieces);
    reels = full * BigInt(reelPieces) === quantity ? full : full + 1n;
  }
  return BigInt(unitPrice) * quantity + BigInt(fee) + BigInt(reelFee) * reels;
};

/** An amount in whole coins, half to even. */
const inCoins = (amount: bigint, coin: bigint): bigint => {
  const [sign, size] = amount < 0n ? [-1n, -amount] : [1n, amount];
  const [whole, twice] = [size / coin, (size % coin) * 2n];
  const isUp = twice > coin || (twice === coin && whole % 2n === 1n);
  return sign * coin * (isUp ? whole + 1n : whole);
};

/** A share of an amount in millionths, rounded half to even. */
const shareOf = (amount: number, millionths: number): bigint =>
  inCoins(BigInt(amount) * BigInt(millionths), 1_000_000n) / 1_000_000n;

/**
 * The duty that is due for so many pieces: of a piece, of what is paid once and of each reel, each
 * rounded; a discount takes no more duty off than there is on the least pieces.
 */
const expectedDuty = (offer: LineOffer, reached: LineOffer['breaks'][number], quantity: bigint): bigint => {
  const { dutyShare: share, reelPieces } = offer;
  if (share === undefined) return 0n;
  const { minQuantity, unitPrice, fee = 0, reelFee = 0, duty } = reached;
  const piece = shareOf(unitPrice - (duty?.unitPrice ?? 0), share);
  const once = shareOf(fee - (duty?.fee ?? 0), share);
  const least = -piece * BigInt(minQuantity);
  const reel = Number(shareOf(reelFee - (duty?.reelFee ?? 0), share));
  const sums = { unitPrice: Number(piece), fee: Number(once < least ? least : once), reelFee: reel, minQuantity };
  return expectedCost(reelPieces === undefined ? {} : { reelPieces }, sums, quantity);
};

/** What a purchase should say of its money: goods and duty are each rounded. */
const faultsOfMoney = (offer: LineOffer, { quantity, cost, duty = 0 }: Purchase, coin: bigint): readonly string[] => {
  const reached = offer.breaks.filter(({ minQuantity }) => minQuantity <= quantity).at(-1);
  if (reached === undefined) return ['is below the first price break'];
  const exactDuty = expectedDuty(offer, reached, BigInt(quantity));
  const due = inCoins(exactDuty, coin);
  const goods = inCoins(expectedCost(offer, reached, BigInt(quantity)) - exactDuty, coin);
  const faults: string[] = [];
  if (goods + due !== BigInt(cost)) faults.push('has a wrong cost');
  if (due !== exact(duty)) faults.push('has a wrong duty');
  return faults;
};

/** What is wrong with a purchase by itself. */
const faultsOfPurchase = (
  offer: LineOffer,
  purchase: Purchase,
  coin: bigint,
  mayBackOrder: boolean,
): readonly string[] => {
  const { quantity, cost } = purchase;
  const faults: string[] = [];
  if (purchase.sellerId !== offer.sellerId) faults.push('names another seller than the offer');
  if (purchase.manufacturer !== offer.manufacturer) faults.push('names another manufacturer than the offer');
  const { kind, days } = expectedShipment(offer, quantity);
  if (purchase.ships.kind !== kind || purchase.ships.days !== days) faults.push('is said to ship when it does not');
  if (!Number.isSafeInteger(quantity) || quantity <= 0) return [...faults, 'has no whole positive quantity'];
  if (!Number.isSafeInteger(cost)) return [...faults, 'has a cost that is no safe integer'];
  if (offer.stock !== undefined && quantity > offer.stock && !mayBackOrder) faults.push('exceeds the stock');
  if (quantity < offer.minOrderQuantity) faults.push('is below the least order');
  if (quantity > (offer.maxOrderQuantity ?? quantity)) faults.push('is above the greatest order');
  if (quantity % offer.orderMultiple !== 0) faults.push('is no multiple of the order multiple');
  faults.push(...faultsOfMoney(offer, purchase, coin));
  return faults;
};

const isEnough = (line: EstimateLine, pieces: bigint): boolean => pieces >= BigInt(line.pieces);

/** Whether the offer by itself has what the line needs. */
const isEnoughAlone = (offer: LineOffer, line: EstimateLine): boolean => {
  const { stock, minOrderQuantity, maxOrderQuantity, orderMultiple, breaks } = offer;
  if (stock === undefined && maxOrderQuantity === undefined) return true;
  const limit = Math.min(stock ?? Infinity, maxOrderQuantity ?? Infinity);
  const most = limit - (limit % orderMultiple);
  return most >= minOrderQuantity && most >= (breaks[0]?.minQuantity ?? 0) && isEnough(line, BigInt(most));
};

const mayTakeSubstitutes = (line: EstimateLine): boolean =>
  line.substitutePolicy === 'when_cheaper' ||
  (line.substitutePolicy === 'when_out_of_stock' &&
    !line.offers.some((offer) => !offer.isSubstitute && isEnoughAlone(offer, line)));

/** A back-order for need alone is none where an offer that may be taken has enough in stock. */
const mayBackOrder = (line: EstimateLine): boolean =>
  line.backOrderPolicy === 'allow' ||
  (line.backOrderPolicy === 'when_needed' &&
    !line.offers.some(
      (offer) => (!offer.isSubstitute || line.substitutePolicy !== 'never') && isEnoughAlone(offer, line),
    ));

/** Two purchases from one stock take no more than there is. */
const faultsOfPools = ({ offers }: EstimateLine, purchases: readonly Purchase[]): readonly string[] => {
  const poolOf = new Map(offers.flatMap(({ id, pool }) => (pool === undefined ? [] : [[id, pool] as const])));
  return [...Map.groupBy(purchases, ({ offerId }) => poolOf.get(offerId))].flatMap(([pool, taken]) => {
    const stocks = offers
      .filter((offer) => pool !== undefined && offer.pool === pool)
      .map(({ stock = Infinity }) => stock);
    const isTooMuch = taken.reduce((sum, { quantity }) => sum + quantity, 0) > Math.max(...stocks);
    return taken.length > 1 && pool !== undefined && isTooMuch ? [`pool ${pool} does not have so many`] : [];
  });
};

const faultsOfLine = (line: EstimateLine, purchases: readonly Purchase[], coin: bigint): readonly string[] => {
  const faults: string[] = [];
  const names = purchases.map(({ offerId }) => offerId);
  if (new Set(names).size !== names.length) faults.push('an offer is bought twice');
  const pieces = purchases.reduce((sum, { quantity }) => sum + exact(quantity), 0n);
  if (!isEnough(line, pieces)) faults.push('too few pieces');
  faults.push(...faultsOfPools(line, purchases));
  for (const purchase of purchases) {
    const offer = line.offers.find(({ id }) => id === purchase.offerId);
    if (offer === undefined) faults.push(`offer ${purchase.offerId} is not one of the line`);
    else {
      faults.push(
        ...faultsOfPurchase(offer, purchase, coin, mayBackOrder(line)).map((fault) => `offer ${offer.id} ${fault}`),
      );
      if (offer.isSubstitute && !mayTakeSubstitutes(line)) faults.push(`substitute ${offer.id} is not allowed`);
    }
  }
  return faults.map((fault) => `line ${line.id}: ${fault}`);
};

/**
 * Lines of which something is bought outside the maker that makes most lines of their group, summed
 * over the groups.
 */
const exceptionsOf = (problem: EstimateProblem, choices: readonly LineChoice[]): number => {
  const groupOf = new Map(problem.lines.map(({ id, interchangeableGroup }) => [id, interchangeableGroup]));
  const groups = Object.groupBy(
    choices,
    ({ lineId }) => `${groupOf.get(lineId) === undefined ? 'line' : 'group'} ${groupOf.get(lineId) ?? lineId}`,
  );
  let exceptions = 0;
  for (const lines of Object.values(groups)) {
    if (lines === undefined) continue;
    const linesOf = new Map<string, number>();
    for (const { purchases } of lines) {
      const [manufacturer, ...others] = new Set(purchases.map(({ manufacturer }) => manufacturer));
      if (manufacturer !== undefined && others.length === 0)
        linesOf.set(manufacturer, (linesOf.get(manufacturer) ?? 0) + 1);
    }
    exceptions += lines.length - Math.max(0, ...linesOf.values());
  }
  return exceptions;
};

/** What the order at the seller costs besides its goods, by the value that they have together. */
const expectedOrderCost = (
  { orderCosts, orderSteps = {} }: EstimateProblem,
  seller: string,
  purchases: readonly Purchase[],
): bigint => {
  let goods = 0n;
  for (const { sellerId, cost, duty = 0 } of purchases) if (sellerId === seller) goods += exact(cost) - exact(duty);
  const reached = (ownProperty(orderSteps, seller) ?? []).filter(({ goodsFrom }) => BigInt(goodsFrom) <= goods);
  return exact(reached.at(-1)?.cost ?? ownProperty(orderCosts, seller) ?? 0);
};

const faultsOfObjective = (
  problem: EstimateProblem,
  { choices, objective, certificate }: Basket,
): readonly string[] => {
  const purchases = choices.flatMap((choice) => choice.purchases);
  const suppliers = [...new Set(purchases.map(({ sellerId }) => sellerId))];
  const goods = purchases.reduce((sum, { cost }) => sum + exact(cost), 0n);
  const orders = suppliers.reduce((sum, supplier) => sum + expectedOrderCost(problem, supplier, purchases), 0n);
  const latest = purchases.reduce((most, { ships }) => Math.max(most, ships.days ?? 0), 0);
  const unknown = purchases.filter(({ ships }) => ships.days === undefined).length;
  const faults: string[] = [];
  if (!Number.isSafeInteger(objective.total) || BigInt(objective.total) !== goods + orders)
    faults.push('the total is not the sum of goods and orders');
  if (objective.suppliers !== suppliers.length) faults.push('the number of suppliers is wrong');
  if (objective.leadTimeDays !== latest) faults.push('the lead time is wrong');
  if (objective.unknownLeadTimes !== unknown) faults.push('the number of unknown lead times is wrong');
  if (objective.manufacturerExceptions !== exceptionsOf(problem, choices)) {
    faults.push('the number of manufacturer exceptions is wrong');
  }
  if (certificate.objective !== objective.total) faults.push('the certificate is of another total');
  if (!(certificate.lowerBound <= certificate.objective)) faults.push('the lower bound exceeds the total');
  if ((certificate.gap === 0) !== (certificate.lowerBound === certificate.objective)) faults.push('the gap is wrong');
  return faults;
};

/** Each line of the estimate is either bought, once, or left out, and nothing else is. */
const faultsOfCover = ({ lines }: EstimateProblem, { choices, infeasible }: Basket): readonly string[] => {
  const bought = choices.map(({ lineId }) => lineId);
  const named = [...bought, ...infeasible.map(({ lineId }) => lineId)];
  const known = new Set(lines.map(({ id }) => id));
  const seen = new Set(named);
  const faults = [
    ...lines.filter(({ id }) => !seen.has(id)).map(({ id }) => `line ${id}: neither bought nor left out`),
    ...[...seen].filter((id) => !known.has(id)).map((id) => `line ${id}: not one of the estimate`),
  ];
  return seen.size === named.length ? faults : [...faults, 'a line is named twice'];
};

const faultsOfLines = (problem: EstimateProblem, { choices }: Basket): readonly string[] => {
  const lines = new Map(problem.lines.map((line) => [line.id, line]));
  return choices.flatMap(({ lineId, purchases }) => {
    const line = lines.get(lineId);
    return line === undefined ? [] : faultsOfLine(line, purchases, BigInt(problem.coin ?? 1));
  });
};

/** Everything that is wrong with the basket, in words for a log; empty where it holds. */
export const checkBasket = (problem: EstimateProblem, basket: Basket): readonly string[] => [
  ...faultsOfCover(problem, basket),
  ...faultsOfLines(problem, basket),
  ...faultsOfObjective(problem, basket),
];
