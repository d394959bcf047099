import type { CategoryPath } from './category.ts';

/** Canonical products: what a part is, independent of the supplier. */

/** Where a product stands in its life, in the words of the contract. */
export const lifecycleStatuses = ['new', 'active', 'deprecated', 'discontinued'] as const;

/** A product's place in its life. */
export type LifecycleStatus = (typeof lifecycleStatuses)[number];

/** Whether the text is one of the four lifecycle words. */
export const isLifecycleStatus = (text: string): text is LifecycleStatus =>
  (lifecycleStatuses as readonly string[]).includes(text);

/** One manufacturer's one part number under one profile. */
export interface Product {
  readonly id: string;
  readonly profileId: string;
  /** The maker's name as the alias table writes it. */
  readonly manufacturer: string;
  /** The maker's key after aliases. */
  readonly manufacturerKey: string;
  /** The part number as its maker writes it. */
  readonly mpn: string;
  readonly description: string | undefined;
  readonly characteristics: Readonly<Record<string, string>>;
  readonly lifecycle: LifecycleStatus | undefined;
  /** Its place in the tree of categories (`category.ts`); left out where it comes with an offer. */
  readonly category?: CategoryPath | undefined;
  /** Id of the product that replaces this one. */
  readonly replacedBy: string | undefined;
  /** When anything of it was last observed or imported. */
  readonly observedAt: Date | undefined;
}

/** A product that replaces another. */
export type Replacement = Pick<Product, 'id' | 'manufacturer' | 'mpn' | 'lifecycle'>;

/**
 * What a search found a product by, the best first: its number as its maker writes it, separators
 * apart; its number in letters and digits; a beginning of it; another part of it; words; a number
 * that differs by one typing error; the filters alone.
 */
export const matchKinds = ['exact', 'without_punctuation', 'prefix', 'fragment', 'words', 'similar', 'listed'] as const;

/** What a search found a product by. */
export type MatchKind = (typeof matchKinds)[number];

/**
 * A product that was found, by what, and how well it fits: 1 for the exact number, falling to 0.
 */
export interface FoundProduct extends Product {
  readonly relevance: number;
  readonly matchKind: MatchKind;
  /** Whether an offer is in stock for whom the query names; false where it names nobody. */
  readonly isInStock: boolean;
  /** How much everybody asks for it; only the order of these numbers means something. */
  readonly demand: number;
}

/**
 * What is given to create a product or to add to what is known of it; absent fields leave what is
 * known alone.
 */
export interface ProductDraft {
  readonly profileId: string;
  readonly manufacturer: string;
  readonly mpn: string;
  readonly description?: string;
  readonly characteristics?: Readonly<Record<string, string>>;
  readonly lifecycle?: LifecycleStatus;
  /** Part number of the same maker's product that replaces this one. */
  readonly replacedByMpn?: string;
}
