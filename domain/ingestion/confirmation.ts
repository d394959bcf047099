/**
 * What a credential saw again just as it is known, of one answer of its supplier: of some hundred
 * offers at most. It tells of when they were seen, to whom no observation does.
 */
export interface Confirmation {
  /** The same offers of a page that is fetched again have the same id. */
  readonly id: string;
  readonly supplierId: string;
  readonly credentialId: string;
  /** The instant of the answer. */
  readonly seenAt: Date;
  readonly runId: string;
  readonly phase: string;
  /** At least one; each offer is in one of them. */
  readonly confirmed: readonly ConfirmedOffers[];
}

/** Offers of which an answer stated the same parts. */
export interface ConfirmedOffers {
  /** At least one. */
  readonly offerIds: readonly string[];
  /** Whether it stated their price, if only that there is one on request. */
  readonly price: boolean;
  /** Whether it stated their stock: how many any warehouse holds. */
  readonly stock: boolean;
}
