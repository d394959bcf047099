import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lifecycleStatuses } from '../../../domain/catalog/catalog.ts';
import { Failure } from '../../../domain/errors.ts';
import { aggregateOf, type DomainEvent, eventSubjects, type StoredEvent } from '../../../domain/events.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import { amount, amountText } from '../../../domain/money.ts';
import {
  type CredentialRef,
  credentialScopes,
  matchConfidences,
  type PriceStatement,
  priceJumps,
} from '../../../domain/offers/offer.ts';
import {
  contextOf,
  decodeEvent,
  decodeObservation,
  encodeEvent,
  encodeObservation,
} from '../../../streams/codec/codec.ts';
import { anyCharacter } from '../../support/any-character.ts';

const credential: CredentialRef = {
  id: 'crd_1',
  supplierId: 'acme',
  scope: 'customer',
  ownerId: 'cus_1',
  label: 'Acme, main account',
  failingSince: undefined,
};
const context = { correlationId: 'cor_1', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };

const filled = fc.string({ minLength: 1, unit: anyCharacter });
const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const pieces = fc.integer({ min: 1, max: 2_147_483_647 });
const price = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, scale]) =>
    amount(
      amountText(
        amount(String(digits))
          .div(10 ** scale)
          .toDecimalPlaces(12),
      ),
    ),
  );

const breaks = fc
  .uniqueArray(fc.record({ quantity: pieces, price }), {
    minLength: 1,
    maxLength: 8,
    selector: ({ quantity }) => quantity,
  })
  .map((list) => list.toSorted((a, b) => a.quantity - b.quantity));

const statement: fc.Arbitrary<PriceStatement> = fc.oneof(
  fc.constant({ kind: 'on_request' as const }),
  fc.record({
    kind: fc.constant('ladder' as const),
    ladder: fc
      .record(
        {
          currency: fc.constantFrom('EUR', 'USD', 'JPY'),
          priceBase: fc.option(pieces, { nil: undefined }),
          breaks,
          orderFee: fc.constantFrom(amount('7'), amount('0.125')),
          orderFeePieces: pieces,
        },
        { requiredKeys: ['currency', 'priceBase', 'breaks'] },
      )
      .map(({ orderFeePieces, ...rest }) => ({ ...rest, ...(rest.orderFee && orderFeePieces && { orderFeePieces }) })),
  }),
);

const warehouse = fc.record({
  warehouseRef: filled,
  quantity: fc.option(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), { nil: undefined }),
});

const optional = { requiredKeys: [] };

const description = fc.record(
  {
    manufacturer: filled,
    mpn: filled,
    text: fc.string(),
    lifecycle: fc.constantFrom(...lifecycleStatuses),
    replacedByMpn: filled,
    attributes: fc.dictionary(filled, fc.string(), { minKeys: 1, noNullPrototype: true }),
  },
  optional,
);

const parts = fc.record(
  {
    price: statement,
    minimumOrderQuantity: pieces,
    orderMultiple: pieces,
    packaging: filled,
    stock: fc.array(warehouse, { maxLength: 4 }),
    leadTimeDays: fc.integer({ min: 0, max: 10_000 }),
    description,
  },
  optional,
);

const observations: fc.Arbitrary<Observation> = fc
  .tuple(
    fc.record({
      id: filled,
      supplierId: filled,
      supplierSku: filled,
      runId: filled,
      phase: filled,
      observedAt: instant,
    }),
    parts,
  )
  .map(([identity, rest]) => ({ ...identity, ...rest, credentialId: credential.id }));

const nothingOrFilled = fc.option(filled, { nil: undefined });
const counter = fc.nat();
const events: fc.Arbitrary<DomainEvent> = fc.oneof(
  fc.record({
    type: fc.constant('product.created' as const),
    productId: filled,
    profileId: filled,
    manufacturer: filled,
    mpn: filled,
    lifecycle: fc.option(fc.constantFrom(...lifecycleStatuses), { nil: undefined }),
  }),
  fc.record({ type: fc.constant('product.updated' as const), productId: filled, changed: fc.array(filled) }),
  fc.record({ type: fc.constant('offer.created' as const), offerId: filled, supplierId: filled, supplierSku: filled }),
  fc.record({
    type: fc.constant('offer.repriced' as const),
    offerId: filled,
    credentialId: filled,
    observationId: filled,
  }),
  fc.record({
    type: fc.constant('offer.price_held' as const),
    offerId: filled,
    credentialId: filled,
    observationId: filled,
    jump: fc.constantFrom(...priceJumps),
  }),
  fc.record({
    type: fc.constant('offer.matched' as const),
    offerId: filled,
    productId: nothingOrFilled,
    confidence: fc.constantFrom(...matchConfidences),
    rule: filled,
  }),
  fc.record({
    type: fc.constant('ingestion_run.completed' as const),
    runId: filled,
    supplierId: filled,
    items: counter,
    prices: counter,
    stocks: counter,
  }),
  fc.record({ type: fc.constant('ingestion_run.failed' as const), runId: filled, supplierId: filled, reason: filled }),
);

