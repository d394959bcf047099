/**
 * The PEM files of a connection to a dependency; undefined: the authorities that Node brings, and
 * no certificate of our own.
 */
export interface ClientTlsFiles {
  /** Those that the other side must be signed by. */
  readonly authorities: string | undefined;
  /** What is shown to the other side. */
  readonly certificate: string | undefined;
  readonly key: string | undefined;
}

/** What such files hold, in PEM; undefined: as there. */
export interface ClientTls {
  readonly ca: Buffer | undefined;
  readonly cert: Buffer | undefined;
  readonly key: Buffer | undefined;
}
