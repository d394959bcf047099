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
  /** Where goods go when nobody says. */
  readonly defaultZone: string;
}

/** What the service says first: it holds a password, which neither arguments nor the environment should. */
export interface ProcessSetup {
  readonly kind: 'settings';
  readonly settings: EstimateProcessSettings;
}
