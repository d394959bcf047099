import { z } from '@hono/zod-openapi';
import type { Page } from '../../request/paging.ts';

/** Where a list goes on. */
export const nextCursorSchema = z.string().optional().openapi({ description: 'Absent on the last page.' });

/** A page of a list of the admin API, which the document calls `name`. */
export const pageSchema = <Item extends z.ZodType>(item: Item, name: string) =>
  z.object({ items: z.array(item), next_cursor: nextCursorSchema }).openapi(name);

/** Such a page as JSON has it. */
export const pageJson =
  <Item>(json: (item: Item) => object) =>
  ({ items, nextCursor }: Page<Item>): object => ({ items: items.map(json), next_cursor: nextCursor });
