import { ownProperty } from '../own-property.ts';
import type { LifecycleStatus, ProductDraft } from './catalog.ts';
import { type CategoryPath, statedCategory } from './category.ts';
import { mpnKey } from './identity.ts';

/**
 * What is known of a product besides its identity, and how it grows: what is said later replaces
 * what was said before, and what is not said stays. What was observed earlier than what is known
 * only fills gaps.
 */

/** What is known of a product. */
export interface ProductFacts {
  readonly description: string | undefined;
  readonly characteristics: Readonly<Record<string, string>>;
  readonly lifecycle: LifecycleStatus | undefined;
  readonly category: CategoryPath | undefined;
  readonly replacedByMpn: string | undefined;
  /** When anything of it was last observed. */
  readonly observedAt: Date | undefined;
}

/** A part of a product as `product.updated` names it: the contract's own field names. */
export type ProductField =
  | 'manufacturer'
  | 'description'
  | 'characteristics'
  | 'lifecycle_status'
  | 'category'
  | 'replaced_by';

/** The facts of a draft that was observed at the instant. */
export const draftFacts = (draft: ProductDraft, observedAt: Date): ProductFacts => ({
  description: draft.description,
  characteristics: draft.characteristics ?? {},
  lifecycle: draft.lifecycle,
  category: statedCategory(draft.characteristics ?? {}),
  replacedByMpn: draft.replacedByMpn,
  observedAt,
});

const isEarlier = (a: Date | undefined, b: Date | undefined): boolean => (a?.getTime() ?? 0) < (b?.getTime() ?? 0);

/**
 * The facts after `said` was added to what is known. Of two of one instant, `said` is the later
 * one.
 */
export const addFacts = (known: ProductFacts, said: ProductFacts): ProductFacts => {
  const [before, after] = isEarlier(said.observedAt, known.observedAt) ? [said, known] : [known, said];
  return {
    description: after.description ?? before.description,
    characteristics: { ...before.characteristics, ...after.characteristics },
    lifecycle: after.lifecycle ?? before.lifecycle,
    category: after.category ?? before.category,
    replacedByMpn: after.replacedByMpn ?? before.replacedByMpn,
    observedAt: after.observedAt ?? before.observedAt,
  };
};

const sameTexts = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean => {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === ownProperty(b, name));
};

/**
 * Instants of observation closer together than this are not worth a write: freshness is counted in
 * days. In milliseconds.
 */
const sameInstantMs = 3_600_000;

/**
 * Whether a product that says nothing new was seen so much later that its instant of observation
 * should be kept.
 */
export const isSeenAnew = (before: ProductFacts, after: ProductFacts): boolean =>
  (after.observedAt?.getTime() ?? 0) - (before.observedAt?.getTime() ?? 0) >= sameInstantMs;

/** Whether two part numbers name one product; absent ones are equal. */
const sameMpn = (a: string | undefined, b: string | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && mpnKey(a) === mpnKey(b));

/**
 * The fields in which two states of knowledge differ; the instant of observation is no such field.
 */
export const changedFields = (before: ProductFacts, after: ProductFacts): readonly ProductField[] => {
  const changed: ProductField[] = [];
  if (before.description !== after.description) changed.push('description');
  if (!sameTexts(before.characteristics, after.characteristics)) changed.push('characteristics');
  if (before.lifecycle !== after.lifecycle) changed.push('lifecycle_status');
  if (before.category !== after.category) changed.push('category');
  if (!sameMpn(before.replacedByMpn, after.replacedByMpn)) changed.push('replaced_by');
  return changed;
};
