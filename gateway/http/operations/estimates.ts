import { createRoute, z } from '@hono/zod-openapi';
import {
  type CancelEstimateRequest,
  type DeleteEstimateRequest,
  type DeleteEstimateResponse,
  type EstimateResponse,
  type EstimateSheet,
  type ExportEstimateRequest,
  ExportEstimateResponse,
  type GetEstimateRequest,
  type GetEstimateSheetRequest,
  type ListEstimatesRequest,
  type ListEstimatesResponse,
  type WatchEstimateRequest,
} from '../../../proto/gen/svc/public/v1/estimate.ts';
import { cartForms } from '../../estimates/cart-file.ts';
import { exportFormats } from '../../estimates/export-file.ts';
import type { RequestedChange, RequestedEstimate, RequestedReading } from '../../estimates/use-cases.ts';
import type { HttpStream } from '../http-stream.ts';
import type { HttpOperation } from '../operation.ts';
import { eventStreamResponses, fileResponses, responses } from '../responses.ts';
import { deletedEstimateAnswer, estimateAnswer, estimatePageAnswer, estimateSheetAnswer } from '../schemas/answers.ts';
import { estimateFormSchema } from '../schemas/estimate-form.ts';
import { idempotencyHeaders } from '../schemas/idempotency-key.ts';
import { buildEstimateRequest, estimateChanges, readingCorrections } from '../schemas/requests.ts';
import { validate } from '../validate.ts';
import { readEstimateInput } from './estimate-input.ts';
import { tokenPageQuery } from './page-query.ts';

const common = { service: 'estimate', scope: 'estimate' } as const;
const tags = ['Estimates'];

const idParams = z.object({ id: z.string().min(1).max(128).openapi({ example: 'est_3b5n6t7h2k9m4q1x8v0c' }) });

const named = ({ req }: { readonly req: { param(name: string): string | undefined } }) => ({
  estimateId: req.param('id') ?? '',
});

/** `POST /v1/estimates`. */
export const buildEstimateOperation: HttpOperation<RequestedEstimate, EstimateResponse> = {
  ...common,
  name: 'svc.public.v1.Estimate/BuildEstimate',
  status: 201,
  route: createRoute({
    method: 'post',
    path: '/v1/estimates',
    operationId: 'buildEstimate',
    summary: 'Start an estimate over lines or a document; watch it, or fetch it, for what it comes to',
    tags,
    request: {
      headers: idempotencyHeaders('estimate'),
      body: {
        required: true,
        content: {
          'application/json': { schema: buildEstimateRequest.schema },
          'multipart/form-data': { schema: estimateFormSchema },
        },
      },
    },
    responses: responses('The estimate as it begins.', estimateAnswer.schema, {
      status: 201,
      readsBody: true,
      conflicts: true,
      isRepeatable: true,
    }),
  }),
  decode: readEstimateInput,
  encode: estimateAnswer.json,
};

/** `GET /v1/estimates/{id}`. */
export const getEstimateOperation: HttpOperation<GetEstimateRequest, EstimateResponse> = {
  ...common,
  name: 'svc.public.v1.Estimate/GetEstimate',
  route: createRoute({
    method: 'get',
    path: '/v1/estimates/{id}',
    operationId: 'getEstimate',
    summary: 'Fetch an estimate',
    tags,
    request: { params: idParams },
    responses: responses('The estimate as it stands.', estimateAnswer.schema, { findsById: true }),
  }),
  decode: named,
  encode: estimateAnswer.json,
};

/** `PATCH /v1/estimates/{id}`. */
export const updateEstimateOperation: HttpOperation<RequestedChange, EstimateResponse> = {
  ...common,
  name: 'svc.public.v1.Estimate/UpdateEstimate',
  route: createRoute({
    method: 'patch',
    path: '/v1/estimates/{id}',
    operationId: 'updateEstimate',
    summary: 'Change lines of a ready estimate; its document is not read again',
    tags,
    request: {
      params: idParams,
      headers: idempotencyHeaders('change'),
      body: { required: true, content: { 'application/json': { schema: estimateChanges.schema } } },
    },
    responses: responses('The estimate as it begins anew; watch it for the new version.', estimateAnswer.schema, {
      findsById: true,
      readsBody: true,
      conflicts: true,
      isRepeatable: true,
    }),
  }),
  decode: async (context, readJson) => ({
    ...named(context),
    changes: estimateChanges.read(await readJson(context)),
    idempotencyKey: context.req.header('idempotency-key'),
  }),
  encode: estimateAnswer.json,
};

/** `POST /v1/estimates/{id}/cancel`. */
export const cancelEstimateOperation: HttpOperation<CancelEstimateRequest, EstimateResponse> = {
  ...common,
  name: 'svc.public.v1.Estimate/CancelEstimate',
  route: createRoute({
    method: 'post',
    path: '/v1/estimates/{id}/cancel',
    operationId: 'cancelEstimate',
    summary: 'End an estimate that is not ready yet',
    tags,
    request: { params: idParams },
    responses: responses('The estimate as it is then; a ready one stays as it was.', estimateAnswer.schema, {
      findsById: true,
    }),
  }),
  decode: named,
  encode: estimateAnswer.json,
};

/** `DELETE /v1/estimates/{id}`. */
export const deleteEstimateOperation: HttpOperation<DeleteEstimateRequest, DeleteEstimateResponse> = {
  ...common,
  name: 'svc.public.v1.Estimate/DeleteEstimate',
  route: createRoute({
    method: 'delete',
    path: '/v1/estimates/{id}',
    operationId: 'deleteEstimate',
    summary: 'Remove an estimate for good',
    tags,
    request: { params: idParams },
    responses: responses('What was removed.', deletedEstimateAnswer.schema, { findsById: true }),
  }),
  decode: named,
  encode: deletedEstimateAnswer.json,
};

