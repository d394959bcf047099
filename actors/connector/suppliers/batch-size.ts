import type { Phase } from '../../../domain/ingestion/tick.ts';
import type { SupplierClient } from './supplier-client.ts';

/** Rows, or in the phase `lookup` part numbers, that one request asks for at most; undefined when the plug-in does not say. */
export const batchSizeOf = (
  { pageSize, lookupBatch }: Pick<SupplierClient, 'pageSize' | 'lookupBatch'>,
  phase: Phase,
): number | undefined => (phase === 'lookup' ? lookupBatch : pageSize);
