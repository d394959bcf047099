import type { OpenCredential, SupplierRecord } from '../domain/ingestion/supplier-ports.ts';
import type { Tick, TickKind } from '../domain/ingestion/tick.ts';
import { createConnector } from './connector/create-connector.ts';
import type { ConnectorsDependencies } from './guardian.ts';
import type { ActorSystem } from './runtime/handle.ts';

/** One tick of one credential, by the same connector that runs all day, which ends with it. */
export interface OneShot {
  readonly supplier: SupplierRecord;
  readonly credential: OpenCredential;
  /** Left out: the widest that the supplier has. */
  readonly kind: TickKind | undefined;
}

/**
 * Does one tick and resolves with it when it has ended, well or not. A tick that an earlier life
 * left unfinished is finished first, and is the one. Rejects at once when another process works for
 * the credential.
 */
export const runOneTick = async (
  system: ActorSystem,
  { supplier, credential, kind }: OneShot,
  deps: ConnectorsDependencies,
): Promise<Tick> => {
  for (const [name, value] of Object.entries(credential.secret)) deps.onSecret(value, `${credential.id} ${name}`);
  const { owner, ttlMs } = deps.ownership;
  const token = await deps.leases.acquire(credential.id, owner, ttlMs);
  if (token === undefined) throw new Error(`another process works for credential ${credential.id}`);
  const ended = Promise.withResolvers<Tick>();
  const client = deps.clientOf(supplier, credential);
  const connector = createConnector(supplier, credential, client, { ...deps, once: { kind, onEnd: ended.resolve } });
  system.spawn(`once-${credential.id}`, connector);
  return ended.promise;
};
