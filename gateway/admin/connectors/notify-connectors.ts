import type { SupplierChange } from '../../../domain/ingestion/supplier-change.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { type ConnectorDependencies, type ConnectorView, connectorOf } from './view.ts';

/** Whether a change is in force, and not only stored. */
export interface Applied {
  readonly isApplied: boolean;
}

/** What it is made of. */
export interface NotifyDependencies extends ConnectorDependencies {
  /**
   * Tells the connectors of a supplier what was stored; resolves with the owners that took it up,
   * as soon as they are enough, in a second at most.
   */
  readonly announce: (
    supplierId: string,
    change: StoredChange,
    isEnough: (answered: ReadonlySet<string>) => boolean,
  ) => Promise<ReadonlySet<string>>;
}

/** Who works for credentials of the supplier. */
const ownersOf = ({ credentials }: ConnectorView): readonly string[] =>
  credentials.flatMap(({ lease }) => lease?.owner ?? []);

/** What was stored: orders to the connectors, or the supplier or its credentials. */
export type StoredChange = Exclude<SupplierChange, 'wanted'>;

/** A supplier's connectors after they were told, and whether what was stored is in force. */
export interface NotifiedConnectors {
  readonly connector: ConnectorView;
  readonly isApplied: boolean;
}

/**
 * Tells the connectors of a supplier what was stored. It is in force when every process that works
 * for one of its credentials has confirmed it, including those that started meanwhile; standby
 * processes do not count. While no process works for any credential, no order is applied, so it is
 * not in force; a supplier or credential is as soon as any process that runs connectors has taken
 * it up.
 */
export const notifyConnectors = async (
  needs: NotifyDependencies,
  supplierId: string,
  change: StoredChange,
  { signal }: RequestContext,
): Promise<NotifiedConnectors> => {
  const isInForce = (connector: ConnectorView, answered: ReadonlySet<string>, whileUnowned: boolean): boolean => {
    const owners = ownersOf(connector);
    return owners.length === 0 ? whileUnowned : owners.every((owner) => answered.has(owner));
  };
  const isPickedUp = (answered: ReadonlySet<string>): boolean => change !== 'orders' && answered.size > 0;
  const before = await connectorOf(needs, supplierId, { signal });
  const answered = await needs.announce(supplierId, change, (soFar) =>
    // Processes that cannot apply it are not waited for.
    isInForce(before, soFar, change === 'orders' || isPickedUp(soFar)),
  );
  const connector = await connectorOf(needs, supplierId, { signal });
  return { connector, isApplied: isInForce(connector, answered, isPickedUp(answered)) };
};
