import type { LifecycleStatus } from '../../domain/catalog/catalog.ts';
import type { StatedFacts } from '../../domain/catalog/part-facts.ts';
import { descriptionParts, type KnownDescription, type Stated } from '../../domain/ingestion/merge.ts';
import type { ObservedDescription } from '../../domain/ingestion/observation.ts';
import { knownDescriptionDigest, latestSpeaker } from '../../domain/ingestion/statement-digest.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { jsonLines } from '../pool/json-lines.ts';
import type { Transaction } from '../pool/pool.ts';
import { type StatementSource, sourcesOf, withSources } from '../pool/statement-sources.ts';

/** An offer to be there and locked. */
export interface OfferToLock {
  readonly id: string;
  readonly supplierId: string;
  readonly supplierSku: string;
  /** What to call it if it is new. */
  readonly description: KnownDescription;
}

/** The columns that hold a description, each over all offers. */
const columnsOf = (descriptions: readonly KnownDescription[]) => ({
  manufacturer: arrayLiteral(descriptions.map((each) => each.manufacturer?.value)),
  mpn: arrayLiteral(descriptions.map((each) => each.mpn?.value)),
  text: arrayLiteral(descriptions.map((each) => each.text?.value)),
  lifecycle: arrayLiteral(descriptions.map((each) => each.lifecycle?.value)),
  replacedByMpn: arrayLiteral(descriptions.map((each) => each.replacedByMpn?.value)),
  attributes: jsonLines(descriptions.map((each) => each.attributes?.value ?? {})),
  facts: jsonLines(descriptions.map((each) => each.facts?.value ?? {})),
  stated: statedOf(descriptions),
  digests: digestsOf(descriptions),
});

const digestsOf = (descriptions: readonly KnownDescription[]): string =>
  arrayLiteral(descriptions.map(knownDescriptionDigest));

const statedOf = (descriptions: readonly KnownDescription[]): string =>
  jsonLines(descriptions.map((each) => sourcesOf(descriptionParts, each)));

/**
 * Locks the offers and creates those that are missing; returns the ids of the created ones.
 * Existing and new rows are taken in one pass over the ids in order, so that two writers of
 * overlapping batches wait for each other and never deadlock.
 */
export const lockOffers = async (sql: Transaction, offers: readonly OfferToLock[]): Promise<ReadonlySet<string>> => {
  const ordered = offers.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const described = columnsOf(ordered.map((each) => each.description));
  const created = await sql<{ id: string }[]>`
    insert into offer (id, supplier_id, supplier_sku,
      manufacturer, mpn, description, lifecycle, replaced_by_mpn, description_digest, attributes, facts, stated)
    select id, supplier_id, supplier_sku,
      manufacturer, mpn, description, lifecycle, replaced_by_mpn, description_digest,
      attributes::jsonb, facts::jsonb, stated::json
    from rows from (
      unnest(
        ${arrayLiteral(ordered.map((each) => each.id))}::text[],
        ${arrayLiteral(ordered.map((each) => each.supplierId))}::text[],
        ${arrayLiteral(ordered.map((each) => each.supplierSku))}::text[],
        ${described.manufacturer}::text[], ${described.mpn}::text[], ${described.text}::text[],
        ${described.lifecycle}::text[], ${described.replacedByMpn}::text[], ${described.digests}::text[]
      ),
      string_to_table(${described.attributes}, E'\n'), string_to_table(${described.facts}, E'\n'),
      string_to_table(${described.stated}, E'\n')
    ) as seen(id, supplier_id, supplier_sku,
      manufacturer, mpn, description, lifecycle, replaced_by_mpn, description_digest, attributes, facts, stated)
    -- Changes nothing, and locks what exists all the same.
    on conflict (id) do update set id = offer.id where false
    returning id`;
  return new Set(created.map((row) => row.id));
};

/**
 * Locks offers in the order of their ids; false when one is missing. Creates none, for half of what
 * `lockOffers` costs.
 */
