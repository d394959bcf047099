import type { CharacteristicChange } from '../characteristics/characteristic-diff.ts';
import type { ModelFault } from '../characteristics/model-fault.ts';
import type { IdentityProfile, ProfileCharacteristic } from '../identity/profile.ts';
import type { WriteContext } from '../store-context.ts';
import type { JobTarget } from './target.ts';

/**
 * What the reading of characteristics needs from outside. The store and the budget throw `Failure`
 * of kind `unavailable` when what stands behind them does not answer.
 */

/** A batch of products whose characteristics were settled anew. */
export interface RefreshedProducts {
  readonly products: number;
  /** Attributes of offers that could not be what their profile says they are. */
  readonly rejected: number;
  readonly changes: readonly CharacteristicChange[];
  /** Where to go on; undefined at the end. */
  readonly lastProductId: string | undefined;
}

/** What a language model is asked about one product. Only public facts of the product are in it. */
export interface ModelQuestion {
  readonly productId: string;
  readonly manufacturer: string;
  readonly mpn: string;
  /** What suppliers write about it, as the system's own credentials see it. */
  readonly texts: readonly string[];
  /** Characteristics that no source states. */
  readonly wanted: readonly ProfileCharacteristic[];
  readonly profile: IdentityProfile;
  /** The same for the same question. */
  readonly digest: string;
}

/** A value that a language model gave, not yet checked. */
export interface ModelValue {
  readonly name: string;
  readonly text: string;
  /** The words of the texts that say so. */
  readonly quote: string;
}

/** What to note of an answer. */
export interface ModelAnswered {
  readonly question: ModelQuestion;
  readonly values: readonly ModelValue[];
  /** As its provider names it. */
  readonly model: string;
  readonly now: Date;
}

/** The products of a target and what sources say of their characteristics. */
export interface CharacteristicStore {
  /** How many products the target has. */
  count(target: JobTarget): Promise<number>;
  /**
   * Hears what the offers of the target's next products say now, keeps every statement with its
   * source, and serves what comes first; with `product.updated` where that is another value. In one
   * transaction.
   */
  refresh(
    target: JobTarget,
    afterProductId: string | undefined,
    limit: number,
    context: WriteContext,
  ): Promise<RefreshedProducts>;
  /**
   * The next product of the target about which a language model could add something that it was not
   * asked yet.
   */
  question(target: JobTarget, afterProductId: string | undefined): Promise<ModelQuestion | undefined>;
  /**
   * Keeps the values of an answer as statements of the model, and serves those that no other source
   * contradicts.
   */
  answer(answered: ModelAnswered, context: WriteContext): Promise<readonly CharacteristicChange[]>;
}

/** What came of asking a language model. */
export type ModelReading =
  | { readonly kind: 'answered'; readonly values: readonly ModelValue[]; readonly model: string }
  /** The budget of the day is used up. */
  | { readonly kind: 'over_budget' }
  | { readonly kind: 'fault'; readonly fault: ModelFault };

/** A language model. */
export interface LanguageModel {
  /** Never throws, save when the signal aborts. */
  read(question: ModelQuestion, signal: AbortSignal): Promise<ModelReading>;
}

/** Tokens that all processes together may spend on a day in UTC. */
export interface TokenBudget {
  /** Sets tokens aside; false when so many are not left. */
  reserve(tokens: number, limit: number, now: Date): Promise<boolean>;
  /** Replaces what was set aside by what was spent. */
  settle(reserved: number, spent: number, reservedAt: Date): Promise<void>;
}
