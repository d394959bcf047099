import { randomUUID } from 'node:crypto';
import type { Client } from '../../../clients/typescript/src/index.ts';
import type { Product } from '../../../proto/gen/svc/public/v1/catalog.ts';

/** An estimate that the service has said it has. */
interface Acknowledged {
  readonly id: string;
  /** Of its first line, as it was changed. */
  readonly quantity: number;
}

/** What became of a load. */
export interface LoadReport {
  /** How many rounds of several calls were answered without a failure. */
  readonly rounds: number;
  /** Every failure that a caller saw, with what it did. */
  readonly failures: readonly string[];
  readonly estimates: readonly Acknowledged[];
}

/** A load that runs until it is told to end. */
export interface Load {
  /** How many rounds were answered so far. */
  readonly rounds: () => number;
  end(): Promise<LoadReport>;
}

/** What the load asks for. */
export interface LoadSubject {
  readonly products: readonly Product[];
}

type Call = (client: Client, subject: LoadSubject) => Promise<unknown>;

const read: Call = async (client, { products }) => {
  for (const { id, mpn } of products) {
    const product = await client.catalog.getProduct({ id });
    if (product.mpn !== mpn) throw new Error(`${id} was ${mpn} and is ${product.mpn}`);
    const { items } = await client.catalog.searchProducts({ q: mpn });
    if (!items.some((item) => item.id === id)) throw new Error(`${mpn} was not found`);
  }
};

const price: Call = async (client, { products }) => {
  for (const { id: canonicalId } of products) {
    const { items } = await client.offers.getOffers({ canonicalId });
    for (const { id: offerId } of items) {
      const priced = await client.pricing.calculatePrice({ offerId, quantity: 600 });
      if (priced.breakdown.length === 0) throw new Error(`${offerId} has no price`);
    }
  }
};

/** Makes an estimate twice under one key, watches it to its end, and changes it. */
const estimate =
  (acknowledged: Acknowledged[]): Call =>
  async (client, { products }) => {
    const lines = products.map(({ mpn, manufacturer }) => ({ mpn, manufacturer, quantity: 600 }));
    const idempotencyKey = randomUUID();
    const { id } = await client.estimates.buildEstimate({ lines }, { idempotencyKey });
    const repeated = await client.estimates.buildEstimate({ lines }, { idempotencyKey });
    if (repeated.id !== id) throw new Error(`one key made ${id} and ${repeated.id}`);
    let version = 0;
    for await (const told of client.estimates.watchEstimate({ estimateId: id, untilReady: true })) {
      if (told.version <= version) throw new Error(`version ${told.version} of ${id} came after ${version}`);
      version = told.version;
    }
    await client.estimates.updateEstimate({ estimateId: id, changes: { lines: [{ number: 1, quantity: 700 }] } });
    acknowledged.push({ id, quantity: 700 });
  };

/** Starts callers that ask again as soon as they are answered, each until it sees a failure. */
export const startLoad = (clients: Readonly<Record<string, Client>>, subject: LoadSubject): Load => {
  const estimates: Acknowledged[] = [];
  const failures: string[] = [];
  let rounds = 0;
  let isOver = false;
  const repeat = async (name: string, client: Client, call: Call): Promise<void> => {
    while (!isOver) {
      try {
        await call(client, subject);
        rounds += 1;
      } catch (error) {
        failures.push(`${name}: ${String(error)}`);
        return;
      }
    }
  };
  const calls = { read, price, estimate: estimate(estimates) };
  const running = Object.entries(clients).flatMap(([edge, client]) =>
    Object.entries(calls).map(([name, call]) => repeat(`${name} over ${edge}`, client, call)),
  );
  return {
    rounds: () => rounds,
    end: async () => {
      isOver = true;
      await Promise.all(running);
      return { rounds, failures, estimates };
    },
  };
};
