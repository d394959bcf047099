import type { LifecycleStatus } from '../../../../domain/catalog/catalog.ts';

/**
 * Statuses by id, because their text follows the language that was asked for. Ids 2 and 4 are
 * stages of a part's end.
 */
const byId: Readonly<Record<number, LifecycleStatus>> = {
  0: 'active',
  1: 'discontinued',
  2: 'deprecated',
  4: 'deprecated',
  7: 'deprecated',
};

/** What a product says of its place in its life. */
interface Stated {
  readonly ProductStatus?: { readonly Id?: number | undefined } | null | undefined;
  readonly Discontinued?: boolean | undefined;
  readonly EndOfLife?: boolean | undefined;
}

/** The lifecycle by the status, or else by the flags; undefined when neither says it. */
export const lifecycleOf = ({ ProductStatus, Discontinued, EndOfLife }: Stated): LifecycleStatus | undefined => {
  const stated = byId[ProductStatus?.Id ?? Number.NaN];
  if (stated !== undefined) return stated;
  if (Discontinued === true) return 'discontinued';
  return EndOfLife === true ? 'deprecated' : undefined;
};
