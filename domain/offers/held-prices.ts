import type { ReadOptions } from '../store-context.ts';
import type { PriceJump, PriceStatement } from './offer.ts';

/** The place of a held price in the list of them. */
export interface HeldPriceMark {
  readonly since: Date;
  readonly offerId: string;
  readonly credentialId: string;
}

/** A price that a credential has seen and that does not count, as it jumps from the one before. */
export interface HeldPrice extends HeldPriceMark {
  readonly supplierId: string;
  readonly supplierSku: string;
  readonly manufacturer: string | undefined;
  readonly mpn: string | undefined;
  /** Undefined: the offer belongs to no product. */
  readonly productId: string | undefined;
  readonly credentialLabel: string;
  readonly jump: PriceJump;
  /** What was seen. */
  readonly held: PriceStatement;
  /** What counts meanwhile, and when it was seen. */
  readonly counting: PriceStatement;
  readonly countingSeenAt: Date;
}

/** The prices that are held back. */
export interface HeldPrices {
  /** Those after a mark, the latest hold first; those of withdrawn offers are left out. */
  list(after: HeldPriceMark | undefined, limit: number, options?: ReadOptions): Promise<readonly HeldPrice[]>;
}