const stored = (event: DomainEvent): StoredEvent => ({
  position: 77n,
  aggregateType: aggregateOf(event).type,
  aggregateId: 'prd_1',
  version: 3,
  event,
  recordedAt: new Date('2026-03-01T12:00:00.250Z'),
  ...context,
});

const sample: Observation = {
  id: 'obs_1',
  supplierId: 'acme',
  supplierSku: 'A-1',
  credentialId: 'crd_1',
  observedAt: new Date('2026-03-01T12:00:00.250Z'),
  runId: 'run_1',
  phase: 'prices',
  price: {
    kind: 'ladder',
    ladder: {
      currency: 'EUR',
      priceBase: undefined,
      breaks: [
        { quantity: 1, price: amount('0.10') },
        { quantity: 100, price: amount('0.0825') },
      ],
    },
  },
};

const json = (payload: Uint8Array): Record<string, unknown> => JSON.parse(Buffer.from(payload).toString());
const sampleJson = (): Record<string, unknown> => json(encodeObservation(sample, credential, context).payload);
const decodeJson = (value: unknown): Observation => decodeObservation(Buffer.from(JSON.stringify(value)));

const fieldsOf = (decode: () => unknown): readonly string[] => {
  try {
    decode();
  } catch (error) {
    if (error instanceof Failure && error.kind === 'invalid_argument')
      return error.violations.map(({ field }) => field);
    throw error;
  }
  return [];
};