export const lockKnownOffers = async (sql: Transaction, ids: ReadonlySet<string>): Promise<boolean> => {
  const { count } = await sql`
    select from offer where id = any(${arrayLiteral([...ids])}::text[]) order by id for update`;
  return count === ids.size;
};

interface DescriptionRow {
  readonly id: string;
  readonly manufacturer: string | null;
  readonly mpn: string | null;
  readonly text: string | null;
  readonly lifecycle: LifecycleStatus | null;
  readonly replacedByMpn: string | null;
  readonly attributes: Readonly<Record<string, string>>;
  readonly facts: StatedFacts;
  readonly stated: readonly StatementSource<keyof ObservedDescription>[];
  /** When a credential last saw the description again that stood then; null: none has. */
  readonly describedAt: Date | null;
}

/** With what was said last as of when it was seen again, where that is later. */
const seenAgain = (known: KnownDescription, at: Date): KnownDescription => {
  const latest = latestSpeaker(known);
  return Object.fromEntries(
    Object.entries(known).map(([part, stated]: [string, Stated<unknown>]) => [
      part,
      stated.by === latest?.by && stated.at < at ? { ...stated, at } : stated,
    ]),
  );
};

/** What is known of the description of each of these offers, by id. */
export const readDescriptions = async (
  sql: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownDescription>> => {
  const rows = await sql<DescriptionRow[]>`
    select id, manufacturer, mpn, description as text, lifecycle, replaced_by_mpn as "replacedByMpn", attributes, facts,
      stated, (select max(described_at) from offer_view where offer_id = offer.id) as "describedAt"
    from offer where id = any(${arrayLiteral(ids)}::text[])`;
  return new Map(
    rows.map(({ id, stated, describedAt, ...values }) => {
      const known = withSources(values, stated);
      return [id, describedAt === null ? known : seenAgain(known, describedAt)];
    }),
  );
};

/**
 * Overwrites descriptions. An offer whose maker or number becomes another one goes back to the
 * matcher's backlog.
 */
export const writeDescriptions = async (
  sql: Transaction,
  descriptions: readonly (readonly [offerId: string, known: KnownDescription])[],
): Promise<void> => {
  const described = columnsOf(descriptions.map(([, each]) => each));
  await sql`
    update offer set
      manufacturer = said.manufacturer, mpn = said.mpn, description = said.description, lifecycle = said.lifecycle,
      replaced_by_mpn = said.replaced_by_mpn, attributes = said.attributes::jsonb, facts = said.facts::jsonb,
      stated = said.stated::json, description_digest = said.description_digest, digested_in = pg_current_xact_id(),
      matched_at = case when (offer.manufacturer, offer.mpn, case when offer.blocking_keys is not null then offer.description end)
          is not distinct from (said.manufacturer, said.mpn, case when offer.blocking_keys is not null then said.description end)
        then offer.matched_at end
    from rows from (
      unnest(
        ${arrayLiteral(descriptions.map(([offerId]) => offerId))}::text[],
        ${described.manufacturer}::text[], ${described.mpn}::text[], ${described.text}::text[],
        ${described.lifecycle}::text[], ${described.replacedByMpn}::text[], ${described.digests}::text[]
      ),
      string_to_table(${described.attributes}, E'\n'), string_to_table(${described.facts}, E'\n'),
      string_to_table(${described.stated}, E'\n')
    ) as said(id, manufacturer, mpn, description, lifecycle, replaced_by_mpn, description_digest, attributes, facts, stated)
    where offer.id = said.id`;
};

/** Overwrites who said descriptions and when; what they say is the same as before. */
export const confirmDescriptions = async (
  sql: Transaction,
  descriptions: readonly (readonly [offerId: string, known: KnownDescription])[],
): Promise<void> => {
  const known = descriptions.map(([, each]) => each);
  await sql`
    update offer set
      stated = said.stated::json, description_digest = said.digest, digested_in = pg_current_xact_id()
    from rows from (
      unnest(${arrayLiteral(descriptions.map(([offerId]) => offerId))}::text[], ${digestsOf(known)}::text[]),
      string_to_table(${statedOf(known)}, E'\n')
    ) as said(id, digest, stated)
    where offer.id = said.id`;
};
