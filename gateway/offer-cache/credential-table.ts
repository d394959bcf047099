import { isDeepStrictEqual } from 'node:util';
import type { CredentialState } from '../../domain/offer-record.ts';
import type { KeptOfferStore } from '../../domain/ports.ts';

/**
 * How the credentials fare by which offers are seen. One query at a time, in the order in which they were asked for: what is read later
 * is never replaced by what was read before it.
 */
export interface CredentialTable {
  /** As last read; undefined when it was not. */
  stateOf(credentialId: string): CredentialState | undefined;
  /** How often a state of a supplier's credentials was another than before. */
  changesAt(supplierId: string): number;
  /** Reads those that are not there. Rejects with what the store throws. */
  ensure(credentialIds: ReadonlySet<string>): Promise<void>;
  /** Reads them, whether they are there or not. Rejects with what the store throws. */
  renew(credentialIds: ReadonlySet<string>): Promise<void>;
  /** Reads those again that are there. Rejects with what the store throws. */
  refresh(credentialIds: readonly string[]): Promise<void>;
  /** Forgets everything, what is being read included. */
  clear(): void;
}

/** An empty table over the store. */
export const createCredentialTable = (store: Pick<KeptOfferStore, 'credentials'>): CredentialTable => {
  let states = new Map<string, CredentialState>();
  const changes = new Map<string, number>();
  let turn: Promise<unknown> = Promise.resolve();

  const read = async (wanted: () => readonly string[]): Promise<void> => {
    const ids = wanted();
    if (ids.length === 0) return;
    const table = states;
    const found = await store.credentials(ids);
    // Read before everything was forgotten: it may be older than that.
    if (table !== states) return read(wanted);
    for (const state of found) note(state);
  };

  const note = (state: CredentialState): void => {
    const { id, supplierId } = state.ref;
    if (isDeepStrictEqual(states.get(id), state)) return;
    states.set(id, state);
    changes.set(supplierId, (changes.get(supplierId) ?? 0) + 1);
  };

  const inTurn = (wanted: () => readonly string[]): Promise<void> => {
    const reading = turn.then(() => read(wanted));
    turn = reading.catch(() => undefined);
    return reading;
  };

  return {
    stateOf: (id) => states.get(id),
    changesAt: (supplierId) => changes.get(supplierId) ?? 0,
    ensure: async (ids) => {
      const missing = (): readonly string[] => [...ids].filter((id) => !states.has(id));
      if (missing().length > 0) await inTurn(missing);
    },
    renew: (ids) => inTurn(() => [...ids]),
    // What is there is looked at in its turn: what is being read now may have been read before the change.
    refresh: async (ids) => {
      if (ids.length > 0) await inTurn(() => [...new Set(ids)].filter((id) => states.has(id)));
    },
    clear: () => {
      states = new Map();
    },
  };
};
