/**
 * The catalogue and the offers that the edges are measured over: products of one maker, each with
 * one offer and its price.
 */

import { manufacturerKey, mpnKey } from '../domain/catalog/identity.ts';
import { defaultProfile } from '../domain/identity/built-in-profiles.ts';
import { offerId, productId } from '../domain/ids.ts';
import { amount } from '../domain/money.ts';
import { keyHash } from '../gateway/auth/authenticator.ts';
import { createCallerStore } from '../storage/callers/caller-store.ts';
import { createCatalogStore } from '../storage/catalog/catalog-store.ts';
import { createSupplierStore } from '../storage/connectors/supplier-store.ts';
import { createMatchStore } from '../storage/matching/match-store.ts';
import { createObservationStore } from '../storage/offers/observation-store.ts';
import type { Pool } from '../storage/pool/pool.ts';
import { createSealer } from '../storage/secrets/sealing.ts';
import { byTest } from '../test/support/by-test.ts';
import { putPolicies } from './policies.ts';

/** How many products there are, and offers. */
export const marketSize = 5_000;

/** A key that may ask for everything that is measured. */
export const apiKey = 'os_benchbenchbenchbenchbenchbench22';

const supplierId = 'bench';
const context = { correlationId: 'bench', traceparent: undefined };

/** Every product's number. */
export const mpns = Array.from({ length: marketSize }, (_, at) => `RC0603FR-07${10_000 + at}KL`);

/** Every product's id. */
export const productIds = mpns.map((mpn) => productId(defaultProfile.id, manufacturerKey('Yageo'), mpnKey(mpn)));

/** Every offer's id. */
export const offerIds = mpns.map((sku) => offerId(supplierId, sku));

/** Fills a migrated database. */
export const fillMarket = async (pool: Pool): Promise<void> => {
  await putKey(pool);
  await putProducts(pool);
  await putPrices(pool);
  await putMatches(pool);
  await putPolicies(pool);
};

const putKey = async ({ sql }: Pool): Promise<void> => {
  const callers = createCallerStore(sql);
  await callers.putCustomer({ id: 'bench', name: 'Bench', groupIds: ['group-7'] });
  const scopes = ['catalog', 'pricing'] as const;
  await callers.putKey({ id: 'bench', customerId: 'bench', hash: keyHash(apiKey), scopes, label: 'bench' });
};

const putProducts = async ({ sql }: Pool): Promise<void> => {
  const products = mpns.map((mpn) => ({
    profileId: defaultProfile.id,
    manufacturer: 'Yageo',
    mpn,
    description: 'Chip resistor 0603 1 % 0.1 W, thick film, general purpose',
    characteristics: { resistance: '10 kOhm', tolerance: '1 %', power: '0.1 W', case: '0603' },
  }));
  await createCatalogStore(sql).upsert(products, new Date(), context);
};

/** Every offer is the product of its number. */
const putMatches = async ({ sql }: Pool): Promise<void> => {
  const decisions = offerIds.map((id, at) => ({
    offerId: id,
    productId: productIds[at],
    confidence: 'exact' as const,
    strategy: 'deterministic' as const,
    rule: 'manufacturer_and_mpn',
    evidence: {},
    create: undefined,
  }));
  await createMatchStore(sql).record(decisions, context, new Date());
};

const putPrices = async ({ sql }: Pool): Promise<void> => {
  const suppliers = createSupplierStore(
    sql,
    createSealer({ activeKeyId: 'k', keys: new Map([['k', Buffer.alloc(32)]]) }),
  );
  const route = { supplierId };
  await suppliers.putSupplier(
    {
      id: supplierId,
      name: 'Bench',
      plugin: 'bench',
      baseUrl: '',
      route,
      createsProducts: false,
      settings: {},
    },
    byTest,
  );
  const credential = {
    id: 'crd_bench',
    supplierId,
    scope: 'system',
    ownerId: undefined,
    label: 'bench',
    secret: {},
  } as const;
  await suppliers.putCredential(credential);
  const breaks = [1, 10, 100, 1_000].map((quantity) => ({ quantity, price: amount('1.5').div(quantity) }));
  const observations = mpns.map((supplierSku) => ({
    id: `obs_${supplierSku}`,
    supplierId,
    supplierSku,
    credentialId: credential.id,
    observedAt: new Date(),
    runId: 'run',
    phase: 'prices',
    price: { kind: 'ladder', ladder: { currency: 'EUR', priceBase: undefined, breaks } } as const,
    stock: [{ warehouseRef: 'main', quantity: 10_000 }],
  }));
  await createObservationStore(sql).apply(observations, context);
};
