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
      last_observed_at as "lastObservedAt", withdrawn_at as "withdrawnAt"
    from offer_view
    where (offer_id, credential_id) in (select * from unnest(${offerIds}::text[], ${credentialIds}::text[]))
    order by offer_id, credential_id for no key update`;
  return new Map(
    rows.map(({ offerId, credentialId, known, confirmed, lastObservedAt, withdrawnAt }) => [
      viewKey(offerId, credentialId),
      { known: decodeKnowledge(known, confirmed), lastObservedAt, withdrawnAt },
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
 * When credentials last saw the description of these offers again: it is another one now, whose
 * parts have these instants where they were seen at them.
 */
export const forgetDescribed = (sql: Transaction, offerIds: readonly string[]) => sql`
  update offer_view set described_at = null
  where offer_id = any(${arrayLiteral(offerIds)}::text[]) and described_at is not null`;

/**
 * Appends every snapshot to the history, in order, and makes the last one of each view the newest;
 * a SKU that is seen later than all before is not withdrawn any more. Observations that change
 * nothing count too: a full walk must find that it has seen them (domain/ingestion/withdrawal.ts).
 * The instant of recording is read after the offers were locked: of two transactions over one offer
 * the later one also records later.
 */
export const recordSnapshots = async (sql: Transaction, snapshots: readonly Snapshot[]): Promise<void> => {
  const { offerIds, credentialIds } = viewColumns(snapshots);
  const { observationIds, instants } = observationColumns(snapshots);
  // Null for look-ups.
  const walkedAt = arrayLiteral(
    snapshots.map(({ observation: { phase, observedAt } }) => (phase === 'lookup' ? undefined : observedAt)),
  );
  const documents = jsonLines(snapshots.map((each) => encodeKnowledge(each.known)));
  const digests = jsonLines(snapshots.map((each) => knownTermDigests(each.known)));
  await sql`
    with snapshot as materialized (
      select offer_id, credential_id, observation_id, observed_at, walked_at, document::json as known,
        digests::jsonb as digests, place
      from rows from (
        unnest(${offerIds}::text[], ${credentialIds}::text[], ${observationIds}::text[], ${instants}::timestamptz[],
          ${walkedAt}::timestamptz[]),
        string_to_table(${documents}, E'\n'), string_to_table(${digests}, E'\n')
      ) with ordinality
        as snapshot(offer_id, credential_id, observation_id, observed_at, walked_at, document, digests, place)
    ), history as (
      insert into observation_history (offer_id, credential_id, recorded_at, observation_id, observed_at, known)
      select offer_id, credential_id, statement_timestamp(), observation_id, observed_at, known
      from snapshot order by place
    )
    insert into offer_view (offer_id, credential_id, known, digests, last_observed_at, digested_at, last_walked_at)
    select distinct on (offer_id, credential_id) offer_id, credential_id, known, digests,
      max(observed_at) over (partition by offer_id, credential_id),
      max(observed_at) over (partition by offer_id, credential_id),
      max(walked_at) over (partition by offer_id, credential_id)
    from snapshot order by offer_id, credential_id, place desc
    on conflict (offer_id, credential_id) do update set
      known = excluded.known, digests = excluded.digests, confirmed = null,
      last_observed_at = greatest(offer_view.last_observed_at, excluded.last_observed_at),
      digested_at = greatest(offer_view.last_observed_at, excluded.last_observed_at),
      last_walked_at = greatest(offer_view.last_walked_at, excluded.last_walked_at),
      withdrawn_at = case when excluded.last_observed_at <= offer_view.last_observed_at then offer_view.withdrawn_at end`;
};
