import type { Caller } from '../callers/caller.ts';
import type { Product } from '../catalog/catalog.ts';
import { type ConditionCompiler, conditionCompiler, type Values } from '../expressions/condition.ts';
import type { Declarations } from '../expressions/declarations.ts';
import type { CredentialRef, Offer } from '../offers/offer.ts';
import type { TargetKind } from './policy.ts';

/**
 * What a condition may speak of, by the names of the contract. A field that is not known is absent:
 * `has(product.description)` tells, and a comparison with it can be neither true nor false.
 */

const caller = {
  customer: 'string',
  groups: 'strings',
  scopes: 'strings',
  delivery_zone: 'string',
} as const;

const product = {
  id: 'string',
  identity_profile_id: 'string',
  manufacturer: 'string',
  mpn: 'string',
  description: 'string',
  lifecycle_status: 'string',
  characteristics: 'texts',
} as const;

const offer = {
  id: 'string',
  supplier_sku: 'string',
  supplier_manufacturer: 'string',
  supplier_mpn: 'string',
  match_confidence: 'string',
} as const;

const supplier = { id: 'string' } as const;

/** Whose credential saw the price: `customer`, `group` or `system`, and the credential's label. */
const source = { scope: 'string', credential_label: 'string' } as const;

/** What conditions on each kind of target may speak of. */
const declarations = {
  product: { caller, product },
  offer: { caller, product, offer, supplier },
  price: { caller, product, offer, supplier, source },
  supplier: { caller, supplier },
} as const satisfies Record<TargetKind, Declarations>;

/** Compiles conditions on a kind of target. */
export const compilers: Readonly<Record<TargetKind, ConditionCompiler>> = {
  product: conditionCompiler(declarations.product),
  offer: conditionCompiler(declarations.offer),
  price: conditionCompiler(declarations.price),
  supplier: conditionCompiler(declarations.supplier),
};

/** The caller as conditions see it. */
export const callerValues = ({ customerId, groupIds, scopes, deliveryZone }: Caller): Values => ({
  customer: customerId,
  groups: groupIds,
  scopes,
  delivery_zone: deliveryZone,
});

/** A product as conditions see it; of an offer that is matched to none, nothing is known. */
export const productValues = (known: Product | undefined): Values =>
  known === undefined
    ? {}
    : {
        id: known.id,
        identity_profile_id: known.profileId,
        manufacturer: known.manufacturer,
        mpn: known.mpn,
        description: known.description,
        lifecycle_status: known.lifecycle,
        characteristics: known.characteristics,
      };

/** An offer as conditions see it. */
export const offerValues = ({ id, supplierSku, manufacturer, mpn, matchConfidence }: Offer): Values => ({
  id,
  supplier_sku: supplierSku,
  supplier_manufacturer: manufacturer,
  supplier_mpn: mpn,
  match_confidence: matchConfidence,
});

/** A source of a price as conditions see it. */
export const sourceValues = ({ scope, label }: CredentialRef): Values => ({ scope, credential_label: label });
