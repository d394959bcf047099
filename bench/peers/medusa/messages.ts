/** A round: prices are asked for in batches of so many, by workers that each wait for theirs. */
export interface Round {
  readonly batch: number;
  readonly workers: number;
  readonly durationMs: number;
}

/** The first message of the process: what the module makes of one price. */
export interface Ready {
  readonly amount: number;
}
