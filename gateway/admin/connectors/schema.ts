import { z } from '@hono/zod-openapi';
import { orderKinds } from '../../../domain/ingestion/connector-control.ts';
import { lookupKinds } from '../../../domain/ingestion/lookup-health.ts';
import { phases, tickKinds } from '../../../domain/ingestion/tick.ts';
import { sellerKinds } from '../../../domain/offers/sale-terms.ts';
import { instant } from '../../http/schemas/common.ts';

/** What operators see of connectors. */

const limitSchema = z
  .object({ rate: z.int(), period: z.string() })
  .openapi('RateLimit', { description: 'So many units in any such period.', example: { rate: 30, period: '1m' } });

/** An order in force. */
const orderSchema = z
  .object({
    kind: z.enum(orderKinds),
    until: instant('When it ends by itself.'),
    given_at: instant('When it was given.'),
    by: z.string().openapi({ description: 'The id of the API key that gave it.' }),
    reason: z.string().optional().openapi({ description: 'Of a pause.' }),
    max_concurrent_per_credential: z.int().optional().openapi({ description: 'Of workers.' }),
    rate_limits: z.record(z.string(), limitSchema).optional().openapi({ description: 'Of rates: by endpoint.' }),
  })
  .openapi('ConnectorOrder', {
    example: {
      kind: 'pause',
      until: '2026-03-01T12:15:00.000Z',
      given_at: '2026-03-01T12:00:00.000Z',
      by: 'key_first_admin',
      reason: 'maintenance at the supplier',
    },
  });

const place = {
  row: z.int().optional().openapi({ description: 'From 1; the heading of a table is not counted.' }),
  column: z.string().optional(),
  sample: z.string().optional().openapi({ description: 'What stands there, shortened, without secrets.' }),
};
const page = {
  phase: z.enum(phases),
  page: z.int().openapi({ description: 'The page of the phase, from 1.' }),
};

const rowsSchema = z
  .object({
    read: z.int(),
    left_out: z.int().openapi({ description: 'Unreadable or repeated.' }),
    reasons: z.record(z.string(), z.int()).openapi({ description: 'How many were left out, by reason.' }),
    first: z
      .object({ reason: z.string(), ...page, sku: z.string().optional(), ...place })
      .optional()
      .openapi({ description: 'The first row that was left out.' }),
  })
  .openapi('TickRows', {
    description: 'What could be read. A tick that could not read most rows of a phase has failed.',
    example: {
      read: 4_980,
      left_out: 20,
      reasons: { 'no SKU': 20 },
      first: { reason: 'no SKU', phase: 'catalogue', page: 1, row: 17, sample: ';LM317;1.00' },
    },
  });

const lastErrorSchema = z
  .object({ at: instant('When.'), message: z.string(), ...page, ...place })
  .openapi('PageError', {
    description: 'What last went wrong with a page of the tick, which may have gone on since.',
    example: {
      at: '2026-03-01T12:00:00.000Z',
      message: 'the answer cannot be read: the column "Price" is missing',
      phase: 'catalogue',
      page: 1,
      column: 'Price',
      sample: 'Article;Number;Preis',
    },
  });

const tickFields = {
  run_id: z.string(),
  kind: z.enum(tickKinds),
  started_at: instant('When it began; the same after a restart.'),
  state: z.enum(['running', 'success', 'failure']),
  phase: z.enum(phases).optional().openapi({ description: 'While it runs.' }),
  page: z.int().optional().openapi({ description: 'The next page of the phase, while it runs.' }),
  finished_at: instant('When it ended; absent while it runs.').optional(),
  reason: z.string().optional().openapi({ description: 'Why it failed.' }),
  counters: z
    .object({
      item_count: z.int(),
      price_count: z.int(),
      stock_count: z.int(),
      warehouse_count: z.int(),
      page_count: z.int(),
    })
    .openapi({ description: 'Stored after every page; they only grow.' }),
  rows: rowsSchema,
  last_error: lastErrorSchema.optional(),
};

const tickSchema = z.object(tickFields).openapi('Tick');

