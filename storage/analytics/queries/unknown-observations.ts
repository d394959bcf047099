import type { ObservationRow } from '../../../domain/analytics/rows.ts';
import type { AnalyticsEngine } from '../engine.ts';

/** Offers are named as well, because they lead the sorting key. */
const statement = `
  select distinct message_id
  from observation
  where offer_id in {offers:Array(String)} and message_id in {ids:Array(String)}`;

/** Those of the rows whose message ids are not stored. */
export const unknownObservations = async (
  engine: AnalyticsEngine,
  rows: readonly ObservationRow[],
): Promise<readonly ObservationRow[]> => {
  if (rows.length === 0) return [];
  const offers = [...new Set(rows.map(({ offerId }) => offerId))];
  const ids = rows.map(({ messageId }) => messageId);
  const stored = await engine.read<{ message_id: string }>(statement, { offers, ids });
  const known = new Set(stored.map(({ message_id }) => message_id));
  return rows.filter(({ messageId }) => !known.has(messageId));
};
