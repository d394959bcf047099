import type { HealthRules } from '../../domain/ingestion/credential-health.ts';
import {
  afterLookups,
  failingKinds,
  type LookupFocus,
  type LookupHealth,
  type LookupOutcome,
  lookupFocus,
} from '../../domain/ingestion/lookup-health.ts';
import type { LookupQueue } from '../../domain/ingestion/ports.ts';
import type { CredentialRef } from '../../domain/offers/offer.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { SupplierRefusal } from './refusal.ts';

/**
 * How the kinds of look-ups of one credential fare. It is read once from the store, so that a
 * restart changes nothing, and stored while a kind fails and when it ceases to.
 */
export interface LookupKinds {
  /** Which kind alone is to be asked now; undefined: both. */
  focus(): Promise<LookupFocus | undefined>;
  /** Takes in what became of the requests of a page. */
  note(outcomes: readonly LookupOutcome[]): Promise<void>;
}

/** What it needs from outside. */
export interface LookupKindDependencies {
  readonly credential: CredentialRef;
  readonly lookupQueue: Pick<LookupQueue, 'health' | 'saveHealth'>;
  readonly rules: HealthRules;
  readonly log: Logger;
  readonly now: () => Date;
  /** 0 to 1. */
  readonly random: () => number;
}

/** Both kinds are asked, whatever becomes of it: for suppliers that know one kind alone. */
export const anyKind: LookupKinds = { focus: async () => undefined, note: async () => undefined };

/**
 * Whether a request failed for what may be a fault of its kind: the supplier erred, or turned us
 * away, or answered what cannot be read. Anything else says nothing of a kind.
 */
export const isFaultOfKind = (error: unknown): boolean =>
  error instanceof SupplierRefusal &&
  (error.answer.kind === 'upstream_fault' || error.answer.kind === 'malformed' || error.answer.kind === 'blocked');

/** Keeps the health of the kinds of one credential's look-ups. */
export const createLookupKinds = (deps: LookupKindDependencies): LookupKinds => {
  const { credential, lookupQueue, rules, log, now, random } = deps;
  let known: LookupHealth | undefined;
  const current = async (): Promise<LookupHealth> => {
    known ??= await lookupQueue.health(credential.id);
    return known;
  };
  const tell = (before: LookupHealth, after: LookupHealth): void => {
    const [failed, fails] = [failingKinds(before), failingKinds(after)];
    const common = { supplier: credential.supplierId, credential_ref: credential.id };
    for (const kind of fails)
      if (!failed.includes(kind)) log.warn('connector.lookup_kind.failed', { ...common, lookup_kind: kind });
    for (const kind of failed)
      if (!fails.includes(kind)) log.info('connector.lookup_kind.recovered', { ...common, lookup_kind: kind });
  };
  return {
    focus: async () => lookupFocus(await current(), now()),
    note: async (outcomes) => {
      if (outcomes.length === 0) return;
      const before = await current();
      const after = afterLookups(before, outcomes, { rules, now: now(), chance: random() });
      known = after;
      if (failingKinds(before).length === 0 && failingKinds(after).length === 0) return;
      tell(before, after);
      await lookupQueue.saveHealth(credential.id, after);
    },
  };
};