/** A credential; its secret is in no answer. */
export const credentialSchema = z
  .object({
    id: z.string(),
    label: z.string(),
    scope: z.enum(['customer', 'group', 'system']),
    owner_id: z.string().optional().openapi({ description: "The customer or group; absent for the system's." }),
    state: z.enum(['disabled', 'detached', 'paused', 'failing', 'throttled', 'active']).openapi({
      description:
        'disabled: taken out of use. detached: it has no secret for its supplier, which has another plug-in or origin than the secret was entered for. paused: by an order. failing: its breaker is open. throttled: its rate budget is used up. The first that holds is told.',
    }),
    reason: z.string().optional().openapi({ description: 'Why it is detached, paused or failing.' }),
    since: instant(
      'Since when it is disabled, detached, paused or failing; absent where that is not known.',
    ).optional(),
    until: instant('When its pause ends, or its budget has something again.').optional(),
    next_probe_at: instant('When a failing one is tried next.').optional(),
    secret_origins: z
      .array(z.string())
      .optional()
      .openapi({ description: 'Where its secret may be sent, and nowhere else; absent while it is detached.' }),
    lease: z
      .object({ owner: z.string(), until: instant('When it ends unless it is kept.') })
      .optional()
      .openapi({ description: 'The process that works for it; absent while none does.' }),
    tick: tickSchema.optional().openapi({ description: 'The current tick, or else the last one.' }),
    next_tick_at: instant('When it looks next.').optional(),
    due_lookups: z.int().openapi({ description: 'Parts that are due to be looked up.' }),
    lookups_end_at: instant(
      'When those that are due will have been asked at the present pace; absent where none is or that is not known.',
    ).optional(),
    has_session: z.boolean().openapi({ description: 'Whether it is signed in at its supplier.' }),
    budget_use: z.record(z.string(), z.number()).openapi({
      description: 'By endpoint, how much of the rate in force it uses, 0 to 1; an average that forgets.',
    }),
    recent_ticks: z
      .array(
        z.object({
          run_id: z.string(),
          kind: z.enum(tickKinds),
          started_at: instant('When it began.'),
          finished_at: instant('When it ended; absent while it runs.').optional(),
          state: z.enum(['running', 'success', 'failure']),
          reason: z.string().optional().openapi({ description: 'Why it failed.' }),
        }),
      )
      .openapi({ description: 'Its latest ticks, newest first.' }),
    failing_lookups: z
      .array(
        z.object({
          by: z.enum(lookupKinds),
          since: instant('Since when it is not answered.'),
          next_probe_at: instant('When it is tried next.'),
        }),
      )
      .openapi({ description: 'Kinds of look-ups that the supplier does not answer, while it answers the other.' }),
  })
  .openapi('Credential', {
    example: {
      id: 'crd_acme_main',
      label: 'house account',
      scope: 'system',
      state: 'failing',
      reason: 'the supplier throttles every request',
      since: '2026-03-01T11:58:12.345Z',
      next_probe_at: '2026-03-01T12:00:52.345Z',
      secret_origins: ['https://api.acme.example'],
      lease: { owner: 'own_3b5n6t7h2k9m4q1x8v0c', until: '2026-03-01T12:00:10.000Z' },
      due_lookups: 0,
      has_session: true,
      budget_use: { catalogue: 0.12 },
      recent_ticks: [],
      failing_lookups: [],
    },
  });

/** A supplier's connectors. */
export const connectorSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    plugin: z.string(),
    base_url: z
      .string()
      .optional()
      .openapi({ description: 'Where requests go to, with its path; never a query or a user.' }),
    creates_products: z.boolean(),
    order_cost: z
      .object({
        amount: z.string(),
        currency: z.string(),
        steps: z.array(z.object({ goods_from: z.string(), amount: z.string() })).optional(),
      })
      .optional()
      .openapi({ description: 'What an order usually costs besides its goods; absent where nobody has said.' }),
    handling_days: z
      .int()
      .optional()
      .openapi({ description: 'Days until it ships what it has in stock; absent where nobody has said.' }),
    seller_kind: z
      .enum(sellerKinds)
      .optional()
      .openapi({ description: 'How it stands to manufacturers; absent where nobody has said.' }),
    ships_from: z
      .string()
      .optional()
      .openapi({ description: 'The country that it ships from; absent where nobody has said.', example: 'US' }),
    orders: z.array(orderSchema).openapi({ description: 'Those in force.' }),
    endpoints: z
      .record(z.string(), z.object({ configured: z.array(limitSchema), effective: z.array(limitSchema) }))
      .optional()
      .openapi({
        description:
          'By endpoint, the limits of each credential. All that are effective hold at once: the configured ones, which no order raises, and the order in force where it allows less. Absent when the plug-in does not take the settings.',
      }),
    secret_fields: z.array(z.string()).optional().openapi({
      description:
        'The names that the plug-in asks a secret for, some of which it may do without; absent when it does not take the settings.',
    }),
    credentials: z.array(credentialSchema),
  })
  .openapi('Connector');

/** Whether a change is in force already. */
export const appliedSchema = z.boolean().openapi({
  description:
    'true: every process that works for a credential of this supplier has it in force. false: not all answered in time, or nobody works for the supplier; it is stored, and in force as soon as they read it.',
});

/** What became of an order. */
export const orderAnswerSchema = z
  .object({
    applied: appliedSchema,
    order: orderSchema.optional().openapi({ description: 'As it is stored; absent when it has ended meanwhile.' }),
    connector: connectorSchema,
  })
  .openapi('OrderAnswer');

/** What became of a wish to go on. */
export const resumeAnswerSchema = z
  .object({
    applied: appliedSchema,
    was_paused: z.boolean().openapi({ description: 'false: there was no pause to end.' }),
    connector: connectorSchema,
  })
  .openapi('ResumeAnswer');

/** What became of a wish for everything. */
export const fetchAnswerSchema = z
  .object({
    applied: appliedSchema,
    credentials: z.array(z.string()).openapi({ description: 'The ids of those that are asked.' }),
    connector: connectorSchema,
  })
  .openapi('FetchAnswer');

/** How far the offers of suppliers are filled. */
export const ingestionSchema = z
  .object({
    suppliers: z.array(
      z.object({
        supplier_id: z.string(),
        total: z.int().openapi({ description: 'Offers of the supplier.' }),
        backlog: z.int().openapi({ description: 'Offers of which no raw attributes are known yet.' }),
        filled: z.int().openapi({ description: 'The others.' }),
        filled_share: z
          .number()
          .optional()
          .openapi({ description: 'filled / total, 0 to 1; absent while there is no offer.' }),
        ticks: z
          .array(z.object({ credential_id: z.string(), ...tickFields }))
          .openapi({ description: 'The current tick of each credential, or else its last.' }),
      }),
    ),
  })
  .openapi('Ingestion');
