import type { LookupCost as DomainCost } from '../../domain/wants/lookup-cost.ts';
import type { LookupCost } from '../../proto/gen/svc/public/v1/common.ts';
import { checkWithin } from './check.ts';
import type { Rule } from './rules.ts';

const maxEntries = 100;
const maxUnits = 1_000_000_000;

/** Longest part of a supplier's name that a violation repeats. */
export const shownLength = 64;

/**
 * Units that look-ups may cost at most, by supplier. What a name means is not checked here: a
 * supplier that the caller may not know of is answered like one that does not exist.
 */
export const maxLookupCost: Rule<Readonly<Record<string, number>>> = {
  check: (field, max) => {
    const entries = Object.entries(max);
    if (entries.length > maxEntries) return { field, description: `must be at most ${maxEntries}` };
    return entries.map(([supplierId, units]) =>
      checkWithin(`${field}.${supplierId.slice(0, shownLength)}`, units, 0, maxUnits),
    );
  },
  expected: `must be a whole number from 0 to ${maxUnits}`,
};

/** What look-ups cost, in the words of the contract; unnamed where suppliers are hidden. */
export const toLookupCost =
  (namesSuppliers: boolean) =>
  ({ supplierId, unit, estimated, max, notAsked, spent }: DomainCost): LookupCost => ({
    supplierId: namesSuppliers ? supplierId : '',
    unit: unit ?? '',
    estimated,
    max,
    notAsked,
    spent,
  });
