/** How fresh one kind of data is over the offers of the most wanted products. */
export interface TopFreshness {
  readonly data: 'price' | 'stock';
  /** Offers of which this was ever observed. */
  readonly offers: number;
  /** Those whose latest observation is older than the objective of the kind. */
  readonly stale: number;
  /** Age of the oldest of the latest observations; undefined when there is none. */
  readonly oldestSeconds: number | undefined;
}

/** Measures the freshness objectives. Throws `Failure` of kind `unavailable` when the store does not answer. */
export interface TopFreshnessStore {
  /** Judges every offer of so many most wanted products by its youngest price and its youngest stock, whoever saw it. */
  measure(products: number, now: Date): Promise<readonly TopFreshness[]>;
}
