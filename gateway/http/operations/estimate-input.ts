import type { Context } from 'hono';
import { type FieldViolation, invalidArguments } from '../../../domain/errors.ts';
import type { BuildEstimateRequest } from '../../../proto/gen/svc/public/v1/estimate.ts';
import type { RequestedEstimate } from '../../estimates/use-cases.ts';
import { typedNumber } from '../../request/typed-number.ts';
import { parseJson } from '../parse-json.ts';
import { type FormReader, isForm, type ReadForm } from '../read-form.ts';
import type { ReadJson } from '../read-json.ts';
import { formFieldKinds } from '../schemas/estimate-form.ts';
import { buildEstimateRequest } from '../schemas/requests.ts';

/** Reads the request for an estimate from JSON or from a form. */

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
export const readEstimateInput = async (
  context: Context,
  readJson: ReadJson,
  readForm: FormReader,
): Promise<RequestedEstimate> => {
  const request = isForm(context)
    ? requestOfForm(await readForm(context))
    : buildEstimateRequest.read(await readJson(context));
  return { ...request, idempotencyKey: context.req.header('idempotency-key') };
};
