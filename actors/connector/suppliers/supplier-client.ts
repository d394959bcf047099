import type { AnswerClass } from '../../../domain/ingestion/answer-class.ts';
import type { ObservationDraft } from '../../../domain/ingestion/observation.ts';
import type { RateBudget } from '../../../domain/ingestion/rate-budget.ts';
import type { RowPlace, SkippedRow } from '../../../domain/ingestion/row-tally.ts';
import type { PageOutcome, Phase } from '../../../domain/ingestion/tick.ts';

/**
 * What a supplier plug-in is: pure functions from data to data. It says which request comes next,
 * what an answer means and which observations are in it. It does no I/O, keeps nothing between
 * calls, and does no waiting, limiting, retrying or logging; the connector actor does those for all
 * suppliers alike, and `http.ts` performs the request.
 *
 * One page goes: `request` -> HTTP -> `classify`; on success `decode` -> observations and the
 * cursor of the next page.
 */
export interface SupplierClient {
  /**
   * The phases it has data for, in the order to walk them; signing in comes before them where there
   * is a `session`.
   */
  readonly phases: readonly DataPhase[];
  /**
   * Default budgets by endpoint, in the supplier's unit of cost; all of an endpoint's budgets hold
   * at once.
   */
  readonly budgets: Readonly<Record<string, EndpointBudgets>>;
  /** Rows that a page is asked to hold at most; undefined when the supplier alone decides. */
  readonly pageSize: number | undefined;
  /**
   * How many parts one page of the phase `lookup` may ask for; undefined when it has no such phase.
   */
  readonly lookup: LookupLimits | undefined;
  /**
   * Origins besides that of the base URL which requests may go to, such as a host that only signs
   * in. They follow from the settings alone: secrets are bound to them when they are entered.
   */
  readonly origins?: readonly string[];
  /** How to sign in; undefined when the credential itself goes with every request. */
  readonly session: SignIn | undefined;
  /** The request for the page at `cursor`, which is undefined at the start of a phase. */
  request(phase: DataPhase, cursor: string | undefined, context: RequestContext): SupplierRequest;
  /** What an answer means, to a request of any phase or to signing in. Never throws. */
  classify(response: SupplierResponse): AnswerClass;
  /**
   * Reads an answer that was classified as success; the arguments are those of its request. Never
   * throws.
   */
  decode(phase: DataPhase, cursor: string | undefined, response: SupplierResponse): Decoded;
  /**
   * What a successful answer really cost, where the supplier bills by what it returns and `cost`
   * was the most it could be; the rest goes back to the budget. Left out or undefined: the answer
   * costs what its request said.
   */
  readonly spent?: (response: SupplierResponse) => number | undefined;
  /**
   * What the headers of an answer say of the budgets that remain. Left out: this supplier's say
   * nothing.
   */
  readonly remaining?: (response: SupplierResponse) => readonly RemainingBudget[];
}

/**
 * Parts that one page of the phase `lookup` may ask for: at least 1 by number; 0 by SKU where the
 * supplier cannot be asked so. All parts of a page are
 * asked for in one way: by the supplier's own SKU when that is known of every one of them,
 * otherwise by the maker's number.
 */
export interface LookupLimits {
  readonly byNumber: number;
  readonly bySku: number;
  /** What asking costs, at most as a rule; left out: one call for each page. */
  readonly cost?: LookupPageCost;
}

/** Calls for one page whatever it asks for, or returned parts for each number that it asks for. */
export type LookupPageCost =
  | { readonly unit: 'calls'; readonly ofPage: number }
  | { readonly unit: 'parts'; readonly ofNumber: number };

/** What a supplier says is left of a budget. */
export interface RemainingBudget {
  readonly window: 'burst' | 'daily';
  /** Units left in the present window, 0 or more. */
  readonly units: number;
  /** Until the window begins anew; undefined when it does not say. */
  readonly resetAfterMs: number | undefined;
}

