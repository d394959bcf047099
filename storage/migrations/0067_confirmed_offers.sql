-- What a credential sees again unchanged is confirmed, and not published, merged and recorded once more: see
-- docs/adr/0013-unchanged-is-confirmed.md.
alter table offer_view
  -- A digest of each part of `known` (domain/ingestion/statement-digest.ts). Null: of none.
  add column digests jsonb,
  -- `last_observed_at` as it was then; digests of another instant are not of this `known`: a process of the version before wrote it.
  add column digested_at timestamptz,
  -- When parts that were seen again were seen last, by the name of the part. Null: none was since it was stated.
  add column confirmed jsonb,
  -- When the credential last saw the very description that the offer had then.
  add column described_at timestamptz;

-- The digest of the description, where one observation has said all of it.
alter table offer add column description_digest text;
