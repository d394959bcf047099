/** What the process of estimates is started with. */
export interface EstimateProcessSettings {
  /** Holds the password. */
  readonly databaseUrl: string;
  /** Connections to the database at most, half of them for transactions. */
  readonly connections: number;
  /** Threads that optimise. */
  readonly threads: number;
  /** The search for a basket stops after so long with the best one known. */
  readonly searchMs: number;
  /** The delivery zone of requests without one. */
  readonly defaultZone: string;
  /** The countries of delivery zones, as far as they are stated. */
  readonly zoneCountries: Readonly<Record<string, readonly string[]>>;
}

/**
 * The first message of the service: it holds a password, which must not be in arguments or the
 * environment.
 */
export interface ProcessSetup {
  readonly kind: 'settings';
  readonly settings: EstimateProcessSettings;
}
