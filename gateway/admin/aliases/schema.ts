import { z } from '@hono/zod-openapi';
import { requiredText } from '../request/text.ts';

/** Most rows that one request adds. */
const maxRows = 500;

const alias = requiredText(200, 'A spelling of the manufacturer.', 'TI');
const manufacturer = requiredText(200, 'The manufacturer, in any spelling of its own.', 'Texas Instruments');

/** Spellings to be added. */
export const addAliasesSchema = z
  .strictObject({
    aliases: z
      .array(z.strictObject({ alias, manufacturer }), { error: 'must be a list' })
      .min(1, { error: `must have 1 to ${maxRows} rows` })
      .max(maxRows, { error: `must have 1 to ${maxRows} rows` }),
  })
  .openapi('AddManufacturerAliases');

/** The manufacturer that a spelling is to name. */
export const moveAliasSchema = z.strictObject({ manufacturer }).openapi('MoveManufacturerAlias');

/** A spelling after it was changed. */
export const changedAliasSchema = z
  .object({
    alias: z.string(),
    manufacturer: z.string().optional().openapi({ description: 'Absent when it stands for itself.' }),
  })
  .openapi('ChangedManufacturerAlias');

/** A spelling in a path. */
export const aliasParams = z.object({ alias: z.string().openapi({ example: 'TexInst' }) });

/** What became of each row, in the order given. */
export const addedAliasesSchema = z
  .object({
    aliases: z.array(
      z.object({
        alias: z.string(),
        manufacturer: z.string(),
        conflicts_with: z
          .string()
          .optional()
          .openapi({ description: 'The manufacturer that the spelling names already, and goes on to name.' }),
      }),
    ),
  })
  .openapi('AddedManufacturerAliases');

/** A page of the alias table. */
export const aliasesSchema = z
  .object({
    items: z.array(
      z.object({
        alias: z.string(),
        manufacturer: z.string(),
        source: z.string().openapi({ description: 'Where the row comes from.', example: 'built in' }),
      }),
    ),
    next_cursor: z.string().optional().openapi({ description: 'Absent on the last page.' }),
  })
  .openapi('ManufacturerAliases');
