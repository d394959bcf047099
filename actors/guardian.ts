import type { OpenCredential, SupplierRecord } from '../domain/ports.ts';
import { type ConnectorDependencies, createConnector } from './connector/create-connector.ts';
import type { SupplierMessage } from './connector/messages.ts';
import { supplierActor } from './connector/supplier.ts';
import type { SupplierClient } from './connector/suppliers/supplier-client.ts';
import { type MatcherDependencies, type MatcherMessage, matcherActor } from './matcher.ts';
import type { ActorSystem, Handle } from './runtime/handle.ts';

/**
 * The tree of actors: who is under whom.
 *
 *     {supplier} > {credential} > session
 *     matcher
 *
 * A fault stays in its branch. Stopping the system stops it depth first: sessions, then connectors (their page in flight is
 * aborted; the checkpoint says where to go on), then suppliers.
 */

/** A supplier with its credentials and the plug-in that speaks for each. */
export interface SupplierToRun {
  readonly supplier: SupplierRecord;
  readonly connectors: readonly { readonly credential: OpenCredential; readonly client: SupplierClient }[];
}

/** Starts the connectors of these suppliers; returns the suppliers' handles by id. */
export const startConnectors = (
  system: ActorSystem,
  suppliers: readonly SupplierToRun[],
  deps: ConnectorDependencies,
): ReadonlyMap<string, Handle<SupplierMessage>> =>
  new Map(
    suppliers.map(({ supplier, connectors }) => {
      const byCredential = connectors.map(
        ({ credential, client }) => [credential.id, createConnector(supplier, credential, client, deps)] as const,
      );
      return [
        supplier.id,
        system.spawn(`supplier-${supplier.id}`, supplierActor({ connectors: new Map(byCredential) })),
      ];
    }),
  );

/** Starts the matcher. */
export const startMatcher = (system: ActorSystem, deps: MatcherDependencies): Handle<MatcherMessage> =>
  system.spawn('matcher', matcherActor(deps));
