import type { AuditedAction } from '../audit/record.ts';
import type { Caller } from '../callers/caller.ts';
import type { Change, ReadOptions, WriteContext } from '../store-context.ts';
import type { FoundProduct, LifecycleStatus, Product, ProductDraft, Replacement } from './catalog.ts';
import type { CategoryPath } from './category.ts';
import type { FollowedFact, Vote } from './fact-precedence.ts';
import type { FactName } from './part-facts.ts';

/** How much products are asked for. */
export interface ProductDemand {
  /** Adds to the counts of products. */
  add(counts: ReadonlyMap<string, number>, now: Date): Promise<void>;
  /**
   * Makes the most wanted products, and those marked, the top of every queue, and no others.
   * Returns how many those are.
   */
  rank(limit: number, now: Date): Promise<number>;
  /**
   * Marks a product as always wanted, or takes the mark away. Throws `not_found` for an unknown
   * product.
   */
  mark(productId: string, isMarked: boolean, now: Date, act?: AuditedAction): Promise<void>;
}

/** What to search for; every given part must hold. */
export interface ProductQuery {
  /** A number or words; left out: every product that has the rest, in the order of ids. */
  readonly text?: string | undefined;
  readonly profileId?: string | undefined;
  /** By any of the maker's names. */
  readonly manufacturer?: string | undefined;
  /** One of these. */
  readonly lifecycles?: readonly LifecycleStatus[] | undefined;
  /** This category or one below it. */
  readonly category?: CategoryPath | undefined;
  /** Each of these, by exactly this text. */
  readonly characteristics?: Readonly<Record<string, string>> | undefined;
  /**
   * Each of these quantities is known and within its bounds, both included, in base units; a bound
   * left out: none.
   */
  readonly ranges?:
    | Readonly<Record<string, { readonly from?: number | undefined; readonly to?: number | undefined }>>
    | undefined;
  /**
   * An offer of it is in stock, as the system's credentials know it, or the customer's own or its
   * groups'.
   */
  readonly inStockFor?: Pick<Caller, 'customerId' | 'groupIds'> | undefined;
  /** Whose stock is told of what is found; left out: nobody's. It filters nothing. */
  readonly stockFor?: Pick<Caller, 'customerId' | 'groupIds'> | undefined;
}

/** What products can be counted by. */
export const searchFacets = ['manufacturer', 'lifecycle_status', 'identity_profile_id', 'category'] as const;

/** Behind it stands the name of a characteristic, in the name of its facet. */
export const characteristicFacet = 'characteristics.';

/** What products can be counted by: one of the facets, or a characteristic. */
export type SearchFacet = (typeof searchFacets)[number] | `${typeof characteristicFacet}${string}`;

/** Whether a name is that of a characteristic's facet. */
export const isCharacteristicFacet = (name: string): name is `${typeof characteristicFacet}${string}` =>
  name.startsWith(characteristicFacet);

