import { type FieldViolation, invalidArgument } from '../../domain/errors.ts';
import { worst } from '../../domain/freshness.ts';
import type { CatalogStore, SearchMark } from '../../domain/ports.ts';
import type { Cursor } from '../../proto/gen/svc/public/v1/common.ts';
import type { Cursors } from '../cursor.ts';
import { toFreshness } from '../mapping/freshness.ts';
import { type Profiles, productFreshness, toProduct } from '../mapping/product.ts';
import { fullPage } from '../visibility/full-page.ts';
import type { Visibility } from '../visibility/visibility.ts';
import { checkOneOf, checkRequiredText, checkText, checkWithin, refuseIfAny } from './check.ts';
import type { UseCases } from './use-cases.ts';

/** Items of a page when the caller does not say. */
export const defaultPageSize = 50;

/** Most items of a page. */
export const maxPageSize = 500;

/** Longest query and manufacturer accepted, in characters. */
export const maxQueryLength = 200;

const cursorViolation = (description: string): FieldViolation => ({ field: 'cursor.token', description });

const readCursor = (cursor: Cursor | undefined, query: readonly string[], cursors: Cursors): SearchMark | undefined => {
  if (cursor === undefined || cursor.token === '') return undefined;
  const reading = cursors.read(cursor.token, query);
  switch (reading.kind) {
    case 'mark':
      return reading.mark;
    case 'of_another_query':
      throw invalidArgument(cursorViolation('belongs to another query: send it with the q and filters it came from'));
    case 'unreadable':
      throw invalidArgument(cursorViolation('is not a cursor of this service: send it exactly as it was received'));
  }
};

/**
 * Finds products by part number or words, a page at a time. A cursor is bound to q and the filters; the page size may change
 * between pages.
 */
export const searchProducts =
  (
    catalog: Pick<CatalogStore, 'search'>,
    profiles: Profiles,
    cursors: Cursors,
    visibility: Visibility,
  ): UseCases['searchProducts'] =>
  async (request, context) => {
    const { signal, now } = context;
    const { q, manufacturer, identityProfileId } = request;
    refuseIfAny(
      checkRequiredText('q', q, maxQueryLength),
      checkText('manufacturer', manufacturer, maxQueryLength),
      checkOneOf('identity_profile_id', identityProfileId, [...profiles.keys()]),
      checkWithin('limit', request.limit, 0, maxPageSize),
    );
    const query = [q, manufacturer, identityProfileId];
    const after = readCursor(request.cursor, query, cursors);
    const limit = request.limit || defaultPageSize;
    const wanted = { text: q, profileId: identityProfileId || undefined, manufacturer: manufacturer || undefined };
    const { items, next } = await fullPage({
      read: (mark, rows) => catalog.search(wanted, mark, rows, { signal }),
      after,
      limit,
      view: visibility.of(context),
      options: { signal },
    });
    const verdicts = items.map((product) => productFreshness(product, profiles, now()));
    return {
      items: items.map((product, at) => toProduct(product, verdicts[at] ?? { status: 'EMPTY' })),
      nextCursor: next === undefined ? undefined : { token: cursors.issue(next, query) },
      freshness: toFreshness(worst(verdicts)),
    };
  };
