import { z } from 'zod';
import { type Assortment, assortmentOf, type DemoSellerOptions } from '../assortment.ts';
import { bodyOf, type DemoSupplier, type Metering, startDemoServer } from '../server/demo-server.ts';
import type { FaultForms } from '../server/faults.ts';
import type { SupplierLimit } from '../server/meter.ts';
import { meridian, type SupplierProfile } from '../supplier-profile.ts';
import { type MouserLanguage, neighboursOf, partOf, unorderableOf } from './mouser-rows.ts';

/**
 * A demo supplier that speaks Mouser's protocol:
 *
 *     POST /api/v1|v2/search/partnumber  ?apiKey=
 *          {SearchByPartRequest: {mouserPartNumber: 'A|B|...', partSearchOptions}}
 *
 * Up to ten numbers of 3 to 40 characters, Mouser's or makers'. Errors come with 200 in the body; a
 * throttle is a 403 whose message alone tells the minute from the day. Neighbours and parts that
 * cannot be ordered come along unasked.
 */

/** How the supplier is started. */
export interface DemoMouserOptions extends DemoSellerOptions {
  readonly apiKey: string;
  /** The account's language and currency; English and dollars when left out. */
  readonly account?: { readonly language: MouserLanguage; readonly currency: SupplierProfile['currency'] };
  readonly metering?: Metering;
}

/** What Mouser allows a key of the lowest tier. */
export const mouserLimits: readonly SupplierLimit[] = [
  { window: 'burst', units: 30, periodMs: 60_000 },
  { window: 'daily', units: 1000, periodMs: 86_400_000 },
];

const profile: SupplierProfile = {
  ...meridian,
  id: 'mouser',
  name: 'Mouser Electronics',
  warehouses: [{ ref: 'MFD', name: 'Mansfield', country: 'US' }],
};

/** Starts the supplier. */
export const startDemoMouser = (options: DemoMouserOptions): Promise<DemoSupplier<Assortment>> => {
  const { language, currency } = options.account ?? { language: 'en', currency: 'USD' };
  const assortment = assortmentOf({ ...profile, currency }, options.products, options.seed);
  return startDemoServer({
    ...options,
    assortment,
    forms,
    endpoints: ({ app, ledger }) => {
      app.post('/api/:version{v1|v2}/search/partnumber', async (context) => {
        if (context.req.query('apiKey') !== options.apiKey) return context.json(refusal('Invalid', 'API Key'));
        const asked = question.safeParse(await bodyOf(context.req.raw));
        if (!asked.success) return context.json(refusal('Required', 'SearchByPartRequest'), 400);
        const numbers = asked.data.SearchByPartRequest.mouserPartNumber.split('|');
        const fault = faultIn(numbers);
        if (fault !== undefined) return context.json(refusal(fault, 'mouserPartNumber'));
        const found = numbers.flatMap((number) => assortment.findSku(number) ?? assortment.find(number));
        const orderable = found.flatMap((offer) => [offer, ...neighboursOf(offer)]);
        const rows = [...orderable, ...found.flatMap(unorderableOf)];
        ledger.record('lookup', 1, orderable.length);
        return context.json({
          Errors: [],
          SearchResults: resultsOf(rows.map((each) => partOf(each, currency, language))),
        });
      });
    },
  });
};

const question = z.object({
  SearchByPartRequest: z.object({ mouserPartNumber: z.string().min(1), partSearchOptions: z.string().optional() }),
});

const resultsOf = (Parts: readonly object[]) => ({ NumberOfResult: Parts.length, Parts });

const faultIn = (numbers: readonly string[]): string | undefined => {
  if (numbers.length > 10) return 'InvalidValue';
  if (numbers.some((number) => !/^[\x20-\x7e]*$/.test(number))) return 'InvalidCharacters';
  return numbers.some(({ length }) => length < 3 || length > 40) ? 'InvalidValue' : undefined;
};

const refusal = (Code: string, PropertyName: string, Message = 'The request is not valid.') => ({
  Errors: [{ Id: 0, Code, Message, ResourceKey: Code, ResourceFormatString: null, PropertyName }],
  SearchResults: null,
});

const forms: FaultForms = {
  throttled: (window) => {
    const message = `Maximum calls per ${window === 'burst' ? 'minute' : 'day'} exceeded.`;
    return Response.json(refusal('TooManyRequests', '', message), { status: 403 });
  },
  expiredToken: undefined,
  empty: () => Response.json({ Errors: [], SearchResults: resultsOf([]) }),
  errorBody: () => ({ Message: 'An error has occurred.' }),
};
