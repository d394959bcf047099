import { ownProperty } from '../own-property.ts';

/**
 * What suppliers state of a part besides its name, text, lifecycle and characteristics, and of
 * their own offer of it, each as text under the contract's own name.
 */

/** What a fact is about: the part itself, whoever sells it, or one supplier's offer of it. */
export type FactSubject = 'part' | 'offer';

/** Every fact, what it is about, and the longest text that is kept of it. */
const facts = {
  /** The status in the supplier's own words, such as `Last Time Buy`. */
  lifecycle_detail: { about: 'part', maxLength: 100 },
  /** The last day on which the manufacturer takes orders, as the supplier writes it. */
  last_time_buy: { about: 'part', maxLength: 40 },
  category: { about: 'part', maxLength: 200 },
  datasheet_url: { about: 'part', maxLength: 500 },
  image_url: { about: 'part', maxLength: 500 },
  rohs: { about: 'part', maxLength: 100 },
  reach: { about: 'part', maxLength: 100 },
  eccn: { about: 'part', maxLength: 40 },
  /** Number of the customs tariff. */
  hts_code: { about: 'part', maxLength: 40 },
  country_of_origin: { about: 'part', maxLength: 60 },
  package: { about: 'part', maxLength: 100 },
  /** The part's page at the supplier. */
  product_url: { about: 'offer', maxLength: 500 },
  /** Where the part stands in the supplier's own range, such as `Discontinued at Digi-Key`. */
  range_status: { about: 'offer', maxLength: 100 },
  /** Who sells it, where that is not the supplier that was asked. */
  seller: { about: 'offer', maxLength: 100 },
  /** Whether the manufacturer has authorised the seller: `true` or `false`. */
  is_authorized: { about: 'offer', maxLength: 5 },
  /** Whether the seller is a broker: `true` or `false`. */
  is_broker: { about: 'offer', maxLength: 5 },
  /** What one unit of the offer is, such as `EACH` or `METER`. */
  unit_of_sale: { about: 'offer', maxLength: 40 },
  /** Pieces in a full package such as a reel. */
  standard_package: { about: 'offer', maxLength: 20 },
  maximum_order_quantity: { about: 'offer', maxLength: 20 },
  /** Pieces that the supplier has ordered itself. */
  on_order_quantity: { about: 'offer', maxLength: 20 },
  /** When the next of these are expected, as the supplier writes it. */
  on_order_date: { about: 'offer', maxLength: 40 },
  /** The country that it is shipped from, by its code or its English name. */
  ships_from: { about: 'offer', maxLength: 60 },
} as const satisfies Readonly<Record<string, { readonly about: FactSubject; readonly maxLength: number }>>;

/** The name of a fact. */
export type FactName = keyof typeof facts;

/** The names of all facts. */
export const factNames = Object.keys(facts) as readonly FactName[];

/** What a fact is about. */
export const subjectOf = (name: FactName): FactSubject => facts[name].about;

/** What one answer states. */
export type StatedFacts = { readonly [Name in FactName]?: string };

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Some suppliers write addresses without the scheme, which a reader's browser adds. */
const webAddress = (text: string): string | undefined => {
  const whole = text.startsWith('//') ? `https:${text}` : text;
  return isWebAddress(whole) ? whole : undefined;
};

const keptText = (name: FactName, given: string | undefined): string | undefined => {
  const text = given?.trim() ?? '';
  const kept = name.endsWith('_url') ? webAddress(text) : text;
  return kept === undefined || kept === '' || kept.length > facts[name].maxLength ? undefined : kept;
};

/**
 * The facts of an answer that can be kept; undefined when there is none. Left out are blanks,
 * texts that are longer than such a fact can be, and links that are no web addresses: nobody is to
 * follow `javascript:`.
 */
export const statedFacts = (given: { readonly [Name in FactName]?: string | undefined }): StatedFacts | undefined => {
  const kept: { [Name in FactName]?: string } = {};
  for (const name of factNames) {
    const text = keptText(name, ownProperty(given, name));
    if (text !== undefined) kept[name] = text;
  }
  return Object.keys(kept).length === 0 ? undefined : kept;
};
