import { createHash } from 'node:crypto';
import { createRoute, z } from '@hono/zod-openapi';
import type { EnrichmentJob } from '../../../proto/gen/svc/public/v1/enrichment.ts';
import type { JobName, RequestedEnrichment } from '../../enrichment/use-cases.ts';
import type { Page, PageRequest } from '../../request/paging.ts';
import type { HttpStream } from '../http-stream.ts';
import type { HttpOperation } from '../operation.ts';
import { eventStreamResponses, responses } from '../responses.ts';
import { jobAnswer } from '../schemas/answers.ts';
import { enrichmentJobPageSchema } from '../schemas/enrichment.ts';
import { idempotencyHeaders } from '../schemas/idempotency-key.ts';
import { enrichmentJobRequest } from '../schemas/requests.ts';
import { validate } from '../validate.ts';
import { tokenPageQuery } from './page-query.ts';

const common = { service: 'enrichment', scope: 'enrichment' } as const;
const tags = ['Enrichment'];

const endedStatuses: ReadonlySet<string> = new Set(['completed', 'failed']);

const idParams = z.object({ id: z.string().min(1).max(128).openapi({ example: 'job_3b5n6t7h2k9m4q1x8v0c' }) });

/** `POST /v1/enrichment-jobs`. */
export const requestEnrichmentOperation: HttpOperation<RequestedEnrichment, EnrichmentJob> = {
  ...common,
  name: 'svc.public.v1.Enrichment/RequestEnrichment',
  status: 201,
  route: createRoute({
    method: 'post',
    path: '/v1/enrichment-jobs',
    operationId: 'requestEnrichment',
    summary: 'Start a job, or join the one that is pending for the same target',
    tags,
    request: {
      headers: idempotencyHeaders('job'),
      body: { required: true, content: { 'application/json': { schema: enrichmentJobRequest.schema } } },
    },
    responses: responses('The job.', jobAnswer.schema, {
      status: 201,
      findsById: true,
      readsBody: true,
      conflicts: true,
      isRepeatable: true,
    }),
  }),
  decode: async (context, readJson) => {
    const request = enrichmentJobRequest.read(await readJson(context));
    return { ...request, idempotencyKey: context.req.header('idempotency-key') };
  },
  encode: jobAnswer.json,
};

/** `GET /v1/enrichment-jobs/{id}`. */
export const getJobOperation: HttpOperation<JobName, EnrichmentJob> = {
  ...common,
  name: 'svc.public.v1.Enrichment/GetJob',
  route: createRoute({
    method: 'get',
    path: '/v1/enrichment-jobs/{id}',
    operationId: 'getEnrichmentJob',
    summary: 'Fetch a job',
    tags,
    request: { params: idParams },
    responses: responses('The job as it stands.', jobAnswer.schema, { findsById: true }),
  }),
  decode: ({ req }) => ({ jobId: req.param('id') ?? '' }),
  encode: jobAnswer.json,
};

/** `DELETE /v1/enrichment-jobs/{id}`. */
export const cancelJobOperation: HttpOperation<JobName, EnrichmentJob> = {
  ...common,
  name: 'svc.public.v1.Enrichment/CancelJob',
  route: createRoute({
    method: 'delete',
    path: '/v1/enrichment-jobs/{id}',
    operationId: 'cancelEnrichmentJob',
    summary: 'Want a job no longer; it fails as cancelled once nobody does',
    tags,
    request: { params: idParams },
    responses: responses('The job as it is then; one that has ended stays as it was.', jobAnswer.schema, {
      findsById: true,
    }),
  }),
  decode: ({ req }) => ({ jobId: req.param('id') ?? '' }),
  encode: jobAnswer.json,
};

/** `GET /v1/enrichment-jobs`. */
export const listJobsOperation: HttpOperation<PageRequest, Page<EnrichmentJob>> = {
  ...common,
  name: 'svc.public.v1.Enrichment/ListJobs',
  route: createRoute({
    method: 'get',
    path: '/v1/enrichment-jobs',
    operationId: 'listEnrichmentJobs',
    summary: 'List the jobs that you have asked for, newest first',
    tags,
    request: { query: tokenPageQuery },
    responses: responses('One page of jobs.', enrichmentJobPageSchema),
  }),
  decode: ({ req }) => validate(tokenPageQuery, req.queries(), 'query'),
  encode: ({ items, nextCursor }) => ({
    items: items.map(jobAnswer.json),
    ...(nextCursor !== undefined && { next_cursor: { token: nextCursor } }),
  }),
};

/** `GET /v1/enrichment-jobs/{id}/events`. */
export const watchJobOperation: HttpStream<JobName, EnrichmentJob> = {
  ...common,
  name: 'svc.public.v1.Enrichment/WatchJob',
  route: createRoute({
    method: 'get',
    path: '/v1/enrichment-jobs/{id}/events',
    operationId: 'watchEnrichmentJob',
    summary: 'Watch a job: its present state, then each change, until it has ended',
    tags,
    request: { params: idParams },
    responses: eventStreamResponses(
      'Server-sent events; the data of each is the job, the id stands for its state. A reader that names it as Last-Event-ID goes on after it.',
      jobAnswer.schema,
    ),
  }),
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
};