/** How many of the products that a search finds have each value, the most frequent first. */
export interface FacetCounts {
  readonly facet: SearchFacet;
  /**
   * Products without a value are not counted. A category counts those at and below it, as a search
   * in it finds them.
   */
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

/**
 * The counts over the first products of a search; all of them unless there are more than can be
 * counted.
 */
export interface SearchCounts {
  /** How many were counted. */
  readonly counted: number;
  /** Whether there are more. */
  readonly isCapped: boolean;
  readonly facets: readonly FacetCounts[];
}

/** Where a search page ends: the rank and id of its last item. */
export interface SearchMark {
  readonly rank: number;
  readonly id: string;
}

/** Canonical products. */
export interface CatalogStore {
  product(id: string, options?: ReadOptions): Promise<Product | undefined>;
  /**
   * What replaces the product, what replaces that, and so on to the last, which nothing replaces;
   * at most 32, none twice.
   */
  replacements(id: string, options?: ReadOptions): Promise<readonly Replacement[]>;
  /** Products by id, in any order; unknown ids are left out. One query whatever the number. */
  products(ids: readonly string[], options?: ReadOptions): Promise<readonly Product[]>;
  /**
   * Up to `limit` products after the mark, best first, then by id. A mark stays valid while rows
   * come and go.
   */
  search(
    query: ProductQuery,
    after: SearchMark | undefined,
    limit: number,
    options?: ReadOptions,
  ): Promise<readonly (FoundProduct & { mark: SearchMark })[]>;
  /** How many products have each category as their own, in any order; all of them. */
  categories(options?: ReadOptions): Promise<readonly (readonly [CategoryPath, number])[]>;
  /** Counts what a search finds, up to some ten thousand products. */
  count(query: ProductQuery, facets: readonly SearchFacet[], options?: ReadOptions): Promise<SearchCounts>;
  /**
   * Of the next `limit` products in id order after the id, those that satisfy the query, and the
   * last id looked at; undefined behind the end. Its time depends on the limit alone.
   */
  walk(
    query: Omit<ProductQuery, 'text'>,
    afterId: string | undefined,
    limit: number,
    options?: ReadOptions,
  ): Promise<{ readonly products: readonly Product[]; readonly lookedTo: string | undefined }>;
  /**
   * Creates or adds to products, in one transaction with their events. Drafts of one identity are
   * merged in order.
   */
  upsert(
    drafts: readonly ProductDraft[],
    observedAt: Date,
    context: WriteContext,
  ): Promise<{ created: number; updated: number }>;
  /**
   * Adds manufacturer aliases; an alias that names another maker already is answered with that
   * maker. `source` says where they come from. Products under a spelling that now is an alias move
   * to its maker.
   */
  addAliases(
    rows: readonly { alias: string; manufacturer: string }[],
    source: string,
    context: WriteContext,
  ): Promise<readonly { alias: string; conflictsWith: string | undefined }[]>;
}

/** Products that follow what their sources state. */
export interface ProductStatements {
  /**
   * Decides up to `limit` products of which a source says something else than before, the longest
   * due first. Throws `unavailable` when the database does not answer; nothing is lost then.
   */
  follow(limit: number, context: WriteContext): Promise<{ readonly followed: number; readonly changed: number }>;
  /** What the catalogue and these offers of a product state. */
  stated(productId: string, offerIds: readonly string[], options?: ReadOptions): Promise<readonly StatedFact[]>;
}

/** A fact that a source states of a product, or of its own offer of it. */
export interface StatedFact {
  readonly fact: FollowedFact | FactName;
  readonly vote: Vote;
  /** Undefined: the catalogue states it. */
  readonly offerId: string | undefined;
}

/** Something that duties depend on, as a source states it of a product. */
export interface TariffStatement {
  readonly productId: string;
  readonly fact: 'hts_code' | 'country_of_origin';
  readonly value: string;
  readonly source: Pick<Vote['source'], 'by' | 'kind'>;
}

/** What suppliers state of products that duties depend on. */
export interface TariffStatements {
  /** Of the products of these offers, by these. Throws `unavailable` when it is away. */
  of(offerIds: readonly string[], options?: ReadOptions): Promise<readonly TariffStatement[]>;
}

/** A spelling of a manufacturer. */
export interface ManufacturerAlias {
  /** The spelling as `manufacturerKey` writes it; unique. */
  readonly key: string;
  /** As it was given. */
  readonly alias: string;
  /** The manufacturer's name. */
  readonly manufacturer: string;
  /** Where it comes from, for people to read. */
  readonly source: string;
}

/** Which spellings to list; every given part must hold. */
export interface AliasQuery {
  /** Any spelling of the manufacturer. */
  readonly manufacturer?: string | undefined;
  /** A piece of the spelling. */
  readonly text?: string | undefined;
}

/** The manufacturer alias table as operators see it. */
export interface ManufacturerAliases {
  /** Up to `limit` spellings in the order of their keys, after the key. */
  page(
    query: AliasQuery,
    afterKey: string | undefined,
    limit: number,
    options?: ReadOptions,
  ): Promise<readonly ManufacturerAlias[]>;
  /**
   * Takes a spelling off its manufacturer for good, with its event, and asks for a rematch. Throws
   * `not_found`, or `conflict` for a manufacturer's own name.
   */
  remove(alias: string, change: Change): Promise<void>;
  /**
   * Gives a spelling to another manufacturer, as `remove`; nothing happens when it is that one's
   * already.
   */
  move(row: { readonly alias: string; readonly manufacturer: string }, change: Change): Promise<void>;
}

/**
 * Identifies the import of a file: the same file imported again resumes, or starts anew, under the
 * same key.
 */
export interface ImportKey {
  /** SHA-256 of the file, hexadecimal. */
  readonly digest: string;
  readonly kind: 'products' | 'aliases';
  readonly profileId: string;
}

/** How far an import has come; `rowsRead` is always `upserted + rejected`. */
export interface ImportProgress {
  /** Rows that are done with, the header apart. */
  readonly rowsRead: number;
  readonly upserted: number;
  readonly rejected: number;
  readonly created: number;
  readonly updated: number;
  /** Length of the rejects file that belongs to these rows. */
  readonly rejectsBytes: number;
}

/** Stores imports, so that a killed one resumes where it was. */
export interface ImportStore {
  /** How far an import that has not finished has come. */
  unfinished(key: ImportKey): Promise<ImportProgress | undefined>;
  /** Stores how far it has come, overwriting the earlier state. */
  save(key: ImportKey, progress: ImportProgress, state: 'running' | 'finished', now: Date): Promise<void>;
}
