import type { OfferObservation, Snapshot } from '../../domain/ingestion/fold.ts';
import { viewKey } from '../../domain/ingestion/fold.ts';
import type { ViewKnowledge } from '../../domain/ingestion/price-hold.ts';
import { knownTermDigests } from '../../domain/ingestion/statement-digest.ts';
import {
  type Confirmed,
  decodeKnowledge,
  encodeKnowledge,
  type KnowledgeDocument,
} from '../catalog/knowledge-document.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { jsonLines } from '../pool/json-lines.ts';
import type { Transaction } from '../pool/pool.ts';

/** What a credential knows of an offer, and the latest instant of all its observations. */
export interface StoredView {
  readonly known: ViewKnowledge;
  readonly lastObservedAt: Date;
  /** Null: the SKU is not withdrawn. */
  readonly withdrawnAt: Date | null;
  /** How it was confirmed since it was written, as PostgreSQL writes arrays; null: not at all. */
  readonly confirmedAt: string | null;
  readonly priceSeen: string | null;
  readonly stockSeen: string | null;
}

interface ViewRow extends Omit<StoredView, 'known'> {
  readonly offerId: string;
  readonly credentialId: string;
  readonly known: KnowledgeDocument;
  readonly confirmed: Confirmed;
}

/** Which views observations are of, as two arrays. */
const viewColumns = (batch: readonly OfferObservation[]) => ({
  offerIds: arrayLiteral(batch.map((each) => each.offerId)),
  credentialIds: arrayLiteral(batch.map((each) => each.observation.credentialId)),
});

/** Which observations, and when they were made. */
const observationColumns = (batch: readonly OfferObservation[]) => ({
  observationIds: arrayLiteral(batch.map((each) => each.observation.id)),
  instants: arrayLiteral(batch.map((each) => each.observation.observedAt)),
});

/**
 * The views that these observations are about, by `viewKey`; one that does not exist yet is absent.
 * They are locked, so that nothing is confirmed of them before they are written.
 */
export const readViews = async (
  sql: Transaction,
  batch: readonly OfferObservation[],
): Promise<ReadonlyMap<string, StoredView>> => {
  const { offerIds, credentialIds } = viewColumns(batch);
  const rows = await sql<ViewRow[]>`
    select offer_id as "offerId", credential_id as "credentialId", known, confirmed,
      last_observed_at as "lastObservedAt", withdrawn_at as "withdrawnAt",
      confirmed_at::text as "confirmedAt", price_seen::text as "priceSeen", stock_seen::text as "stockSeen"
    from offer_view
    where (offer_id, credential_id) in (select * from unnest(${offerIds}::text[], ${credentialIds}::text[]))
    order by offer_id, credential_id for no key update`;
  return new Map(
    rows.map(({ offerId, credentialId, known, confirmed, ...view }) => [
      viewKey(offerId, credentialId),
      { ...view, known: decodeKnowledge(known, confirmed) },
    ]),
  );
};

/**
 * Which of these observations the history holds already, by id. An observation is recorded after it
 * was made, so the search begins at its instant, less a day for clocks that disagree.
 */
export const findApplied = async (
  sql: Transaction,
  batch: readonly OfferObservation[],
): Promise<ReadonlySet<string>> => {
  const { offerIds, credentialIds } = viewColumns(batch);
  const { observationIds, instants } = observationColumns(batch);
  const rows = await sql<{ id: string }[]>`
    select asked.observation_id as id
    from unnest(${offerIds}::text[], ${credentialIds}::text[], ${observationIds}::text[], ${instants}::timestamptz[])
      as asked(offer_id, credential_id, observation_id, observed_at)
    where exists (
      select from observation_history as past
      where past.offer_id = asked.offer_id and past.credential_id = asked.credential_id
        and past.recorded_at >= asked.observed_at - interval '1 day'
        and past.observation_id = asked.observation_id)`;
  return new Set(rows.map((row) => row.id));
};

/**
 * Forgets when credentials last saw the description of these offers again: it is another one now,
 * whose parts have these instants where they were seen at them. Views are locked in order, like
 * everywhere.
 */
export const forgetDescribed = (sql: Transaction, offerIds: readonly string[]) => sql`
  with described as materialized (
    select offer_id, credential_id from offer_view
    where offer_id = any(${arrayLiteral(offerIds)}::text[]) and described_at is not null
    order by offer_id, credential_id for no key update
  )
  update offer_view as view set described_at = null
  from described where view.offer_id = described.offer_id and view.credential_id = described.credential_id`;

