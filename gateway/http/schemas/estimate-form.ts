import { type DescField, ScalarType } from '@bufbuild/protobuf';
import { z } from '@hono/zod-openapi';
import { buildEstimateRequest } from './requests.ts';

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
export const formFieldKinds: ReadonlyMap<string, FormFieldKind> = new Map(
  buildEstimateRequest.message.fields
    .filter(({ name }) => !insteadOfFile.includes(name))
    .map((field) => [field.name, kindOf(field)]),
);

/** The request as a form. Numbers are text there, `true` and
 * `false` too, and what else is no text is JSON. */
export const estimateFormSchema = z
  .object({
    file: z.string().openapi({ format: 'binary', description: 'The document.' }),
    ...Object.fromEntries([...formFieldKinds.keys()].map((name) => [name, z.string().optional()])),
  })
  .openapi('EstimateForm', {
    description: 'The fields of BuildEstimateRequest beside `file`; objects and lists are JSON.',
  });
