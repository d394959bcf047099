import { observedPrice, totalStock } from '../../domain/analytics/observation-row.ts';
import type { HistoryPlace, RecordedHistory, ViewPlace } from '../../domain/analytics/ports.ts';
import type { ObservationRow, OfferNewestRow } from '../../domain/analytics/rows.ts';
import type { Stated } from '../../domain/ingestion/merge.ts';
import { type Confirmed, decodeKnowledge, type KnowledgeDocument } from '../catalog/knowledge-document.ts';
import { type EventRow, storedEvent } from '../event-log/stored-event.ts';
import { run, type Sql } from '../pool/pool.ts';

type Names = Pick<
  ObservationRow,
  'messageId' | 'offerId' | 'credentialId' | 'supplierId' | 'supplierSku' | 'observedAt'
>;

interface Row extends Names {
  readonly recordedAt: string;
  readonly seq: string;
  readonly known: KnowledgeDocument;
}

/** What was known after an observation, less what others had said before. */
const toRow = ({ recordedAt: _, seq: __, known: document, ...names }: Row): ObservationRow => {
  const known = decodeKnowledge(document);
  const said = <Value>(part: Stated<Value> | undefined): Value | undefined =>
    part?.by === names.messageId ? part.value : undefined;
  const price = said(known.price);
  const stock = said(known.stock);
  return {
    ...names,
    // The history does not keep them.
    runId: '',
    phase: '',
    price: price && observedPrice(price),
    stock: stock && totalStock(stock),
    leadTimeDays: said(known.leadTimeDays),
  };
};

const placeOf = (row: Row): HistoryPlace => [row.offerId, row.credentialId, row.recordedAt, row.seq];

/** Before every place. */
const beginning: HistoryPlace = ['', '', '-infinity', '0'];

interface View extends Pick<OfferNewestRow, 'offerId' | 'supplierId' | 'seenAt'> {
  readonly credentialId: string;
  readonly known: KnowledgeDocument;
  readonly confirmed: Confirmed;
}

/** When what a credential knows of an offer was last seen to be so. */
const lastSeen = ({ offerId, supplierId, seenAt, known, confirmed }: View): OfferNewestRow => {
  const { price, stock } = decodeKnowledge(known, confirmed);
  const isStocked = stock !== undefined && totalStock(stock.value) !== undefined;
  return { offerId, supplierId, seenAt, pricedAt: price?.at, stockedAt: isStocked ? stock.at : undefined };
};

/** The history of events and observations in PostgreSQL. */
export const createRecordedHistory = (sql: Sql): RecordedHistory => ({
  events: async (types, after, limit) => {
    const { aggregateType = '', aggregateId = '', version = 0 } = after ?? {};
    const rows = await run(sql<EventRow[]>`
      select * from event
      where (aggregate_type, aggregate_id, version) > (${aggregateType}, ${aggregateId}, ${version})
        and type = any(${[...types]}::text[])
      order by aggregate_type, aggregate_id, version limit ${limit}`);
    return rows.map(storedEvent);
  },
  observations: async (after = beginning, limit) => {
    const [offerId, credentialId, recordedAt, sequence] = after;
    const rows = await run(sql<Row[]>`
      select history.observation_id as "messageId", history.offer_id as "offerId", history.credential_id as "credentialId",
        history.recorded_at::text as "recordedAt", history.seq::text, history.observed_at as "observedAt", history.known,
        offer.supplier_id as "supplierId", offer.supplier_sku as "supplierSku"
      from observation_history as history join offer on offer.id = history.offer_id
      where (history.offer_id, history.credential_id, history.recorded_at, history.seq)
        > (${offerId}, ${credentialId}, ${recordedAt}::text::timestamptz, ${sequence}::text::bigint)
      order by history.offer_id, history.credential_id, history.recorded_at, history.seq limit ${limit}`);
    const last = rows.at(-1);
    return { rows: rows.map(toRow), end: rows.length < limit || last === undefined ? undefined : placeOf(last) };
  },
  lastSeen: async (after: ViewPlace = ['', ''], limit) => {
    const [offerId, credentialId] = after;
    const views = await run(sql<View[]>`
      select view.offer_id as "offerId", view.credential_id as "credentialId", offer.supplier_id as "supplierId",
        view.last_observed_at as "seenAt", view.known, view.confirmed
      from offer_view as view join offer on offer.id = view.offer_id
      where (view.offer_id, view.credential_id) > (${offerId}, ${credentialId})
      order by view.offer_id, view.credential_id limit ${limit}`);
    const last = views.length < limit ? undefined : views.at(-1);
    return { rows: views.map(lastSeen), end: last && [last.offerId, last.credentialId] };
  },
});
