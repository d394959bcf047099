import type { Phase } from '../../../domain/ingestion/tick.ts';
import type { SupplierClient } from './supplier-client.ts';

/**
 * Rows, or in the phase `lookup` part numbers, that one request asks for at most; undefined when
 * the plug-in does not say.
 */
export const batchSizeOf = (
  { pageSize, lookup }: Pick<SupplierClient, 'pageSize' | 'lookup'>,
  phase: Phase,
): number | undefined => (phase === 'lookup' ? lookup?.byNumber : pageSize);
