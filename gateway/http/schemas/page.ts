import { z } from '@hono/zod-openapi';
import type { Page } from '../../request/paging.ts';
import { cursorAnswer } from './answers.ts';

/** A page of a list of the public API, as JSON has it. */
export const pageJson =
  <Item>(json: (item: Item) => object) =>
  ({ items, nextCursor }: Page<Item>) => ({
    items: items.map(json),
    ...(nextCursor !== undefined && { next_cursor: { token: nextCursor } }),
  });

const cursorSchema = cursorAnswer.schema as z.ZodType<{ readonly token: string }>;

/** What the document says of such a page, which it calls `name`. */
export const pageSchema = <Item extends z.ZodType>(item: Item, name: string) =>
  z
    .object({
      items: z.array(item),
      next_cursor: cursorSchema.optional().openapi({ description: 'Absent on the last page.' }),
    })
    .openapi(name);
