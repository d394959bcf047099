import { confirmationId } from '../../domain/ids.ts';
import type { Confirmation, ConfirmedOffers } from '../../domain/ingestion/confirmation.ts';
import { noon } from './offers.ts';

/** What the system's credential saw again at noon on the first page of prices of a run. */
export const confirmation = (...confirmed: readonly ConfirmedOffers[]): Confirmation => ({
  id: confirmationId('run_1', { phase: 'prices', page: 1 }, confirmed),
  supplierId: 'borealis',
  credentialId: 'crd_system',
  seenAt: noon,
  runId: 'run_1',
  phase: 'prices',
  confirmed,
});
