/** What suppliers count: requests, or the parts that they return. */
export type LookupUnit = 'calls' | 'parts';

/** So many parts cost so many units, and a part of them costs as much. */
export interface LookupRate {
  readonly parts: number;
  readonly units: number;
}

/** What asking a credential's supplier costs, as its plug-in knows it. */
export interface LookupTariff {
  readonly unit: LookupUnit;
  readonly byNumber: LookupRate;
  /** Left out: it cannot be asked by its own order numbers. */
  readonly bySku?: LookupRate;
}
