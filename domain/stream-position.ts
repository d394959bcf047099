/** How far a durable has come, in sequences of its stream. */
export interface StreamPosition {
  /** Of the newest message; 0 before the first. */
  readonly newest: number;
  /**
   * Up to which everything that concerns the durable is settled; 0 when nothing is, or there is no
   * such durable.
   */
  readonly settled: number;
}
