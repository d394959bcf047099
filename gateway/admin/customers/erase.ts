import type { AnalyticsErasure, CustomerErasures, ErasureReport } from '../../../domain/erasure/ports.ts';
import { Failure } from '../../../domain/errors.ts';
import type { CredentialAdministration } from '../../../domain/ingestion/supplier-ports.ts';
import { checkId, throwIfAny } from '../../request/check.ts';
import type { UseCase } from '../../request/request-context.ts';
import type { NotifyDependencies } from '../connectors/notify-connectors.ts';
import { changeBy } from '../request/change-by.ts';
import type { OfCustomer } from './manage.ts';

/** Dependencies of the operation. */
export interface ErasureDependencies extends Pick<NotifyDependencies, 'announce'> {
  readonly erasures: CustomerErasures;
  /** Left out: no analytical projection is kept. */
  readonly analyticsErasure?: AnalyticsErasure | undefined;
  readonly credentials: Pick<CredentialAdministration, 'setDisabled'>;
  readonly announceCallers: (customerIds: readonly string[]) => void;
}

/** What operators do when a customer's data is to go. */
export interface ErasureAdministration {
  /**
   * Erases everything that is known of a customer, and tells what went, what stays and what cannot
   * be reached. May be asked for again: it goes on where it was cut off, and adds to the same
   * report.
   */
  readonly eraseCustomer: UseCase<OfCustomer, ErasureReport>;
}

/** Erases customers. It continues after the request has ended, so that a long erasure finishes. */
export const eraseCustomer = (parts: ErasureDependencies): ErasureAdministration => ({
  eraseCustomer: async ({ customerId }, context) => {
    const { erasures, analyticsErasure, credentials, announce, announceCallers } = parts;
    throwIfAny(checkId('customer', customerId));
    if (customerId === context.caller.customerId)
      throw new Failure('failed_precondition', 'a key cannot erase its own customer; use a key of another one');
    const change = changeBy(context);
    const inUse = await erasures.begin(customerId, change);
    announceCallers([customerId]);
    for (const of of inUse) await credentials.setDisabled(of, true, change);
    // Connectors let go of them at once; what they are late with is refused.
    for (const supplierId of new Set(inUse.map((each) => each.supplierId)))
      await announce(supplierId, 'credentials', () => true);
    await erasures.eraseData(customerId, context);
    const former = await erasures.formerCredentials(customerId);
    if (analyticsErasure !== undefined)
      await erasures.note(customerId, await analyticsErasure.eraseCustomer(customerId, former));
    const report = await erasures.finish(customerId, change);
    announceCallers([customerId]);
    return report;
  },
});
