import type { EstimateRequest } from '../../domain/estimate/request.ts';

/** The request of an estimate over a document, with nothing asked for but the usual. */
export const documentRequest: EstimateRequest = {
  source: { kind: 'document', name: 'list.csv' },
  mode: 'min_price',
  buildQuantity: 1,
  attritionPercent: 0,
  substitutePolicy: 'never',
  orderCosts: {},
  lineProducts: [],
};
