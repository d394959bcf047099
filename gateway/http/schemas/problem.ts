import { z } from '@hono/zod-openapi';

/** The body of every error: RFC 9457. */
export const problemSchema = z
  .object({
    type: z
      .string()
      .openapi({ description: 'What programs switch on: a path of this service, which says what it means.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().openapi({ description: 'The path that was asked for.' }),
    correlation_id: z.string().openapi({ description: 'Name it when you ask about this answer.' }),
    violations: z
      .array(z.object({ field: z.string(), description: z.string() }))
      .optional()
      .openapi({ description: 'Every field that must change, up to 50.' }),
    violations_left_out: z
      .int()
      .optional()
      .openapi({ description: 'How many more fields must change than `violations` names; absent when it names all.' }),
    retry_after_seconds: z.int().optional(),
  })
  .openapi('Problem', {
    example: {
      type: '/problems/invalid-argument',
      title: 'The request is not acceptable',
      status: 400,
      detail: 'quantity: must be a whole number from 1 to 2147483647',
      instance: '/v1/pricing',
      correlation_id: '2f1c6a5e-8a52-4f0e-9b63-0d5a4f5f3c11',
      violations: [{ field: 'quantity', description: 'must be a whole number from 1 to 2147483647' }],
    },
  });
