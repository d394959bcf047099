import type { Server, ServerDuplexStream } from '@grpc/grpc-js';
import { ObservationSource_Type } from '../proto/gen/svc/public/v1/common.ts';
import { type CalculatePriceRequest, PricingResponse, PricingService } from '../proto/gen/svc/public/v1/pricing.ts';

/**
 * Bare gRPC methods, which leave nothing but the platform to be measured. Neither looks at keys,
 * keeps time, counts or works anything out.
 *
 * `Bytes` takes and answers bytes without a message type: what is left is grpc-js itself.
 * `Messages` takes a `CalculatePriceRequest` and answers a ready-made `PricingResponse`, both
 * through the generated code as it is: what is left is grpc-js and what any typed method costs.
 * `Stream` does so for every message of a stream.
 */

/** The path of the method without a message type. */
export const bytesPath = '/bench.Echo/Bytes';

/** The path of the method with the messages of `CalculatePrice`. */
export const messagesPath = '/bench.Echo/Messages';

/** The path of the method that answers with a price under the rules of `rules.ts`. */
export const ruledMessagesPath = '/bench.Echo/RuledMessages';

/**
 * The path of the method that does the same as `Messages` on a stream, as `BulkCalculatePrice`
 * does.
 */
export const streamPath = '/bench.Echo/Stream';

const answers = Buffer.alloc(65_535);

/** A request to `Bytes` of so many bytes, at least two, which say how many to answer. */
export const echoRequest = (bytes: number, answerBytes: number): Buffer => {
  const request = Buffer.alloc(bytes);
  request.writeUInt16BE(answerBytes);
  return request;
};

const passThrough = (bytes: Buffer): Buffer => bytes;

const observedAt = new Date(1_700_000_000_123);
const source = { type: ObservationSource_Type.SYSTEM_CREDENTIAL, credentialLabel: 'bench', observedAt };

/** As the service prices one of the market's offers (`market.ts`). */
const price = PricingResponse.fromPartial({
  finalPrice: 3.75,
  currency: 'EUR',
  observationSource: source,
  breakdown: [
    {
      ruleId: 'break_price',
      label: '250 pieces at 0.015 EUR each (from 100)',
      amount: 3.75,
      amountDecimal: '3.75',
    },
  ],
  pricingMode: 'fixed',
  freshness: { status: 'FRESH', observedAt },
  finalPriceDecimal: '3.75',
  unitPriceDecimal: '0.015',
  requestedQuantity: 250,
  pricedQuantity: 250,
  decisionTrail: [{ ...source, outcome: 'chosen' }],
  offerId: 'ofr_0123456789abcdefghij',
  betterQuantity: { quantity: 1_000, totalDecimal: '1.5', savingDecimal: '2.25' },
});

const line = (ruleId: string, label: string, amountDecimal: string) => ({
  ruleId,
  label,
  amount: Number(amountDecimal),
  amountDecimal,
});

/** The same under the rules that apply to it. */
const ruledPrice = PricingResponse.fromPartial({
  ...price,
  finalPrice: 4.42,
  breakdown: [
    ...price.breakdown,
    line('group-7', 'group-7: -2.5 %', '-0.09375'),
    line('zone-0', 'zone-0: +1.5 %', '0.054844'),
    line('tax-0', 'tax-0: +19 %', '0.705108'),
    line('rounding', 'Rounding to EUR', '0.003798'),
  ],
  finalPriceDecimal: '4.42',
  unitPriceDecimal: '0.017664808',
  betterQuantity: { quantity: 1_000, totalDecimal: '1.77', savingDecimal: '2.65' },
});

/** Adds the methods to a server. */
export const addEcho = (server: Server): void => {
  const unary = { requestStream: false, responseStream: false } as const;
  server.addService(
    {
      bytes: {
        ...unary,
        path: bytesPath,
        requestSerialize: passThrough,
        requestDeserialize: passThrough,
        responseSerialize: passThrough,
        responseDeserialize: passThrough,
      },
      messages: { ...PricingService.calculatePrice, path: messagesPath },
      ruledMessages: { ...PricingService.calculatePrice, path: ruledMessagesPath },
      stream: { ...PricingService.bulkCalculatePrice, path: streamPath },
    },
    {
      bytes: (call: { request: Buffer }, callback: (error: null, answer: Buffer) => void) =>
        callback(null, answers.subarray(0, call.request.readUInt16BE())),
      messages: (_: { request: CalculatePriceRequest }, callback: (error: null, answer: PricingResponse) => void) =>
        callback(null, price),
      ruledMessages: (
        _: { request: CalculatePriceRequest },
        callback: (error: null, answer: PricingResponse) => void,
      ) => callback(null, ruledPrice),
      stream: (call: ServerDuplexStream<CalculatePriceRequest, PricingResponse>) => {
        call.on('data', () => call.write(price));
        call.on('end', () => call.end());
      },
    },
  );
};
