import { z } from '@hono/zod-openapi';
import { optionalOnce } from '../../http/operations/parameters.ts';
import { liveStreamResponses } from '../../http/responses.ts';
import { instant } from '../../http/schemas/common.ts';
import { validate } from '../../http/validate.ts';
import { adminOperationsOf } from '../request/operation.ts';
import { maxBytes, type TailCases, type ToldMessage } from './view.ts';

const query = z.object({
  subject: optionalOnce.openapi({
    type: 'string',
    description:
      'Only messages of this subject; left out: observations and every domain event. What a supplier only repeats is observed without a message, but for once a day.',
    example: 'offer.observation.v1',
  }),
  supplier: optionalOnce.openapi({
    type: 'string',
    description:
      'Only what names this supplier: its observations, runs, credentials, orders and new offers. Later events of its offers (`offer.repriced.v1`, `price_held`, `withdrawn`, `returned`, `matched` and verdicts) and of products name none. Left out: everything.',
    example: 'acme',
  }),
});

const passedSchema = z
  .object({
    messages: z.array(
      z.object({
        id: z.string(),
        subject: z.string(),
        about: z.string().openapi({ description: 'The id of the offer, product, run or other thing.' }),
        at: instant('When it was observed or recorded.'),
        supplier_id: z.string().optional(),
        correlation_id: z.string().optional(),
        data: z.unknown().openapi({ description: `The message itself; absent above ${maxBytes} bytes.` }),
      }),
    ),
    left_out: z.int().openapi({ description: 'How many passed besides: the newest 50 of half a second are told.' }),
  })
  .openapi('PassedMessages');

const dataOf = (payload: Uint8Array | undefined): unknown => {
  if (payload === undefined) return undefined;
  try {
    return JSON.parse(Buffer.from(payload).toString());
  } catch {
    return undefined;
  }
};

const messageJson = ({ id, subject, about, at, supplierId, correlationId, payload }: ToldMessage) => ({
  id,
  subject,
  about,
  at,
  supplier_id: supplierId,
  correlation_id: correlationId,
  data: dataOf(payload),
});

const { stream } = adminOperationsOf<TailCases>('Tail');

/** What operators look at while it passes. */
export const tailOperations = [
  stream(({ tailMessages }) => tailMessages, {
    name: 'TailMessages',
    scope: 'admin:read',
    at: 'GET /v1/admin/messages',
    summary: 'Observations and domain events, live, as they pass over the bus',
    request: { query },
    responses: liveStreamResponses(
      'Server-sent events of what passed, the first of nothing once it listens. From now on: nothing is told again.',
      passedSchema,
    ),
    decode: (context) => {
      const { subject, supplier } = validate(query, context.req.queries(), 'query');
      return { subject, supplierId: supplier };
    },
    encode: ({ messages, leftOut }) => ({ messages: messages.map(messageJson), left_out: leftOut }),
  }),
];
