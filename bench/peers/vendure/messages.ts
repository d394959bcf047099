/** The first message of the process: where Vendure listens, and the ids of its products. */
export interface Ready {
  readonly port: number;
  readonly productIds: readonly string[];
}
