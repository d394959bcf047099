/**
 * What the name of a saved answer tells of its request: `data_ABC1_US_en_USD_v2.json`,
 * `mpn_ABC1_uk.farnell.com.json`.
 */
export interface RecordedRequest {
  /** The currency that prices were asked for in. */
  readonly currency: string | undefined;
  /** The shop that was asked. */
  readonly store: string | undefined;
}

/** Reads the name of a file; what it does not tell is undefined. */
export const recordedRequest = (file: string): RecordedRequest => ({
  currency: /_[A-Z]{2}_[a-z]{2}_([A-Z]{3})(?=[_.])/.exec(file)?.[1],
  store: /(?<=_)[a-z]{2,3}\.(?:farnell|newark|element14)\.com/.exec(file)?.[0],
});
