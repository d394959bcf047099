import { hash } from 'node:crypto';
import { type FieldViolation, invalidArgument, invalidArguments } from '../errors.ts';
import type { JobType } from './job-type.ts';

/**
 * What a job is about. A request names it by exactly one key; which keys a type knows is written
 * here and nowhere else. Two requests for the same target give the same key, whatever the order of
 * a list.
 */

/** What a job is about, under the key that named it. */
export type JobTarget =
  | { readonly kind: 'offers'; readonly offerIds: readonly string[] }
  | { readonly kind: 'product'; readonly productId: string }
  | { readonly kind: 'supplier'; readonly supplierId: string };

/** Most offers that a list may name. */
const maxOffersOfTarget = 500;

const maxIdLength = 128;
const controlCharacter = /\p{Cc}/u;

/** The keys that name a target. */
const targetKeys = ['offer_id', 'offer_ids', 'product_id', 'supplier_id'] as const;

type TargetKey = (typeof targetKeys)[number];

/** The keys that each type of job knows. */
const keysOf: Readonly<Record<JobType, readonly TargetKey[]>> = {
  discovery: ['product_id'],
  refresh_observation: targetKeys,
  refresh_characteristics: ['offer_id', 'offer_ids', 'product_id'],
  rebuild_supply_chain: targetKeys,
};

const violation = (field: string, description: string): FieldViolation => ({ field, description });

const checkedId = (field: string, text: string): string => {
  const id = text.trim();
  if (id === '') throw invalidArgument(violation(field, 'must not be empty'));
  if (id.length > maxIdLength || controlCharacter.test(id))
    throw invalidArgument(violation(field, `must be an id of at most ${maxIdLength} characters`));
  return id;
};

const checkedList = (field: string, text: string): readonly string[] => {
  const ids = [...new Set(text.split(',').map((each) => checkedId(field, each)))].sort();
  if (ids.length > maxOffersOfTarget)
    throw invalidArgument(violation(field, `must name at most ${maxOffersOfTarget} offers`));
  return ids;
};

const readers: Readonly<Record<TargetKey, (field: string, text: string) => JobTarget>> = {
  offer_id: (field, text) => ({ kind: 'offers', offerIds: [checkedId(field, text)] }),
  offer_ids: (field, text) => ({ kind: 'offers', offerIds: checkedList(field, text) }),
  product_id: (field, text) => ({ kind: 'product', productId: checkedId(field, text) }),
  supplier_id: (field, text) => ({ kind: 'supplier', supplierId: checkedId(field, text) }),
};

/** Reads the target of a request. Throws `invalid_argument` that names the key. */
export const readTarget = (type: JobType, given: Readonly<Record<string, string>>): JobTarget => {
  const known = keysOf[type];
  const names = Object.keys(given);
  const strange = names.filter((name) => !known.some((key) => key === name));
  if (strange.length > 0) {
    const description = `is not a target of ${type}: use ${known.join(' or ')}`;
    throw invalidArguments(strange.map((name) => violation(`target.${name.slice(0, 64)}`, description)));
  }
  const [key, another] = known.filter((each) => names.includes(each));
  if (key === undefined || another !== undefined)
    throw invalidArgument(violation('target', `must name exactly one of ${known.join(', ')}`));
  return readers[key](`target.${key}`, given[key] ?? '');
};

/** The target as a request would name it. */
export const targetFields = (target: JobTarget): Readonly<Record<string, string>> => {
  switch (target.kind) {
    case 'offers':
      return target.offerIds.length === 1 && target.offerIds[0] !== undefined
        ? { offer_id: target.offerIds[0] }
        : { offer_ids: target.offerIds.join(',') };
    case 'product':
      return { product_id: target.productId };
    case 'supplier':
      return { supplier_id: target.supplierId };
  }
};

/** The same for the same target, and for no other; of bounded length. */
export const targetKey = (target: JobTarget): string => hash('sha256', JSON.stringify(targetFields(target)));
