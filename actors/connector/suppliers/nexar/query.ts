import type { WantedPart } from '../supplier-client.ts';
import type { NexarSettings } from './settings.ts';

/** The one question put to Nexar: the parts of several numbers, with every seller's offers. */

/** Numbers that one request may hold. */
export const queriesPerCall = 20;

const offerFields =
  'sku id inventoryLevel moq orderMultiple packaging onOrderQuantity clickUrl prices { quantity price currency }';

/**
 * The fields to ask for under a plan; the lead time is the only field of an offer that plans differ
 * in.
 */
const selectionOf = (extras: NexarSettings['extras']): string => {
  const specs = extras.includes('specs') ? 'specs { attribute { shortname name } displayValue }' : '';
  const leadTime = extras.includes('lead_time') ? 'factoryLeadDays' : '';
  const datasheet = extras.includes('datasheets') ? 'bestDatasheet { url }' : '';
  const sellers = `sellers { company { id name } isAuthorized isBroker offers { ${offerFields} ${leadTime} } }`;
  return `hits reference parts { mpn manufacturer { name } shortDescription category { name } ${datasheet} ${specs} ${sellers} }`;
};

/**
 * The body of a request. Numbers are asked for without their maker: a maker that Nexar spells
 * otherwise would find nothing, and two makers of one number are rare.
 */
export const multiMatchBody = (parts: readonly WantedPart[], settings: NexarSettings): string => {
  const { country, currency, extras, partsPerNumber: limit } = settings;
  const queries = numbersOf(parts).map((mpn, at) => ({ mpn, limit, reference: String(at) }));
  return JSON.stringify({
    query:
      'query Offers($queries: [SupPartMatchQuery!]!, $country: String!, $currency: String!) ' +
      `{ supMultiMatch(queries: $queries, country: $country, currency: $currency) { ${selectionOf(extras)} } }`,
    variables: { queries, country, currency },
  });
};

/** The different numbers of a batch. */
export const numbersOf = (parts: readonly WantedPart[]): readonly string[] => [
  ...new Set(parts.map(({ mpn }) => mpn.trim())),
];
