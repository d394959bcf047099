import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import type { EnrichmentUseCases } from '../../enrichment/use-cases.ts';
import { operationsOf } from '../operations-of.ts';
import { eventStreamResponses } from '../responses.ts';
import { jobAnswer } from '../schemas/answers.ts';
import { pageJson, pageSchema } from '../schemas/page.ts';
import { enrichmentJobRequest } from '../schemas/requests.ts';
import { idParam, tokenPageQuery } from './parameters.ts';

const endedStatuses: ReadonlySet<string> = new Set(['completed', 'failed']);

const params = z.object({ id: idParam('job_3b5n6t7h2k9m4q1x8v0c') });

const { operation, stream } = operationsOf<EnrichmentUseCases>({
  service: 'enrichment',
  scope: 'enrichment',
  contract: 'svc.public.v1.Enrichment',
  tag: 'Enrichment',
});

/** What callers do with enrichment jobs. */
export const enrichmentOperations = [
  operation(({ requestEnrichment }) => requestEnrichment, {
    name: 'RequestEnrichment',
    at: 'POST /v1/enrichment-jobs',
    status: 201,
    summary: 'Start a job, or join the one that is pending for the same target',
    repeats: 'job',
    body: enrichmentJobRequest,
    answer: jobAnswer.schema,
    answered: 'The job.',
    findsById: true,
    conflicts: true,
    decode: ({ body, idempotencyKey }) => ({ ...body, idempotencyKey }),
    encode: jobAnswer.json,
  }),

  operation(({ listJobs }) => listJobs, {
    name: 'ListJobs',
    at: 'GET /v1/enrichment-jobs',
    operationId: 'listEnrichmentJobs',
    summary: 'List the jobs that you have asked for, newest first',
    query: tokenPageQuery,
    answer: pageSchema(jobAnswer.schema, 'EnrichmentJobPage'),
    answered: 'One page of jobs.',
    decode: ({ query }) => query,
    encode: pageJson(jobAnswer.json),
  }),

  operation(({ getJob }) => getJob, {
    name: 'GetJob',
    at: 'GET /v1/enrichment-jobs/{id}',
    operationId: 'getEnrichmentJob',
    summary: 'Fetch a job',
    params,
    answer: jobAnswer.schema,
    answered: 'The job as it stands.',
    decode: ({ params: { id } }) => ({ jobId: id }),
    encode: jobAnswer.json,
  }),

  operation(({ cancelJob }) => cancelJob, {
    name: 'CancelJob',
    at: 'DELETE /v1/enrichment-jobs/{id}',
    operationId: 'cancelEnrichmentJob',
    summary: 'Want a job no longer; it fails as cancelled once nobody does',
    params,
    answer: jobAnswer.schema,
    answered: 'The job as it is then; one that has ended stays as it was.',
    decode: ({ params: { id } }) => ({ jobId: id }),
    encode: jobAnswer.json,
  }),

  stream(({ watchJob }) => watchJob, {
    name: 'WatchJob',
    at: 'GET /v1/enrichment-jobs/{id}/events',
    operationId: 'watchEnrichmentJob',
    summary: 'Watch a job: its present state, then each change, until it has ended',
    request: { params },
    responses: eventStreamResponses(
      'Server-sent events; the data of each is the job, the id stands for its state. A reader that names it as Last-Event-ID goes on after it.',
      jobAnswer.schema,
    ),
    resumption: {
      idOf: (job) =>
        createHash('sha256')
          .update(JSON.stringify(jobAnswer.json(job)))
          .digest('base64url')
          .slice(0, 16),
      isLast: ({ status }) => endedStatuses.has(status),
    },
    decode: ({ req }) => ({ jobId: req.param('id') ?? '' }),
    encode: jobAnswer.json,
  }),
];
