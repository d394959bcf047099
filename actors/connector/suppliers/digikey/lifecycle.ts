import type { LifecycleStatus } from '../../../../domain/catalog/catalog.ts';

/**
 * Statuses by id, because their text follows the language that was asked for. Id 2 is missing: that
 * Digi-Key no longer sells a part says nothing of its manufacturer.
 */
const byId: Readonly<Record<number, LifecycleStatus>> = {
  0: 'active',
  1: 'discontinued',
  4: 'deprecated',
  7: 'deprecated',
};

const leftTheRange = 2;

/** What a product says of its place in its life. */
interface Stated {
  readonly ProductStatus?:
    | { readonly Id?: number | undefined; readonly Status?: string | undefined }
    | null
    | undefined;
  readonly Discontinued?: boolean | undefined;
  readonly EndOfLife?: boolean | undefined;
}

/** The lifecycle by the status, or else by the flag; undefined when neither says it. */
export const lifecycleOf = ({ ProductStatus, EndOfLife }: Stated): LifecycleStatus | undefined =>
  byId[ProductStatus?.Id ?? Number.NaN] ?? (EndOfLife === true ? 'deprecated' : undefined);

/** The status in Digi-Key's words: as a fact of the part, or of its place in Digi-Key's range. */
export const statusFacts = ({ ProductStatus, Discontinued }: Stated) =>
  ProductStatus?.Id === leftTheRange || (ProductStatus?.Id === undefined && Discontinued === true)
    ? { range_status: ProductStatus?.Status ?? 'Discontinued at Digi-Key' }
    : { lifecycle_detail: ProductStatus?.Status };
