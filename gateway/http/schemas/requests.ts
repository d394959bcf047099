import { MatchPartsRequest, PartToMatch } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { EnrichmentJobRequest } from '../../../proto/gen/svc/public/v1/enrichment.ts';
import {
  BuildEstimateRequest,
  EstimateChanges,
  ReadingCorrections,
  TableMap,
} from '../../../proto/gen/svc/public/v1/estimate.ts';
import { CalculatePriceRequest } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { enrichmentJobRules } from '../../enrichment/request-rules.ts';
import { buildEstimateRules, estimateChangeRules, readingRules, tableMapRules } from '../../estimates/request-rules.ts';
import { matchPartsRules, partToMatchRules } from '../../parts/request-rules.ts';
import { calculatePriceRules } from '../../pricing/request-rules.ts';
import { jsonRequest } from './request-schema.ts';

/**
 * The requests of the contract that HTTP takes as JSON. A field of the `.proto` with its rule is in
 * its schema without more; here stand only examples.
 */

/** What a price is asked for with. */
export const calculatePriceRequest = jsonRequest('CalculatePriceRequest', CalculatePriceRequest, calculatePriceRules, {
  CalculatePriceRequest: {
    example: { offer_id: 'ofr_3b5n6t7h2k9m4q1x8v0c', quantity: 250, delivery_zone: 'EU' },
    fields: {
      delivery_zone: { example: 'EU' },
      date: { example: '2026-03-01T12:00:00Z' },
      currency: { example: 'EUR' },
    },
  },
});

/** A part to find. */
export const partToMatch = jsonRequest('PartToMatch', PartToMatch, partToMatchRules, {
  PartToMatch: { example: { reference: 'R1', mpn: 'RC0603FR-0710KL', manufacturer: 'Yageo', quantity: 250 } },
});

/** What parts are found with. */
export const matchPartsRequest = jsonRequest('MatchPartsRequest', MatchPartsRequest, matchPartsRules, {
  MatchPartsRequest: {
    example: {
      items: [
        { reference: 'R1', mpn: 'RC0603FR-0710KL', manufacturer: 'Yageo', quantity: 250 },
        { text: '10x LM358DR' },
      ],
      include_best_price: true,
    },
    fields: { currency: { example: 'EUR' }, delivery_zone: { example: 'EU' } },
  },
  PartToMatch: { schema: partToMatch.schema },
});

/** What a job is asked for with. */
export const enrichmentJobRequest = jsonRequest('EnrichmentJobRequest', EnrichmentJobRequest, enrichmentJobRules, {
  EnrichmentJobRequest: {
    example: { type: 'refresh_observation', target: { offer_id: 'ofr_3b5n6t7h2k9m4q1x8v0c' }, priority: 'high' },
    fields: { target: { example: { product_id: 'prd_7h2k9m4q1x8v0c3b5n6t' } } },
  },
});

/** Where the table of a document is, and what its columns mean; estimates answer it as well. */
export const tableMap = jsonRequest('TableMap', TableMap, tableMapRules, {
  TableMap: { fields: { columns: { example: { 0: 'reference', 2: 'quantity', 4: 'part_number' } } } },
});

/** What an estimate is asked for with. */
export const buildEstimateRequest = jsonRequest('BuildEstimateRequest', BuildEstimateRequest, buildEstimateRules, {
  BuildEstimateRequest: {
    example: {
      lines: [{ raw_text: '10x LM358DR SOIC-8' }, { mpn: 'GRM188R71H104KA93D', quantity: 250 }],
      optimization_mode: 'min_price',
    },
    fields: { order_costs: { example: { borealis: '12.50' } } },
  },
  TableMap: { schema: tableMap.schema },
});

/** What is changed of an estimate. */
export const estimateChanges = jsonRequest('EstimateChanges', EstimateChanges, estimateChangeRules, {
  EstimateChanges: { example: { expected_version: 3, lines: [{ number: 2, quantity: 50 }] } },
});

/** How a document is to be read again. */
export const readingCorrections = jsonRequest('ReadingCorrections', ReadingCorrections, readingRules, {
  ReadingCorrections: {
    example: { table_map: { header_row: 1, columns: { 0: 'quantity', 1: 'part_number' } } },
    fields: { decimal_mark: { example: ',' } },
  },
  TableMap: { schema: tableMap.schema },
});
