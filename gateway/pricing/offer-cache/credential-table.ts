import { isDeepStrictEqual } from 'node:util';
import { abortable } from '../../../concurrency/abortable.ts';
import type { CredentialState } from '../../../domain/offers/offer-record.ts';
import type { OfferChangeFeed } from '../../../domain/offers/ports.ts';

/**
 * How the credentials fare by which offers are seen. What a later query brings is never replaced by
 * what an earlier one brings after it, so queries need not wait for one another: one that hangs
 * holds up no other query. Queries end with the signals that they are given.
 */
export interface CredentialTable {
  /** As last read; undefined when it was not. */
  stateOf(credentialId: string): CredentialState | undefined;
  /** How often a state of a supplier's credentials was another than before. */
  changesAt(supplierId: string): number;
  /** Reads those that are not there. Rejects with what the store throws, or the signal's reason. */
  ensure(credentialIds: ReadonlySet<string>, signal: AbortSignal): Promise<void>;
  /**
   * Reads them, whether they are there or not. Rejects with what the store throws, or the signal's
   * reason.
   */
  renew(credentialIds: ReadonlySet<string>, signal: AbortSignal): Promise<void>;
  /**
   * Reads those again that are there, or are being read. Rejects with what the store throws, or the
   * signal's reason.
   */
  refresh(credentialIds: readonly string[], signal: AbortSignal): Promise<void>;
  /** Forgets everything, what is being read included. */
  clear(): void;
}

/** An empty table over the store. */
export const createCredentialTable = (store: Pick<OfferChangeFeed, 'credentials'>): CredentialTable => {
  let states = new Map<string, CredentialState>();
  const changes = new Map<string, number>();
  /** The number of the query by which each state was read. */
  const readBy = new Map<string, number>();
  let queries = 0;
  const underWay = new Set<ReadonlySet<string>>();

  const ask = async (ids: readonly string[], signal: AbortSignal): Promise<readonly CredentialState[]> => {
    const reading = new Set(ids);
    underWay.add(reading);
    try {
      return await abortable(store.credentials(ids, { signal }), signal);
    } finally {
      underWay.delete(reading);
    }
  };

  const read = async (wanted: () => readonly string[], signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    const ids = wanted();
    if (ids.length === 0) return;
    const table = states;
    queries += 1;
    const query = queries;
    const found = await ask(ids, signal);
    // Read before everything was forgotten: it may be older than that.
    if (table !== states) return read(wanted, signal);
    for (const state of found) note(state, query);
  };

  const note = (state: CredentialState, query: number): void => {
    const { id, supplierId } = state.ref;
    if ((readBy.get(id) ?? 0) > query) return;
    readBy.set(id, query);
    if (isDeepStrictEqual(states.get(id), state)) return;
    states.set(id, state);
    changes.set(supplierId, (changes.get(supplierId) ?? 0) + 1);
  };

  /** What is being read for the first time may have been read before the change. */
  const isHeldOrRead = (id: string): boolean => states.has(id) || [...underWay].some((ids) => ids.has(id));

  return {
    stateOf: (id) => states.get(id),
    changesAt: (supplierId) => changes.get(supplierId) ?? 0,
    ensure: (ids, signal) => read(() => [...ids].filter((id) => !states.has(id)), signal),
    renew: (ids, signal) => read(() => [...ids], signal),
    refresh: (ids, signal) => read(() => [...new Set(ids)].filter(isHeldOrRead), signal),
    clear: () => {
      states = new Map();
      readBy.clear();
    },
  };
};