/** A phase in which data is fetched. */
export type DataPhase = Exclude<Phase, 'session'>;

/** One budget or more, such as one by the minute and one by the day. */
export type EndpointBudgets = readonly [RateBudget, ...RateBudget[]];

/**
 * Where a supplier is and the secret to reach it with; the names in `secret` and `settings` are the
 * plug-in's own.
 */
export interface SupplierConfig {
  /** Absolute; a path in it is kept in front of every endpoint's path. */
  readonly baseUrl: string;
  readonly secret: Readonly<Record<string, string>>;
  /**
   * What is not secret: currency, language, store, the mapping of a generic feed. Each plug-in
   * checks its own.
   */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A part that the phase `lookup` asks for. */
export interface WantedPart {
  /** As its maker writes it; empty where the supplier's own number alone is known. */
  readonly mpn: string;
  /** The supplier's own number for it, once an answer has told; undefined before. */
  readonly sku: string | undefined;
}

/** What a request may depend on besides phase and cursor. */
export interface RequestContext {
  /** The token of the present session; undefined for suppliers without one. */
  readonly sessionToken: string | undefined;
  /**
   * In the phase `lookup`, 1 to as many parts as `lookup` allows, all with a SKU or all without;
   * otherwise empty.
   */
  readonly parts: readonly WantedPart[];
  /** For suppliers whose requests carry a time or are signed. */
  readonly now: Date;
  /** 32 random hexadecimal digits, new for every request. */
  readonly nonce: string;
}

/**
 * One HTTP request. Its URL, headers and body may hold secrets; only `endpoint` and `safePath` may
 * be shown.
 */
export interface SupplierRequest {
  readonly method: 'GET' | 'POST';
  /** Absolute, on the supplier's host. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** A key of `budgets`; also the metric label. */
  readonly endpoint: string;
  /** The path for logs: no query string, and nothing in it that is secret. */
  readonly safePath: string;
  /** Units that it takes from the endpoint's budgets, at least 1. */
  readonly cost: number;
}

/** An answer as it came. Its headers and body may hold secrets. */
export interface SupplierResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Size of the body after decompression, in bytes. */
  readonly bodyBytes: number;
  /** From sending the request to the last byte of the answer. */
  readonly durationMs: number;
}

/** How a supplier with sessions is signed in to. */
export interface SignIn {
  readonly request: (context: SignInContext) => SupplierRequest;
  /** Reads an answer that was classified as success. */
  readonly read: (response: SupplierResponse) => SignedIn;
}

/** What signing in may depend on. */
export interface SignInContext {
  /**
   * The latest refresh token that the supplier gave; undefined before the first and after it
   * refused one.
   */
  readonly refreshToken: string | undefined;
  readonly now: Date;
  /** 32 random hexadecimal digits, new for every request. */
  readonly nonce: string;
}

/** The outcome of signing in; the session ends `lifetimeMs` after the answer came. */
export type SignedIn =
  | {
      readonly kind: 'session';
      readonly token: string;
      readonly lifetimeMs: number;
      /**
       * What the next signing in is to use; it is stored before the token is used. Left out: the
       * supplier gave none.
       */
      readonly refreshToken?: string;
    }
  | { readonly kind: 'malformed'; readonly reason: string };

/** What an answer holds, or why it cannot be read. */
export type Decoded = DecodedPage | { readonly kind: 'malformed'; readonly reason: string; readonly place?: RowPlace };

/**
 * One page. A SKU occurs in it once at most, with everything that the answer says of it. Counts are
 * of accepted rows. In the phase `lookup`, `nextCursor` asks for more about the same parts and
 * undefined means that these are done.
 */
export interface DecodedPage extends PageOutcome {
  readonly kind: 'page';
  readonly drafts: readonly ObservationDraft[];
  /** Rows that were not acceptable; they cost nothing but themselves. */
  readonly skipped: readonly SkippedRow[];
  /** Pages in the phase; undefined when the supplier does not say. */
  readonly pageCount: number | undefined;
}
