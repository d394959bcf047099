import { hash } from 'node:crypto';
import { type FieldViolation, invalidArgument, invalidArguments } from '../errors.ts';
import {
  distinctWants,
  type IdentifiedWant,
  isAskableNumber,
  isAskableSku,
  type PartWant,
} from '../wants/part-want.ts';
import { type JobType, jobTypeRules, type TargetKey } from './job-type.ts';

/**
 * What a job is about. A request names it by exactly one key that its type knows, which may want
 * another beside it. Two requests for the same target give the same key, whatever the order of a
 * list.
 */

/** What a job is about, under the key that named it. */
export type JobTarget =
  | { readonly kind: 'offers'; readonly offerIds: readonly string[] }
  | { readonly kind: 'product'; readonly productId: string }
  | { readonly kind: 'supplier'; readonly supplierId: string }
  | { readonly kind: 'wants'; readonly wants: readonly IdentifiedWant[] };

/** Most offers that a list may name. */
const maxOffersOfTarget = 500;

/** Most parts that a list may want. */
const maxWantsOfTarget = 500;

const maxIdLength = 128;
const controlCharacter = /\p{Cc}/u;

/** The keys that must stand beside others. */
const besides: Readonly<Partial<Record<TargetKey, string>>> = { supplier_sku: 'supplier_id' };

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

const checkedWants = (field: string, wants: readonly PartWant[]): JobTarget => {
  const distinct = distinctWants(wants).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (distinct.length > maxWantsOfTarget)
    throw invalidArgument(violation(field, `must name at most ${maxWantsOfTarget} parts`));
  return { kind: 'wants', wants: distinct };
};

const checkedNumber = (field: string, text: string): PartWant => {
  const mpn = text.trim();
  if (!isAskableNumber(mpn)) throw invalidArgument(violation(field, 'must be a part number of 3 to 128 characters'));
  return { kind: 'number', mpn };
};

const checkedSku = (field: string, text: string, supplierId: string): PartWant => {
  const sku = text.trim();
  if (!isAskableSku(sku)) throw invalidArgument(violation(field, 'must be an order number of at most 128 characters'));
  return { kind: 'sku', supplierId: checkedId('target.supplier_id', supplierId), sku };
};

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Reads the text of a key; `beside` is that of the key which must stand beside it. */
const readers: Readonly<Record<TargetKey, (field: string, text: string, beside: string) => JobTarget>> = {
  offer_id: (field, text) => ({ kind: 'offers', offerIds: [checkedId(field, text)] }),
  offer_ids: (field, text) => ({ kind: 'offers', offerIds: checkedList(field, text) }),
  product_id: (field, text) => ({ kind: 'product', productId: checkedId(field, text) }),
  supplier_id: (field, text) => ({ kind: 'supplier', supplierId: checkedId(field, text) }),
  mpn: (field, text) => checkedWants(field, [checkedNumber(field, text)]),
  mpns: (field, text) => {
    const wants = linesOf(text).map((mpn) => checkedNumber(field, mpn));
    if (wants.length === 0) throw invalidArgument(violation(field, 'must name a part'));
    return checkedWants(field, wants);
  },
  supplier_sku: (field, text, beside) => checkedWants(field, [checkedSku(field, text, beside)]),
};

/** Reads the target of a request. Throws `invalid_argument` that names the key. */
export const readTarget = (type: JobType, given: Readonly<Record<string, string>>): JobTarget => {
  const known: readonly TargetKey[] = jobTypeRules[type].targetKeys;
  const names = Object.keys(given);
  const [key, another] = known.filter((each) => names.includes(each));
  const beside = key === undefined ? undefined : besides[key];
  const strange = names.filter((name) => name !== beside && !known.some((each) => each === name));
  if (strange.length > 0) {
    const description = `is not a target of ${type}: use ${known.join(' or ')}`;
    throw invalidArguments(strange.map((name) => violation(`target.${name.slice(0, 64)}`, description)));
  }
  if (key === undefined || another !== undefined)
    throw invalidArgument(violation('target', `must name exactly one of ${known.join(', ')}`));
  return readers[key](`target.${key}`, given[key] ?? '', given[beside ?? ''] ?? '');
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
    case 'wants':
      return wantFields(target.wants);
  }
};

const wantFields = (wants: readonly PartWant[]): Readonly<Record<string, string>> => {
  const [first] = wants;
  if (first?.kind === 'sku') return { supplier_sku: first.sku, supplier_id: first.supplierId };
  const numbers = wants.flatMap((want) => (want.kind === 'number' ? [want.mpn] : []));
  return numbers.length === 1 && numbers[0] !== undefined ? { mpn: numbers[0] } : { mpns: numbers.join('\n') };
};

/** The same for the same target, and for no other; of bounded length. */
export const targetKey = (target: JobTarget): string =>
  hash('sha256', JSON.stringify(target.kind === 'wants' ? target.wants.map(({ id }) => id) : targetFields(target)));