/** How each snapshot's view had been confirmed before, as arrays. */
const confirmedBefore = (snapshots: readonly Snapshot[], before: ReadonlyMap<string, StoredView>) => {
  const told = new Set<string>();
  const views = snapshots.map(({ offerId, observation: { credentialId } }) => {
    const key = viewKey(offerId, credentialId);
    // The second one of a view follows the first one, of which nothing was confirmed yet.
    if (told.has(key)) return undefined;
    told.add(key);
    return before.get(key);
  });
  return {
    confirmedAt: arrayLiteral(views.map((view) => view?.confirmedAt ?? undefined)),
    priceSeen: arrayLiteral(views.map((view) => view?.priceSeen ?? undefined)),
    stockSeen: arrayLiteral(views.map((view) => view?.stockSeen ?? undefined)),
  };
};

/**
 * Appends every snapshot to the history, in order, and makes the last one of each view the newest;
 * a SKU that is seen later than all before is not withdrawn any more. Observations that change
 * nothing count too: a full walk must find that it has seen them (domain/ingestion/withdrawal.ts).
 * The instant of recording is read after the offers were locked: of two transactions over one offer
 * the later one also records later. `before` is what `readViews` has read; when it was confirmed
 * goes into the history, and is cleared in the view.
 */
export const recordSnapshots = async (
  sql: Transaction,
  snapshots: readonly Snapshot[],
  before: ReadonlyMap<string, StoredView>,
): Promise<void> => {
  const { offerIds, credentialIds } = viewColumns(snapshots);
  const { observationIds, instants } = observationColumns(snapshots);
  // Null for look-ups.
  const walkedAt = arrayLiteral(
    snapshots.map(({ observation: { phase, observedAt } }) => (phase === 'lookup' ? undefined : observedAt)),
  );
  const documents = jsonLines(snapshots.map((each) => encodeKnowledge(each.known)));
  const digests = jsonLines(snapshots.map((each) => knownTermDigests(each.known)));
  const { confirmedAt, priceSeen, stockSeen } = confirmedBefore(snapshots, before);
  await sql`
    with snapshot as materialized (
      select offer_id, credential_id, observation_id, observed_at, walked_at, document::json as known,
        digests::jsonb as digests, confirmed_at, price_seen, stock_seen, place
      from rows from (
        unnest(${offerIds}::text[], ${credentialIds}::text[], ${observationIds}::text[], ${instants}::timestamptz[],
          ${walkedAt}::timestamptz[], ${confirmedAt}::text[], ${priceSeen}::text[], ${stockSeen}::text[]),
        string_to_table(${documents}, E'\n'), string_to_table(${digests}, E'\n')
      ) with ordinality
        as snapshot(offer_id, credential_id, observation_id, observed_at, walked_at,
          confirmed_at, price_seen, stock_seen, document, digests, place)
    ), history as (
      insert into observation_history (offer_id, credential_id, recorded_at, observation_id, observed_at, known,
        confirmed_before, price_seen_before, stock_seen_before)
      select offer_id, credential_id, statement_timestamp(), observation_id, observed_at, known,
        confirmed_at::timestamptz[], price_seen::timestamptz[], stock_seen::timestamptz[]
      from snapshot order by place
    )
    insert into offer_view (
      offer_id, credential_id, known, digests, digested_in, last_observed_at, digested_at, last_walked_at)
    select distinct on (offer_id, credential_id) offer_id, credential_id, known, digests, pg_current_xact_id(),
      max(observed_at) over (partition by offer_id, credential_id),
      max(observed_at) over (partition by offer_id, credential_id),
      max(walked_at) over (partition by offer_id, credential_id)
    from snapshot order by offer_id, credential_id, place desc
    on conflict (offer_id, credential_id) do update set
      known = excluded.known, digests = excluded.digests, digested_in = excluded.digested_in,
      confirmed = null, confirmed_at = null, price_seen = null, stock_seen = null,
      last_observed_at = greatest(offer_view.last_observed_at, excluded.last_observed_at),
      digested_at = greatest(offer_view.last_observed_at, excluded.last_observed_at),
      last_walked_at = greatest(offer_view.last_walked_at, excluded.last_walked_at),
      withdrawn_at = case when excluded.last_observed_at <= offer_view.last_observed_at then offer_view.withdrawn_at end`;
};