describe('the codec', () => {
  it('gives back every observation as it was, absent parts absent', () => {
    fc.assert(
      fc.property(observations, (observation) => {
        expect(decodeObservation(encodeObservation(observation, credential, context).payload)).toEqual(observation);
      }),
    );
  });

  it('gives back every event as it was', () => {
    fc.assert(
      fc.property(events, (event) => {
        const message = encodeEvent(stored(event));
        expect(message.subject).toBe(eventSubjects[event.type]);
        expect(decodeEvent(message.subject, message.payload)).toEqual(event);
      }),
    );
  });

  it('writes proto field names, amounts as decimal text and nothing that is unknown', () => {
    expect(sampleJson()).toEqual({
      id: 'obs_1',
      supplier_id: 'acme',
      supplier_sku: 'A-1',
      credential: { ref: 'crd_1', scope: 'customer', label: 'Acme, main account' },
      observed_at: '2026-03-01T12:00:00.250Z',
      run_id: 'run_1',
      phase: 'prices',
      price: {
        currency: 'EUR',
        breaks: [
          { quantity: 1, price: '0.1' },
          { quantity: 100, price: '0.0825' },
        ],
      },
    });
  });

  it('sends CloudEvents headers, trace context and correlation id, and reads the context back', () => {
    const { messageId, headers } = encodeObservation(sample, credential, context);
    expect(messageId).toBe('obs_1');
    expect(headers).toEqual({
      'ce-specversion': '1.0',
      'ce-id': 'obs_1',
      'ce-type': 'offer.observation.v1',
      'ce-source': '/offerstream',
      'ce-time': '2026-03-01T12:00:00.250Z',
      'ce-subject': expect.stringMatching(/^ofr_/),
      'ce-supplierid': sample.supplierId,
      'content-type': 'application/json',
      correlation_id: 'cor_1',
      traceparent: context.traceparent,
    });
    expect(contextOf(headers)).toEqual(context);
    const untraced = encodeObservation(sample, credential, { correlationId: 'cor_1', traceparent: undefined });
    expect(untraced.headers).not.toHaveProperty('traceparent');
  });

  it('names the supplier of an event that does', () => {
    const added = { type: 'credential.added', credentialId: 'crd_1', supplierId: 'acme', by: 'key_1' } as const;
    expect(encodeEvent(stored(added)).headers).toMatchObject({ 'ce-supplierid': 'acme' });
    const repriced = {
      type: 'offer.repriced',
      offerId: 'ofr_1',
      credentialId: 'crd_1',
      observationId: 'obs_1',
    } as const;
    expect(encodeEvent(stored(repriced)).headers).not.toHaveProperty('ce-supplierid');
  });

  it('gives an event the same message id each time, another for another version', () => {
    const event = stored({ type: 'product.updated', productId: 'prd_1', changed: [] });
    expect(encodeEvent(event).messageId).toBe(encodeEvent({ ...event, position: 99n }).messageId);
    expect(encodeEvent(event).messageId).not.toBe(encodeEvent({ ...event, version: 4 }).messageId);
  });

  it.each([
    ['id', { id: undefined }],
    ['id', { id: '' }],
    ['id', { id: 7 }],
    ['supplier_id', { supplier_id: undefined }],
    ['supplier_sku', { supplier_sku: null }],
    ['credential', { credential: undefined }],
    ['credential', { credential: ['crd_1'] }],
    ['credential.ref', { credential: { scope: 'system' } }],
    ['credential.scope', { credential: { ref: 'crd_1', scope: 'everyone' } }],
    ['observed_at', { observed_at: undefined }],
    ['observed_at', { observed_at: '2026-02-30' }],
    ['observed_at', { observed_at: 1_700_000_000 }],
    ['run_id', { run_id: undefined }],
    ['phase', { phase: {} }],
    ['price', { price: '0.10' }],
    ['price.on_request', { price: { on_request: 'yes' } }],
    ['price.breaks', { price: { currency: 'EUR' } }],
    ['price.breaks', { price: { currency: 'EUR', breaks: {} } }],
    ['price.currency', { price: { breaks: [{ quantity: 1, price: '1' }] } }],
    ['price.currency', { price: { currency: 'euro', breaks: [{ quantity: 1, price: '1' }] } }],
    ['price.price_base', { price: { currency: 'EUR', price_base: 0, breaks: [{ quantity: 1, price: '1' }] } }],
    ['price.breaks[0].quantity', { price: { currency: 'EUR', breaks: [{ price: '1' }] } }],
    ['price.breaks[0].quantity', { price: { currency: 'EUR', breaks: [{ quantity: 1.5, price: '1' }] } }],
    ['price.breaks[1].price', { price: { currency: 'EUR', breaks: [{ quantity: 1, price: '1' }, { quantity: 9 }] } }],
    ['price.breaks[0].price', { price: { currency: 'EUR', breaks: [{ quantity: 1, price: '1e3' }] } }],
    ['price.breaks[0].price', { price: { currency: 'EUR', breaks: [{ quantity: 1, price: '-1' }] } }],
    ['minimum_order_quantity', { minimum_order_quantity: 0 }],
    ['minimum_order_quantity', { minimum_order_quantity: 2_147_483_648 }],
    ['order_multiple', { order_multiple: 'many' }],
    ['packaging', { packaging: true }],
    ['stock', { stock: 7 }],
    ['stock.warehouses[0].warehouse_ref', { stock: { warehouses: [{ quantity: 7 }] } }],
    ['stock.warehouses[0].quantity', { stock: { warehouses: [{ warehouse_ref: 'w', quantity: -1 }] } }],
    ['lead_time_days', { lead_time_days: -1 }],
    ['part.lifecycle_status', { part: { lifecycle_status: 'obsolete' } }],
    ['part.attributes.size', { part: { attributes: { size: 603 } } }],
  ])('refuses an observation with a bad %s and names it (%j)', (field, change) => {
    expect(fieldsOf(() => decodeJson({ ...sampleJson(), ...change }))).toEqual([field]);
  });

  it('refuses breaks that do not ascend', () => {
    const breaks = [
      { quantity: 10, price: '1' },
      { quantity: 10, price: '2' },
    ];
    expect(fieldsOf(() => decodeJson({ ...sampleJson(), price: { currency: 'EUR', breaks } }))).toEqual([
      'price.breaks',
    ]);
  });

  it('refuses what is no JSON object', () => {
    for (const payload of ['', '{', 'null', '[]', '7', '"text"']) {
      expect(fieldsOf(() => decodeObservation(Buffer.from(payload)))).toEqual(['payload']);
    }
  });

  it('reads 64-bit numbers in either form that proto3 JSON allows, and passes over fields that it does not know', () => {
    const stock = { warehouses: [{ warehouse_ref: 'w', quantity: '12345678901' }, { warehouse_ref: 'x' }] };
    const observation = decodeJson({ ...sampleJson(), stock, added_later: { any: 'thing' } });
    expect(observation.stock).toEqual([
      { warehouseRef: 'w', quantity: 12_345_678_901 },
      { warehouseRef: 'x', quantity: undefined },
    ]);
  });

  it('accepts every scope that a credential can have', () => {
    for (const scope of credentialScopes) {
      expect(
        fieldsOf(() => decodeObservation(encodeObservation(sample, { ...credential, scope }, context).payload)),
      ).toEqual([]);
    }
  });

  it('refuses an event with a bad field and names it, and a subject that carries no event', () => {
    const decode = (subject: string, value: object) => () => decodeEvent(subject, Buffer.from(JSON.stringify(value)));
    expect(fieldsOf(decode('offer.created.v1', { offer_id: 'ofr_1', supplier_id: 'acme' }))).toEqual(['supplier_sku']);
    const match = { offer_id: 'ofr_1', match_rule: 'mpn', match_confidence: 'certain' };
    expect(fieldsOf(decode('offer.matched.v1', match))).toEqual(['match_confidence']);
    expect(decode('offer.sold.v1', {})).toThrow(RangeError);
  });
});
