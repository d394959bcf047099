import type { LookupTariff } from '../../../domain/ingestion/lookup-tariff.ts';
import type { LookupLimits } from './supplier-client.ts';

/** What look-ups of a plug-in cost, as the store keeps it for those who want parts. */
export const lookupTariffOf = ({
  byNumber,
  bySku,
  cost = { unit: 'calls', ofPage: 1 },
}: LookupLimits): LookupTariff => {
  const rateOf = (parts: number) =>
    cost.unit === 'calls' ? { parts, units: cost.ofPage } : { parts: 1, units: cost.ofNumber };
  return { unit: cost.unit, byNumber: rateOf(byNumber), ...(bySku > 0 && { bySku: rateOf(bySku) }) };
};
