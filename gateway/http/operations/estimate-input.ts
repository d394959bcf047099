import type { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type FieldViolation, invalidArguments } from '../../../domain/errors.ts';
import type { BuildEstimateRequest } from '../../../proto/gen/svc/public/v1/estimate.ts';
import type { RequestedEstimate } from '../../estimates/use-cases.ts';
import { parseJson } from '../parse-json.ts';
import { type FormReader, isForm, type ReadForm } from '../read-form.ts';
import type { ReadJson } from '../read-json.ts';
import { buildEstimateRequestSchema, formFieldKinds } from '../schemas/estimate-request.ts';
import { validate } from '../validate.ts';

/** Reads the request for an estimate from JSON or from a form. */

type Body = z.output<typeof buildEstimateRequestSchema>;

const lineOf = (line: NonNullable<Body['lines']>[number]): BuildEstimateRequest['lines'][number] => ({
  rawText: line.raw_text ?? '',
  quantity: line.quantity ?? 0,
  unit: line.unit ?? '',
  expectedPrice: line.expected_price ?? 0,
  mpn: line.mpn ?? '',
  manufacturer: line.manufacturer ?? '',
  interchangeableGroup: line.interchangeable_group ?? '',
});

const tableMapOf = ({ sheet = '', header_row = 0, first_row = 0, columns = {} }: NonNullable<Body['table_map']>) => ({
  sheet,
  headerRow: header_row,
  firstRow: first_row,
  columns,
});

const requestOf = (body: Body): BuildEstimateRequest => ({
  sourceFormat: body.source_format ?? '',
  lines: body.lines?.map(lineOf) ?? [],
  optimizationMode: body.optimization_mode ?? '',
  sourceDocument: Buffer.from(body.source_document ?? '', 'base64'),
  sourceName: body.source_name ?? '',
  deliveryZone: body.delivery_zone ?? '',
  buildQuantity: body.build_quantity ?? 0,
  currency: body.currency ?? '',
  substitutePolicy: body.substitute_policy ?? '',
  attritionPercent: body.attrition_percent ?? 0,
  orderCosts: body.order_costs ?? {},
  tableMap: body.table_map && tableMapOf(body.table_map),
  decimalMark: body.decimal_mark ?? '',
  encoding: body.encoding ?? '',
  delimiter: body.delimiter ?? '',
  lineChoices: body.line_choices?.map((choice) => ({ number: choice.number, canonicalId: choice.canonical_id })) ?? [],
});

type Reading = { readonly value: unknown } | { readonly violation: FieldViolation };

const readField = (name: string, text: string): Reading => {
  const kind = Object.entries(formFieldKinds).find(([known]) => known === name)?.[1];
  const wrong = (description: string): Reading => ({ violation: { field: name.slice(0, 64), description } });
  switch (kind) {
    case undefined:
      return wrong('is not a known field');
    case 'text':
      return { value: text };
    case 'number': {
      const value = text.trim() === '' ? Number.NaN : Number(text);
      return Number.isFinite(value) ? { value } : wrong('must be a number');
    }
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
  const request = requestOf(validate(buildEstimateRequestSchema, values, 'body'));
  return { ...request, sourceDocument: file.bytes, sourceName: request.sourceName || file.name };
};

/** Reads the request, whichever form it has. Throws `Failure` that names what cannot be read. */
export const readEstimateInput = async (
  context: Context,
  readJson: ReadJson,
  readForm: FormReader,
): Promise<RequestedEstimate> => {
  const request = isForm(context)
    ? requestOfForm(await readForm(context))
    : requestOf(validate(buildEstimateRequestSchema, await readJson(context), 'body'));
  return { ...request, idempotencyKey: context.req.header('idempotency-key') };
};
