import {
  type LookupHealth,
  type LookupKind,
  type LookupKindHealth,
  soundLookups,
} from '../../domain/ingestion/lookup-health.ts';

type StoredKind =
  | Extract<LookupKindHealth, { kind: 'sound' }>
  | { readonly kind: 'failing'; readonly since: string; readonly probes: number; readonly probeAt: string };

/** The health of look-ups as JSON has it. */
export type StoredLookupHealth = Readonly<Record<LookupKind, StoredKind>>;

const kindOf = (stored: StoredKind): LookupKindHealth =>
  stored.kind === 'sound' ? stored : { ...stored, since: new Date(stored.since), probeAt: new Date(stored.probeAt) };

/** The health of look-ups of a row; null: nothing fails. */
export const lookupHealthOf = (stored: StoredLookupHealth | null): LookupHealth =>
  stored === null ? soundLookups : { number: kindOf(stored.number), sku: kindOf(stored.sku) };
