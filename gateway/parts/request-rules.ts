import { maxPieces } from '../../domain/pricing/buy-quantity.ts';
import type { MatchPartsRequest, PartToMatch } from '../../proto/gen/svc/public/v1/catalog.ts';
import { checkWithin, type Finding } from '../request/check.ts';
import { maxLookupCost } from '../request/lookup-cost.ts';
import { anything, currency, oneOf, oneOfKnown, type Rules, text, within } from '../request/rules.ts';

/** Whether suppliers are asked about parts that are unknown here. */
const liveModes = ['none', 'wait', 'watch'] as const;

/** Items of one request. */
const maxParts = 1_000;

const maxNameLength = 255;
const maxTextLength = 4_000;
const maxDeadlineSeconds = 300;

/** What holds of one item. */
export const partToMatchRules: Rules<PartToMatch> = {
  reference: text(maxNameLength),
  mpn: text(maxNameLength),
  manufacturer: text(maxNameLength),
  sku: text(maxNameLength),
  supplierId: text(128),
  // Control characters separate the columns of a line that comes out of a table.
  text: {
    check: (field, { length }) =>
      length > maxTextLength ? { field, description: `must be at most ${maxTextLength} characters` } : undefined,
    notes: { maxLength: maxTextLength },
  },
  quantity: within(0, maxPieces),
};

/** What holds of the fields of an item beside each other. */
export const checkPart = ({ mpn, sku, text: written, supplierId }: PartToMatch): readonly Finding[] => [
  [mpn, sku, written].every((each) => each.trim() === '')
    ? { field: 'mpn', description: 'must be given, or sku, or text' }
    : undefined,
  supplierId !== '' && sku.trim() === '' ? { field: 'sku', description: 'must be given with supplier_id' } : undefined,
];

/** What a request is checked with: the delivery zones that exist. */
interface PartFacts {
  readonly zones: readonly string[];
}

/** What holds of a request; its items are checked each by itself. */
export const matchPartsRules: Rules<MatchPartsRequest, PartFacts> = {
  items: {
    check: (field, { length }) =>
      checkWithin('', length, 1, maxParts) && { field, description: `must be 1 to ${maxParts}` },
    isRequired: true,
    notes: { minItems: 1, maxItems: maxParts },
    parts: partToMatchRules,
  },
  includeOffers: anything,
  includeBestPrice: anything,
  currency,
  deliveryZone: oneOfKnown(({ zones }: PartFacts) => zones),
  live: oneOf(liveModes),
  deadlineSeconds: within(0, maxDeadlineSeconds),
  maxLookupCost,
};
