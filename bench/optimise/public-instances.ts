/**
 * Reads the public instances of facility location and set covering (OR-Library form) as structures
 * of the optimiser.
 */
import type { Block } from '../../domain/estimate/search/structure.ts';

/** A public instance, with money as integers of 10^-decimals. */
export interface PublicInstance {
  readonly blocks: readonly Block[];
  readonly fixed: readonly number[];
  readonly decimals: number;
}

const tokensOf = (text: string): readonly string[] => text.split(/\s+/).filter((token) => token !== '');

const decimalsOf = (token: string): number => token.replace(/0+$/, '').split('.')[1]?.length ?? 0;

const integerOf = (token: string, decimals: number): number => {
  const [whole = '0', part = ''] = token.split('.');
  return Number(`${whole}${part.slice(0, decimals).padEnd(decimals, '0')}`);
};

/** Reads a file token by token; throws where it ends too early. */
const reader = (text: string) => {
  const tokens = tokensOf(text);
  let position = 0;
  const next = (): string => {
    const token = tokens[position];
    if (token === undefined) throw new Error(`the file ends after ${position} numbers`);
    position += 1;
    return token;
  };
  return { next, nextNumber: () => Number(next()), many: (count: number) => Array.from({ length: count }, next) };
};

/**
 * Warehouses are suppliers with a fixed order cost, customers are lines with one offer a warehouse.
 */
export const readFacilityLocation = (text: string): PublicInstance => {
  const { next, nextNumber, many } = reader(text);
  const warehouses = nextNumber();
  const customers = nextNumber();
  const fixed = Array.from({ length: warehouses }, () => {
    next();
    return next();
  });
  const costs = Array.from({ length: customers }, () => {
    next();
    return many(warehouses);
  });
  const decimals = [...fixed, ...costs.flat()].reduce((most, token) => Math.max(most, decimalsOf(token)), 0);
  return {
    blocks: costs.map((row) => [[row.map((cost, supplier) => ({ supplier, cost: integerOf(cost, decimals) }))]]),
    fixed: fixed.map((cost) => integerOf(cost, decimals)),
    decimals,
  };
};

/**
 * Columns are suppliers with a fixed cost, rows are lines with one free offer a covering column.
 */
export const readSetCovering = (text: string): PublicInstance => {
  const { nextNumber } = reader(text);
  return readCovering(nextNumber);
};

const readCovering = (nextNumber: () => number): PublicInstance => {
  const rows = nextNumber();
  const columns = nextNumber();
  const fixed = Array.from({ length: columns }, nextNumber);
  const blocks = Array.from({ length: rows }, () => [
    [Array.from({ length: nextNumber() }, () => ({ supplier: nextNumber() - 1, cost: 0 }))],
  ]);
  return { blocks, fixed, decimals: 0 };
};
