import { notFound } from '../../../domain/errors.ts';
import { isCountryCode } from '../../../domain/offers/countries.ts';
import { type DutyRate, type DutyRateDraft, readDutyRate } from '../../../domain/pricing/duties/duty-rate.ts';
import { isHtsPrefix } from '../../../domain/pricing/duties/hts-code.ts';
import type { DutyRateStore } from '../../../domain/pricing/ports.ts';
import { checkId, checkOneOf, checkRequiredText, type Finding, throwIfAny } from '../../request/check.ts';
import { type Cursors, markOfId, type Page, type PageRequest, pageOf } from '../../request/paging.ts';
import type { UseCase } from '../../request/request-context.ts';
import { changeBy } from '../request/change-by.ts';

/** Names a rate. */
export interface OfDutyRate {
  readonly id: string;
}

/** What operators do to import duties. */
export interface DutyRateCases {
  readonly listDutyRates: UseCase<PageRequest, Page<DutyRate>>;
  readonly getDutyRate: UseCase<OfDutyRate, DutyRate>;
  /** Makes a rate or changes it; refuses one that is for the same goods as another. */
  readonly putDutyRate: UseCase<DutyRateDraft, DutyRate>;
  readonly removeDutyRate: UseCase<OfDutyRate, OfDutyRate>;
}

/** What it is made of. */
interface Dependencies {
  readonly dutyRates: DutyRateStore;
  /** The delivery zones that exist. */
  readonly zones: readonly string[];
  readonly cursors: Cursors;
  /** Puts a stored change of rules, rates or order costs in force. */
  readonly onPricingChange: () => Promise<void>;
}

const finding = (isWrong: boolean, field: string, description: string): Finding =>
  isWrong ? { field, description } : undefined;

/** Throws `invalid_argument` with everything that is wrong; gives the rate in its usual form. */
const checked = (draft: DutyRateDraft, zones: readonly string[]): DutyRateDraft => {
  const { id, destination, htsPrefix, origin, validFrom, validUntil } = draft;
  const rate = readDutyRate(draft.rate);
  throwIfAny(
    checkId('id', id),
    checkRequiredText('destination', destination, 32) ?? checkOneOf('destination', destination, zones),
    finding(!isHtsPrefix(htsPrefix), 'hts_prefix', 'must be 2 to 10 digits, for example "8542"'),
    finding(
      origin !== undefined && !isCountryCode(origin),
      'country_of_origin',
      'must be a country of ISO 3166-1 alpha-2, for example "CN"',
    ),
    finding(rate === undefined, 'rate', 'must be decimal text from 0 to 10 with at most 6 decimal places'),
    finding(
      validFrom !== undefined && validUntil !== undefined && validFrom >= validUntil,
      'valid_until',
      'must be after valid_from',
    ),
  );
  return { ...draft, rate: rate ?? draft.rate };
};

/** Lists, reads and changes import duties. */
export const manageDutyRates = ({ dutyRates, zones, cursors, onPricingChange }: Dependencies): DutyRateCases => ({
  listDutyRates: (request, { signal }) =>
    pageOf(request, {
      cursors,
      query: ['duty-rates'],
      markOf: ({ id }) => markOfId(id),
      read: (after, limit) => dutyRates.page(after?.id, limit, { signal }),
    }),

  getDutyRate: async ({ id }, { signal }) => {
    const rate = await dutyRates.rate(id, { signal });
    if (rate === undefined) throw notFound('duty rate', id);
    return rate;
  },

  putDutyRate: async (draft, context) => {
    const stored = await dutyRates.put(checked(draft, zones), changeBy(context));
    await onPricingChange();
    return stored;
  },

  removeDutyRate: async ({ id }, context) => {
    await dutyRates.remove(id, changeBy(context));
    await onPricingChange();
    return { id };
  },
});
