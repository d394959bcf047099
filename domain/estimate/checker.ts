/**
 * An independent check of a basket against the problem, done before anything is published. It shares no code with the search,
 * the options or the costs: quantities, prices and sums are worked out again here, in BigInt, from the problem alone.
 */
import type { Basket, EstimateLine, EstimateProblem, LineOffer, Purchase } from './problem.ts';

/** What is wrong with a purchase by itself. */
const faultsOfPurchase = (offer: LineOffer, purchase: Purchase): readonly string[] => {
  const { quantity } = purchase;
  const faults: string[] = [];
  if (purchase.supplierId !== offer.supplierId) faults.push('names another supplier than the offer');
  if (purchase.manufacturer !== offer.manufacturer) faults.push('names another manufacturer than the offer');
  if (purchase.leadTimeDays !== offer.leadTimeDays) faults.push('states another lead time than the offer');
  if (!Number.isSafeInteger(quantity) || quantity <= 0) return [...faults, 'has no whole positive quantity'];
  if (offer.stock !== undefined && quantity > offer.stock) faults.push('exceeds the stock');
  if (quantity < offer.minOrderQuantity) faults.push('is below the least order');
  if (quantity % offer.orderMultiple !== 0) faults.push('is no multiple of the order multiple');
  const reached = offer.breaks.filter(({ minQuantity }) => minQuantity <= quantity).at(-1);
  if (reached === undefined) faults.push('is below the first price break');
  else if (BigInt(reached.unitPrice) * BigInt(quantity) !== BigInt(purchase.cost)) faults.push('has a wrong cost');
  return faults;
};

const enough = (line: EstimateLine, purchases: readonly Purchase[]): boolean => {
  const bought = purchases.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n);
  const percent = BigInt(Math.round(line.attritionPercent * 1e6));
  return bought * 100_000_000n >= BigInt(line.pieces) * (100_000_000n + percent);
};

const faultsOfLine = (line: EstimateLine, purchases: readonly Purchase[]): readonly string[] => {
  const faults: string[] = [];
  const names = purchases.map(({ offerId }) => offerId);
  if (new Set(names).size !== names.length) faults.push('an offer is bought twice');
  if (!enough(line, purchases)) faults.push('too few pieces');
  for (const purchase of purchases) {
    const offer = line.offers.find(({ id }) => id === purchase.offerId);
    if (offer === undefined) faults.push(`offer ${purchase.offerId} is not one of the line`);
    else {
      faults.push(...faultsOfPurchase(offer, purchase).map((fault) => `offer ${offer.id} ${fault}`));
      if (offer.isSubstitute && line.substitutePolicy === 'never') faults.push(`substitute ${offer.id} is not allowed`);
    }
  }
  return faults.map((fault) => `line ${line.id}: ${fault}`);
};

const faultsOfObjective = (
  problem: EstimateProblem,
  { choices, objective, certificate }: Basket,
): readonly string[] => {
  const purchases = choices.flatMap((choice) => choice.purchases);
  const suppliers = [...new Set(purchases.map(({ supplierId }) => supplierId))];
  const goods = purchases.reduce((sum, { cost }) => sum + BigInt(cost), 0n);
  const orders = suppliers.reduce((sum, supplier) => sum + BigInt(problem.orderCosts[supplier] ?? 0), 0n);
  const latest = purchases.reduce((most, { leadTimeDays }) => Math.max(most, leadTimeDays ?? 0), 0);
  const faults: string[] = [];
  if (BigInt(objective.total) !== goods + orders) faults.push('the total is not the sum of goods and orders');
  if (objective.suppliers !== suppliers.length) faults.push('the number of suppliers is wrong');
  if (objective.leadTimeDays !== latest) faults.push('the lead time is wrong');
  if (certificate.objective !== objective.total) faults.push('the certificate is of another total');
  if (certificate.lowerBound > certificate.objective) faults.push('the lower bound exceeds the total');
  return faults;
};

const faultsOfLines = (problem: EstimateProblem, basket: Basket): readonly string[] => {
  const chosen = new Map(basket.choices.map(({ lineId, purchases }) => [lineId, purchases]));
  const leftOut = new Set(basket.infeasible.map(({ lineId }) => lineId));
  return problem.lines.flatMap((line) => {
    const purchases = chosen.get(line.id);
    if (purchases !== undefined && leftOut.has(line.id)) return [`line ${line.id}: both bought and left out`];
    if (purchases !== undefined) return faultsOfLine(line, purchases);
    return leftOut.has(line.id) ? [] : [`line ${line.id}: neither bought nor left out`];
  });
};

/** Everything that is wrong with the basket, in words for a log; empty where it holds. */
export const checkBasket = (problem: EstimateProblem, basket: Basket): readonly string[] => [
  ...faultsOfLines(problem, basket),
  ...faultsOfObjective(problem, basket),
];