/** `GET /v1/estimates`. */
export const listEstimatesOperation: HttpOperation<ListEstimatesRequest, ListEstimatesResponse> = {
  ...common,
  name: 'svc.public.v1.Estimate/ListEstimates',
  route: createRoute({
    method: 'get',
    path: '/v1/estimates',
    operationId: 'listEstimates',
    summary: 'List your estimates, newest first, without their lines',
    tags,
    request: { query: tokenPageQuery },
    responses: responses('One page of estimates.', estimatePageAnswer.schema),
  }),
  decode: ({ req }) => {
    const { limit, cursor } = validate(tokenPageQuery, req.queries(), 'query');
    return { limit, cursor: { token: cursor } };
  },
  encode: estimatePageAnswer.json,
};

const exportQuery = z.object({
  format: z
    .string()
    .default('csv')
    .openapi({
      enum: [...exportFormats],
      description: 'csv and xlsx have all of it; cart has one order in the form that its seller takes. Left out: csv.',
    }),
  seller: z
    .string()
    .default('')
    .openapi({ description: 'Of cart: the seller of the order. Left out: the one that there is.' }),
  cart_form: z
    .string()
    .default('')
    .openapi({ enum: [...cartForms], description: "Of cart: the form. Left out: by the seller's name." }),
});

/** `GET /v1/estimates/{id}/export`. */
export const exportEstimateOperation: HttpOperation<ExportEstimateRequest, ExportEstimateResponse> = {
  ...common,
  name: 'svc.public.v1.Estimate/ExportEstimate',
  route: createRoute({
    method: 'get',
    path: '/v1/estimates/{id}/export',
    operationId: 'exportEstimate',
    summary: 'Download a ready estimate as a file',
    tags,
    request: { params: idParams, query: exportQuery },
    responses: fileResponses('A row for each purchase, and one for each line that is not bought.', [
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]),
  }),
  decode: (context) => {
    const { cart_form: cartForm, ...asked } = validate(exportQuery, context.req.query(), 'query');
    return { ...named(context), ...asked, cartForm };
  },
  encode: (file) => ExportEstimateResponse.toJSON(file) as object,
  asFile: ({ fileName, contentType, content }) => ({ name: fileName, contentType, content }),
};

/** `GET /v1/estimates/{id}/sheet`. */
export const getEstimateSheetOperation: HttpOperation<GetEstimateSheetRequest, EstimateSheet> = {
  ...common,
  name: 'svc.public.v1.Estimate/GetEstimateSheet',
  route: createRoute({
    method: 'get',
    path: '/v1/estimates/{id}/sheet',
    operationId: 'getEstimateSheet',
    summary: 'Fetch the sheet that the lines were read from, with what each row was taken for',
    tags,
    request: { params: idParams },
    responses: responses('The sheet from its top; a long one is cut.', estimateSheetAnswer.schema, {
      findsById: true,
    }),
  }),
  decode: named,
  encode: estimateSheetAnswer.json,
};

/** `POST /v1/estimates/{id}/read-again`. */
export const readEstimateAgainOperation: HttpOperation<RequestedReading, EstimateResponse> = {
  ...common,
  name: 'svc.public.v1.Estimate/ReadEstimateAgain',
  status: 201,
  route: createRoute({
    method: 'post',
    path: '/v1/estimates/{id}/read-again',
    operationId: 'readEstimateAgain',
    summary: 'Start another estimate over the same document, read in another way',
    tags,
    request: {
      params: idParams,
      headers: idempotencyHeaders('estimate'),
      body: { required: true, content: { 'application/json': { schema: readingCorrections.schema } } },
    },
    responses: responses('The other estimate as it begins.', estimateAnswer.schema, {
      status: 201,
      findsById: true,
      readsBody: true,
      conflicts: true,
      isRepeatable: true,
    }),
  }),
  decode: async (context, readJson) => ({
    ...named(context),
    corrections: readingCorrections.read(await readJson(context)),
    idempotencyKey: context.req.header('idempotency-key'),
  }),
  encode: estimateAnswer.json,
};

const watchQuery = z.object({
  until: z
    .enum(['ready'], { error: 'must be ready, or left out' })
    .optional()
    .openapi({ description: '`ready`: end at the first version that is ready. Left out: go on with later versions.' }),
});

/** `GET /v1/estimates/{id}/events`. */
export const watchEstimateOperation: HttpStream<WatchEstimateRequest, EstimateResponse> = {
  ...common,
  name: 'svc.public.v1.Estimate/WatchEstimate',
  route: createRoute({
    method: 'get',
    path: '/v1/estimates/{id}/events',
    operationId: 'watchEstimate',
    summary: 'Watch an estimate: its present state, then each change, also of its prices once it is ready',
    tags,
    request: { params: idParams, query: watchQuery },
    responses: eventStreamResponses(
      'Server-sent events; the data of each is the estimate, the id its version. A reader that names it as Last-Event-ID goes on after it.',
      estimateAnswer.schema,
    ),
  }),
  resumption: {
    idOf: ({ version }) => String(version),
    isLast: ({ status }, { req }) => status === 'error' || (status === 'ready' && req.query('until') === 'ready'),
  },
  decode: (context) => ({
    ...named(context),
    untilReady: validate(watchQuery, context.req.query(), 'query').until === 'ready',
  }),
  encode: estimateAnswer.json,
};
