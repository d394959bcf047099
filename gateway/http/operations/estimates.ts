import { type DescField, ScalarType } from '@bufbuild/protobuf';
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type FieldViolation, invalidArguments } from '../../../domain/errors.ts';
import { type BuildEstimateRequest, ExportEstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';
import { cartForms } from '../../estimates/cart-file.ts';
import { exportFormats } from '../../estimates/export-file.ts';
import type { EstimateUseCases, RequestedEstimate } from '../../estimates/use-cases.ts';
import { typedNumber } from '../../request/typed-number.ts';
import { operationsOf } from '../operations-of.ts';
import { parseJson } from '../parse-json.ts';
import { type FormReader, isForm, type ReadForm } from '../read-form.ts';
import type { ReadJson } from '../read-json.ts';
import { eventStreamResponses, fileResponses, responses } from '../responses.ts';
import { deletedEstimateAnswer, estimateAnswer, estimatePageAnswer, estimateSheetAnswer } from '../schemas/answers.ts';
import { idempotencyHeaders } from '../schemas/headers.ts';
import { buildEstimateRequest, estimateChanges, readingCorrections } from '../schemas/requests.ts';
import { validate } from '../validate.ts';
import { idParam, tokenPageQuery } from './parameters.ts';

/** Reads the request for an estimate from JSON or from a form. */

/** How the text of a form becomes the value of a field. */
type FormFieldKind = 'text' | 'number' | 'switch' | 'json';

const kindOf = ({ fieldKind, scalar }: DescField): FormFieldKind => {
  if (fieldKind !== 'scalar') return 'json';
  if (scalar === ScalarType.BOOL) return 'switch';
  return scalar === ScalarType.STRING ? 'text' : 'number';
};

/** What the file of the form is instead of. */
const insteadOfFile = ['lines', 'source_document'];

/** The fields of a form beside its file, by name. */
const formFieldKinds: ReadonlyMap<string, FormFieldKind> = new Map(
  buildEstimateRequest.message.fields
    .filter(({ name }) => !insteadOfFile.includes(name))
    .map((field) => [field.name, kindOf(field)]),
);

/** The request as a form. Numbers are text there, `true` and
 * `false` too, and what else is no text is JSON. */
const estimateFormSchema = z
  .object({
    file: z.string().openapi({ format: 'binary', description: 'The document.' }),
    ...Object.fromEntries([...formFieldKinds.keys()].map((name) => [name, z.string().optional()])),
  })
  .openapi('EstimateForm', {
    description: 'The fields of BuildEstimateRequest beside `file`; objects and lists are JSON.',
  });

type Reading = { readonly value: unknown } | { readonly violation: FieldViolation };

const readField = (name: string, text: string): Reading => {
  const kind = formFieldKinds.get(name);
  const wrong = (description: string): Reading => ({ violation: { field: name.slice(0, 64), description } });
  switch (kind) {
    case undefined:
      return wrong('is not a known field');
    case 'text':
      return { value: text };
    case 'number': {
      const value = typedNumber(text);
      return Number.isFinite(value) ? { value } : wrong('must be a number in decimal digits');
    }
    case 'switch':
      return text === 'true' || text === 'false' ? { value: text === 'true' } : wrong('must be true or false');
    case 'json':
      return { value: parseJson(text, name) };
  }
};

const requestOfForm = ({ fields, file }: ReadForm): BuildEstimateRequest => {
  const values: Record<string, unknown> = {};
  const violations: FieldViolation[] = [];
  if (file === undefined || file.bytes.length === 0)
    violations.push({ field: 'file', description: 'must hold the document' });
  for (const [name, text] of Object.entries(fields)) {
    const reading = readField(name, text);
    if ('violation' in reading) violations.push(reading.violation);
    else values[name] = reading.value;
  }
  if (violations.length > 0 || file === undefined) throw invalidArguments(violations);
  const request = buildEstimateRequest.read(values);
  return { ...request, sourceDocument: file.bytes, sourceName: request.sourceName || file.name };
};

/** Reads the request, whichever form it has. Throws `Failure` that names what cannot be read. */
const readEstimateInput = async (
  context: Context,
  readJson: ReadJson,
  readForm: FormReader,
): Promise<RequestedEstimate> => {
  const request = isForm(context)
    ? requestOfForm(await readForm(context))
    : buildEstimateRequest.read(await readJson(context));
  return { ...request, idempotencyKey: context.req.header('idempotency-key') };
};

const params = z.object({ id: idParam('est_3b5n6t7h2k9m4q1x8v0c') });

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

const watchQuery = z.object({
  until: z
    .enum(['ready'], { error: 'must be ready, or left out' })
    .optional()
    .openapi({ description: '`ready`: end at the first version that is ready. Left out: go on with later versions.' }),
});

const { operation, plain, stream } = operationsOf<EstimateUseCases>({
  service: 'estimate',
  scope: 'estimate',
  contract: 'svc.public.v1.Estimate',
  tag: 'Estimates',
});

/** What callers do with estimates. */
export const estimateOperations = [
  plain(({ buildEstimate }) => buildEstimate, {
    name: 'BuildEstimate',
    at: 'POST /v1/estimates',
    status: 201,
    summary: 'Start an estimate over lines or a document; watch it, or fetch it, for what it comes to',
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
    decode: readEstimateInput,
    encode: estimateAnswer.json,
  }),

  operation(({ listEstimates }) => listEstimates, {
    name: 'ListEstimates',
    at: 'GET /v1/estimates',
    summary: 'List your estimates, newest first, without their lines',
    query: tokenPageQuery,
    answer: estimatePageAnswer.schema,
    answered: 'One page of estimates.',
    decode: ({ query: { limit, cursor } }) => ({ limit, cursor: { token: cursor } }),
    encode: estimatePageAnswer.json,
  }),

  operation(({ getEstimate }) => getEstimate, {
    name: 'GetEstimate',
    at: 'GET /v1/estimates/{id}',
    summary: 'Fetch an estimate',
    params,
    answer: estimateAnswer.schema,
    answered: 'The estimate as it stands.',
    decode: ({ params: { id } }) => ({ estimateId: id }),
    encode: estimateAnswer.json,
  }),

  operation(({ updateEstimate }) => updateEstimate, {
    name: 'UpdateEstimate',
    at: 'PATCH /v1/estimates/{id}',
    summary: 'Change lines of a ready estimate; its document is not read again',
    repeats: 'change',
    params,
    body: estimateChanges,
    answer: estimateAnswer.schema,
    answered: 'The estimate as it begins anew; watch it for the new version.',
    conflicts: true,
    decode: ({ params: { id }, body, idempotencyKey }) => ({ estimateId: id, changes: body, idempotencyKey }),
    encode: estimateAnswer.json,
  }),

  operation(({ cancelEstimate }) => cancelEstimate, {
    name: 'CancelEstimate',
    at: 'POST /v1/estimates/{id}/cancel',
    summary: 'End an estimate that is not ready yet',
    params,
    answer: estimateAnswer.schema,
    answered: 'The estimate as it is then; a ready one stays as it was.',
    decode: ({ params: { id } }) => ({ estimateId: id }),
    encode: estimateAnswer.json,
  }),

  operation(({ deleteEstimate }) => deleteEstimate, {
    name: 'DeleteEstimate',
    at: 'DELETE /v1/estimates/{id}',
    summary: 'Remove an estimate for good',
    params,
    answer: deletedEstimateAnswer.schema,
    answered: 'What was removed.',
    decode: ({ params: { id } }) => ({ estimateId: id }),
    encode: deletedEstimateAnswer.json,
  }),

  plain(({ exportEstimate }) => exportEstimate, {
    name: 'ExportEstimate',
    at: 'GET /v1/estimates/{id}/export',
    summary: 'Download a ready estimate as a file',
    request: { params, query: exportQuery },
    responses: fileResponses('A row for each purchase, and one for each line that is not bought.', [
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]),
    decode: ({ req }) => {
      const { cart_form: cartForm, ...asked } = validate(exportQuery, req.query(), 'query');
      return { estimateId: req.param('id') ?? '', ...asked, cartForm };
    },
    encode: (file) => ExportEstimateResponse.toJSON(file) as object,
    asFile: ({ fileName, contentType, content }) => ({ name: fileName, contentType, content }),
  }),

  operation(({ getEstimateSheet }) => getEstimateSheet, {
    name: 'GetEstimateSheet',
    at: 'GET /v1/estimates/{id}/sheet',
    summary: 'Fetch the sheet that the lines were read from, with what each row was taken for',
    params,
    answer: estimateSheetAnswer.schema,
    answered: 'The sheet from its top; a long one is cut.',
    decode: ({ params: { id } }) => ({ estimateId: id }),
    encode: estimateSheetAnswer.json,
  }),

  operation(({ readEstimateAgain }) => readEstimateAgain, {
    name: 'ReadEstimateAgain',
    at: 'POST /v1/estimates/{id}/read-again',
    status: 201,
    summary: 'Start another estimate over the same document, read in another way',
    repeats: 'estimate',
    params,
    body: readingCorrections,
    answer: estimateAnswer.schema,
    answered: 'The other estimate as it begins.',
    conflicts: true,
    decode: ({ params: { id }, body, idempotencyKey }) => ({ estimateId: id, corrections: body, idempotencyKey }),
    encode: estimateAnswer.json,
  }),

  stream(({ watchEstimate }) => watchEstimate, {
    name: 'WatchEstimate',
    at: 'GET /v1/estimates/{id}/events',
    summary: 'Watch an estimate: its present state, then each change, also of its prices once it is ready',
    request: { params, query: watchQuery },
    responses: eventStreamResponses(
      'Server-sent events; the data of each is the estimate, the id its version. A reader that names it as Last-Event-ID goes on after it.',
      estimateAnswer.schema,
    ),
    resumption: {
      idOf: ({ version }) => String(version),
      isLast: ({ status }, { req }) => status === 'error' || (status === 'ready' && req.query('until') === 'ready'),
    },
    decode: ({ req }) => ({
      estimateId: req.param('id') ?? '',
      untilReady: validate(watchQuery, req.query(), 'query').until === 'ready',
    }),
    encode: estimateAnswer.json,
  }),
];
