/**
 * How the pieces of an offer come, as suppliers name it: a whole reel of the maker's, a reel that
 * is wound for the order, or tape that is cut. Other packagings, and those without a name, are none
 * of these.
 */

/** How pieces come. */
export const packagingKinds = ['full_reel', 'made_reel', 'cut_tape'] as const;

/** How pieces come. */
export type PackagingKind = (typeof packagingKinds)[number];

/** Words by which suppliers name a packaging; the first that fits counts. */
const words: readonly (readonly [PackagingKind, RegExp])[] = [
  ['made_reel', /digi-?\s?reel|mouse-?\s?reel|re-?reel|custom reel/i],
  ['cut_tape', /\bcut\b|\bct\b|cut-?tape/i],
  ['full_reel', /\breels?\b|\btr\b/i],
];

/** What a supplier's name of a packaging means; undefined where it is none of these. */
export const packagingKindOf = (packaging: string | undefined): PackagingKind | undefined =>
  packaging === undefined ? undefined : words.find(([, form]) => form.test(packaging))?.[0];
