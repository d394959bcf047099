import { z } from '@hono/zod-openapi';
import { roles } from '../../../domain/estimate/parse/roles.ts';
import { optimizationModes, substitutePolicies } from '../../../domain/estimate/request.ts';

/**
 * What an estimate is asked for with; field names are the contract's, and no others are accepted.
 */

const text = (description: string) => z.string({ error: 'must be text' }).optional().openapi({ description });

const number = (description: string) =>
  z.number({ error: 'must be a number' }).optional().openapi({ type: 'number', description });

const wholeNumber = (description: string) =>
  z.int32({ error: 'must be a whole number' }).optional().openapi({ type: 'integer', format: 'int32', description });

const lineSchema = z
  .strictObject({
    raw_text: text('The line as somebody wrote it: `10x LM358 SOIC-8`.'),
    quantity: number('How many; left out: what the text says.'),
    unit: text('Left out: pieces, or what the text says.'),
    expected_price: number('The price of one that is expected.'),
    mpn: text("The maker's part number, where it is known."),
    manufacturer: text('The maker, where it is known.'),
    interchangeable_group: text('Lines of one group are to come from one maker in the mode single_manufacturer.'),
  })
  .openapi('EstimateLineInput');

/** Where the table of a document is, and what its columns mean. */
export const tableMapSchema = z
  .strictObject({
    sheet: text('The name of the sheet; empty for formats without sheets.'),
    header_row: wholeNumber('The row of the heading, from 1; 0 or left out: there is none.'),
    first_row: wholeNumber('The first row that may hold a line; 0 or left out: the one below the heading.'),
    columns: z
      .record(z.string().regex(/^\d{1,5}$/, { error: 'must be the number of a column, from 0' }), z.string(), {
        error: 'must be an object of texts',
      })
      .optional()
      .openapi({
        description: `Column, from 0, to its meaning: ${roles.join(', ')}.`,
        example: { 0: 'reference', 2: 'quantity', 4: 'part_number' },
      }),
  })
  .openapi('TableMap');

const choiceSchema = z
  .strictObject({
    number: z.int32({ error: 'must be a whole number' }).openapi({ description: 'The number of the line.' }),
    canonical_id: z.string({ error: 'must be given, as text' }),
  })
  .openapi('LineProductChoice');

const base64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

const settings = {
  source_format: text('xlsx, csv, text or json; left out: told from the document.'),
  optimization_mode: text(`One of ${optimizationModes.join(', ')}; left out: min_price.`),
  source_name: text('The name of the document, for messages.'),
  delivery_zone: text("Where it is delivered; left out: the customer's zone."),
  build_quantity: wholeNumber('How many times the list is built; 0 or left out: once.'),
  currency: text("ISO 4217; left out: the customer's, else the one that most of the offers are priced in."),
  substitute_policy: text(`One of ${substitutePolicies.join(', ')}; left out: never.`),
  attrition_percent: number('Percent of pieces to buy on top for what is lost in assembly, 0 to 100.'),
  order_costs: z
    .record(z.string(), z.string({ error: 'must be decimal text' }), { error: 'must be an object of texts' })
    .optional()
    .openapi({
      description: 'What an order costs at a supplier besides its goods, in the currency of the estimate.',
      example: { borealis: '12.50' },
    }),
  table_map: tableMapSchema.optional().openapi({
    description: 'How the document is to be read: `detected.table_map` of an earlier estimate, corrected.',
  }),
  decimal_mark: text('"." or ","; left out: detected.'),
  encoding: text('The character set of a text; left out: detected.'),
  delimiter: text('What separates the cells of a text, one character or "fixed"; left out: detected.'),
  line_choices: z.array(choiceSchema, { error: 'must be a list' }).optional().openapi({
    description: 'Products that a person has chosen for lines.',
  }),
};

/** The request as JSON. */
export const buildEstimateRequestSchema = z
  .strictObject({
    lines: z
      .array(lineSchema, { error: 'must be a list' })
      .optional()
      .openapi({ description: 'The lines, instead of a document.' }),
    source_document: z
      .string({ error: 'must be text' })
      .regex(base64, { error: 'must be base64' })
      .optional()
      .openapi({ format: 'byte', description: 'The document, instead of lines.' }),
    ...settings,
  })
  .openapi('BuildEstimateRequest', {
    example: {
      lines: [{ raw_text: '10x LM358DR SOIC-8' }, { mpn: 'GRM188R71H104KA93D', quantity: 250 }],
      optimization_mode: 'min_price',
    },
  });

/** The request as a form. Numbers are text there, and what is no text is JSON. */
export const estimateFormSchema = z
  .object({
    file: z.string().openapi({ format: 'binary', description: 'The document.' }),
    ...Object.fromEntries(Object.keys(settings).map((name) => [name, z.string().optional()])),
  })
  .openapi('EstimateForm', {
    description: 'The fields of BuildEstimateRequest beside `file`; objects and lists are JSON.',
  });

/** How the texts of a form become the fields of the request. */
export const formFieldKinds: Readonly<Record<keyof typeof settings, 'text' | 'number' | 'json'>> = {
  source_format: 'text',
  optimization_mode: 'text',
  source_name: 'text',
  delivery_zone: 'text',
  build_quantity: 'number',
  currency: 'text',
  substitute_policy: 'text',
  attrition_percent: 'number',
  order_costs: 'json',
  table_map: 'json',
  decimal_mark: 'text',
  encoding: 'text',
  delimiter: 'text',
  line_choices: 'json',
};
