import type { ProductDraft } from '../../../domain/catalog/catalog.ts';
import { manufacturerKey, mpnKey } from '../../../domain/catalog/identity.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { productId } from '../../../domain/ids.ts';
import type { GoodValues } from './openapi-operations.ts';

/** The product that good requests name. */
export const goodProduct: ProductDraft = { profileId: defaultProfile.id, manufacturer: 'TI', mpn: 'LM358DR' };

/** Its id. */
export const goodProductId = productId(
  goodProduct.profileId,
  manufacturerKey(goodProduct.manufacturer),
  mpnKey(goodProduct.mpn),
);

/** The id of a supplier that estimates name. */
export const namedSupplierId = 'named';

/** Good requests where the examples of the document do not make one. */
export const goodValues: GoodValues = {
  byName: {
    // The cursor of an example was issued by another service.
    cursor: '',
    currency: 'EUR',
    valid_from: '2026-01-01T00:00:00Z',
    valid_until: '2030-01-01T00:00:00Z',
    strong: 0.9,
    probable: 0.7,
    weak: 0.5,
    content: 'Date,USD\n2026-02-27,1.08',
    plugin: 'demo-bulk',
    secret: { login: 'acme', password: 'open sesame' },
  },
  bodies: {
    buildEstimate: [
      {
        lines: [
          {
            raw_text: '10x LM358DR',
            quantity: 10,
            unit: 'pcs',
            expected_price: 0.5,
            mpn: 'LM358DR',
            manufacturer: 'TI',
            interchangeable_group: 'a',
            assembly: 'Main board',
            substitute_policy: 'when_cheaper_by',
            substitute_saving_percent: 5,
            alternate_grades: ['identical'],
            alternatives: [{ mpn: 'LM358DT', manufacturer: 'ST' }],
          },
        ],
        optimization_mode: 'min_price',
        delivery_zone: 'EU',
        build_quantity: 1,
        assemblies: [{ name: 'Main board', build_quantity: 2 }],
        currency: 'EUR',
        substitute_policy: 'when_cheaper_by',
        substitute_saving_percent: 10,
        alternate_grades: ['upgrade'],
        back_order_policy: 'never',
        attrition_percent: 1,
        package_attrition: false,
        full_reel_percent: 5,
        order_costs: { [namedSupplierId]: '12.50' },
        line_choices: [{ number: 1, canonical_id: goodProductId }],
      },
      {
        source_document: 'bXBuLHF0eQpMTTM1OERSLDEw',
        source_format: 'csv',
        source_name: 'list.csv',
        table_map: { sheet: '', header_row: 1, first_row: 2, columns: { 0: 'part_number', 1: 'quantity' } },
        decimal_mark: '.',
        encoding: 'utf-8',
        delimiter: ',',
      },
    ],
    requestEnrichment: [
      { type: 'discovery', target: { mpn: 'LM358DR' }, priority: 'normal', max_lookup_cost: { '*': 5 } },
      { type: 'refresh_observation', target: { product_id: goodProductId }, priority: 'low' },
    ],
    limitRates: [{ prices: { rate: 1, period: '1m' }, ttl: '2h' }],
    logCalls: [{ ttl: '2h' }],
    addCredential: [
      {
        id: 'crd_acme_main',
        scope: 'customer',
        owner_id: 'acme',
        label: 'main',
        secret: { login: 'a', password: 'b' },
      },
    ],
    putSupplier: [
      {
        name: 'Acme Components',
        plugin: 'demo-bulk',
        base_url: 'http://127.0.0.1:1',
        settings: {},
        creates_products: true,
        route: {
          api_provider: 'a',
          sales_agent: 'b',
          distributor: 'c',
          warehouse_operators: { main: 'd' },
        },
        order_cost: { amount: '1.50', currency: 'EUR' },
      },
    ],
  },
};
