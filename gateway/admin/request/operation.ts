import { z } from '@hono/zod-openapi';
import type { AdminScope } from '../../../domain/callers/caller.ts';
import { operationsOf } from '../../http/operations-of.ts';
import type { Page } from '../../request/paging.ts';

const changingMethods: ReadonlySet<string> = new Set(['put', 'patch', 'delete']);

/** Makes the operations of one resource of operators. Each says which right it needs. */
export const adminOperationsOf = <Cases>(resource: string) =>
  operationsOf<Cases, { readonly scope: Exclude<AdminScope, 'admin'> }>({
    service: 'admin',
    scope: 'admin',
    contract: `admin.v1.${resource}`,
    tag: 'Admin',
    conditional: changingMethods,
  });

/** Where a list goes on. */
export const nextCursorSchema = z.string().optional().openapi({ description: 'Absent on the last page.' });

/** A page of a list of the admin API, which the document calls `name`. */
export const pageSchema = <Item extends z.ZodType>(item: Item, name: string) =>
  z.object({ items: z.array(item), next_cursor: nextCursorSchema }).openapi(name);

/** Such a page as JSON has it. */
export const pageJson =
  <Item>(json: (item: Item) => object) =>
  ({ items, nextCursor }: Page<Item>): object => ({ items: items.map(json), next_cursor: nextCursor });
