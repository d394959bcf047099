/**
 * Every table that tells of customers: what erases it is in `steps.ts`; what is kept is here, with
 * the reason that an operator is given. A test compares both with the schema, so that a table that
 * is added is not forgotten.
 */

/** A table that keeps something after an erasure. */
export interface RetainedTable {
  /** The columns by which it tells of a customer, of a key or of a process. */
  readonly columns: readonly string[];
  /** Undefined: nothing in it tells of a customer, though a column may be called so. */
  readonly why: string | undefined;
}

const byOperators = 'names the key of the operator who changed it, and nothing else of a customer';

/** The tables that keep something. */
export const retainedTables: Readonly<Record<string, RetainedTable>> = {
  audit_record: {
    columns: ['customer_id', 'actor'],
    why: 'records of what was done cannot be changed; they hold ids of customers and keys, addresses, and no names',
  },
  customer_erasure: { columns: ['customer_id', 'requested_by'], why: 'says that the customer was erased' },
  connector_lease: { columns: ['owner', 'credential_id'], why: undefined },
  connector_order: { columns: ['given_by'], why: byOperators },
  identity_profile: { columns: ['changed_by'], why: byOperators },
  manufacturer_alias_removed: { columns: ['removed_by'], why: byOperators },
  match_verdict: { columns: ['given_by'], why: byOperators },
  // The job that rebuilt a trace last, by its id.
  offer_trace: { columns: ['changed_by'], why: undefined },
  offer_change: { columns: ['credential_id'], why: undefined },
  pricing_rule_version: { columns: ['recorded_by'], why: byOperators },
  product: { columns: ['replaced_by'], why: undefined },
  rematch_lease: { columns: ['owner'], why: undefined },
  rematch_run: { columns: ['requested_by'], why: byOperators },
  visibility_policy: { columns: ['recorded_by'], why: byOperators },
};
