import type { Failure } from '../../domain/errors.ts';
import type { MatchPartsRequest, PartMatch, PartToMatch } from '../../proto/gen/svc/public/v1/catalog.ts';
import type { StreamingUseCase } from '../request/request-context.ts';

/** What becomes of an item. */
export const matchStatuses = ['matched', 'candidates', 'unresolved', 'error'] as const;

/** An item; or why it could not be read, in its place. */
export type GivenItem = PartToMatch | Failure;

/** A request, of which items may not have been readable. */
export type AskedParts = Omit<MatchPartsRequest, 'items'> & { readonly items: readonly GivenItem[] };

/** Finds the products of parts, each answered when it is done. */
export type MatchParts = StreamingUseCase<AskedParts, PartMatch>;
