import { z } from '@hono/zod-openapi';
import { modelFaults } from '../../../domain/characteristics/model-fault.ts';
import { jobFailures } from '../../../domain/enrichment/job.ts';
import { jobPriorities, jobTypes } from '../../../domain/enrichment/job-type.ts';
import { credentialScopes } from '../../../domain/offers/offer.ts';
import { instant } from './common.ts';

/** What a job is asked for with; field names are the contract's, and no others are accepted. */
export const enrichmentJobRequestSchema = z
  .strictObject({
    type: z.string({ error: 'must be given, as text' }).openapi({ enum: [...jobTypes], description: 'What to do.' }),
    target: z.record(z.string(), z.string({ error: 'must be text' }), { error: 'must be an object of texts' }).openapi({
      description:
        'Exactly one of `offer_id`, `offer_ids` (up to 500 between commas), `product_id`, `supplier_id`. `discovery` knows `product_id` alone, and `refresh_characteristics` no `supplier_id`.',
      example: { product_id: 'prd_7h2k9m4q1x8v0c3b5n6t' },
    }),
    priority: z
      .string({ error: 'must be text' })
      .optional()
      .openapi({ enum: [...jobPriorities], description: 'Left out: normal.' }),
  })
  .openapi('EnrichmentJobRequest', {
    example: { type: 'refresh_observation', target: { offer_id: 'ofr_3b5n6t7h2k9m4q1x8v0c' }, priority: 'high' },
  });

const supplyChainChangeSchema = z
  .object({
    offer_id: z.string(),
    field: z.string().openapi({ description: 'The field of the supply-chain trace.' }),
    before: z.string().optional().openapi({ description: 'Absent: there was no such party.' }),
    after: z.string().optional().openapi({ description: 'Absent: there is no such party any more.' }),
  })
  .openapi('SupplyChainChange');

const characteristicValueSchema = z
  .object({
    value: z.string(),
    source: z.enum(['catalogue', 'supplier', 'language_model']),
    supplier_id: z.string().optional().openapi({
      description: "Absent for other sources, and for a supplier that only customers' own credentials see.",
    }),
    credential_scope: z.enum(credentialScopes).optional().openapi({ description: 'Whose credential saw it.' }),
    field: z.string().optional().openapi({ description: "The supplier's name of the attribute, or `description`." }),
    model: z.string().optional().openapi({ description: 'The language model.' }),
    stated_at: instant('When it was said; absent when nobody has kept it.').optional(),
  })
  .openapi('CharacteristicValue');

const characteristicChangeSchema = z
  .object({
    product_id: z.string(),
    name: z.string(),
    change: z.enum(['added', 'changed', 'kept']).openapi({ description: 'What became of what is served.' }),
    before: z.string().optional().openapi({ description: 'Absent: nothing was served before.' }),
    served: characteristicValueSchema,
    contradicting: z.array(characteristicValueSchema).optional().openapi({
      description: 'Other values that sources state, in the order in which they would be served.',
    }),
  })
  .openapi('CharacteristicChange');

/** A job. */
export const enrichmentJobSchema = z
  .object({
    id: z.string(),
    type: z.enum(jobTypes),
    status: z.enum(['queued', 'started', 'completed', 'failed']).openapi({
      description: 'Nothing changes any more once it is completed or failed.',
    }),
    progress: z.number().min(0).max(1).openapi({ description: 'Work done over work known; it never falls.' }),
    created_at: instant('When it was first asked for.'),
    started_at: instant('When work on it began; absent while it waits.').optional(),
    finished_at: instant('When it ended; absent before.').optional(),
    target: z.record(z.string(), z.string()).openapi({ description: 'What it is about.' }),
    priority: z.enum(jobPriorities).openapi({ description: 'The highest that anyone asked for.' }),
    failure_reason: z.enum(jobFailures).optional().openapi({
      description:
        'timeout: not done in its time. cancelled: nobody wants it any longer. unreachable: no supplier credential that could be asked works at present. internal: a fault of the service.',
    }),
    counts: z
      .record(z.string(), z.int())
      .optional()
      .openapi({
        description:
          'What a completed job came to, as far as you may see it; absent for a caller whom visibility policies restrict: asked, answered and unreachable parts of suppliers; offers rebuilt and changed; or products read and characteristics added, changed, in conflict and rejected.',
        example: { asked: 3, answered: 2, unreachable: 1 },
      }),
    supply_chain_changes: z
      .array(supplyChainChangeSchema)
      .optional()
      .openapi({ description: 'What a rebuilt supply chain changed: the first hundred changes.' }),
    characteristic_changes: z.array(characteristicChangeSchema).optional().openapi({
      description:
        'What a refresh of characteristics found: the first hundred that are new, have another value, or about which sources contradict one another.',
    }),
    language_model: z
      .enum(['off', 'nothing_to_ask', 'asked', 'over_budget', 'no_time', ...modelFaults])
      .optional()
      .openapi({
        description:
          'What became of asking a language model about characteristics that no source states; whatever it is, what the rules have read is kept.',
      }),
  })
  .openapi('EnrichmentJob', {
    example: {
      id: 'job_3b5n6t7h2k9m4q1x8v0c',
      type: 'refresh_observation',
      status: 'started',
      progress: 0.5,
      created_at: '2026-03-01T11:42:00.000Z',
      started_at: '2026-03-01T11:42:00.100Z',
      target: { offer_id: 'ofr_3b5n6t7h2k9m4q1x8v0c' },
      priority: 'high',
    },
  });

/** A page of jobs. */
export const enrichmentJobPageSchema = z
  .object({
    items: z.array(enrichmentJobSchema),
    next_cursor: z.object({ token: z.string() }).optional().openapi({ description: 'Absent on the last page.' }),
  })
  .openapi('EnrichmentJobPage');
