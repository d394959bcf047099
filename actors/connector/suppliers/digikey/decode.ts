import { z } from 'zod';
import { readJson, readRows } from '../rows.ts';
import { singlePage } from '../single-page.ts';
import type { Decoded, SupplierResponse } from '../supplier-client.ts';
import { tolerant } from '../tolerant.ts';
import { isUnknownPart } from './answer.ts';
import { partRow3, partRowDraft3 } from './rows-3.ts';
import { rowsOfProduct, variationDraft, variationRow } from './rows-4.ts';

/**
 * Recognises an answer by its shape: a keyword search or the details of one product, of version 4
 * or, for those who kept such answers, of version 3. No price says its currency; an answer that
 * does not echo the locale has no prices.
 */

const locale = z.object({ Currency: tolerant.text }).nullish().catch(undefined);

const echo = {
  SearchLocaleUsed: locale,
  SettingsUsed: z.object({ SearchLocaleUsed: locale }).nullish().catch(undefined),
};

const rows = z.array(z.unknown()).nullish();

const answer = z.union([
  z.object({ ...echo, Product: z.record(z.string(), z.unknown()) }),
  z.object({ ...echo, Products: z.array(z.unknown()), ExactMatches: rows }),
  z.object({ ...echo, Parts: z.array(z.unknown()), ExactParts: rows }),
]);

type Answer = z.infer<typeof answer>;

/** What an answer is about: the exact matches where there are any, otherwise all that was found. */
const productsIn = (read: Answer): readonly unknown[] => {
  if ('Product' in read) return [read.Product];
  const [exact, all] = 'Parts' in read ? [read.ExactParts, read.Parts] : [read.ExactMatches, read.Products];
  return exact?.length ? exact : all;
};

/** Version 3 has one part number a row where version 4 has several packagings. */
const isOfVersion3 = z.object({ DigiKeyPartNumber: z.string() });

/** What an answer holds. */
export const decode = (response: SupplierResponse): Decoded => {
  if (isUnknownPart(response)) return singlePage({ drafts: [], skipped: [] });
  const read = readJson(response.body, answer);
  if (read === undefined) return { kind: 'malformed', reason: 'no products in the answer' };
  const currency = (read.SearchLocaleUsed ?? read.SettingsUsed?.SearchLocaleUsed)?.Currency;
  const products = productsIn(read);
  return isOfVersion3.safeParse(products[0]).success
    ? singlePage(readRows(products, partRow3, (row) => partRowDraft3(row, currency)))
    : singlePage(readRows(products.flatMap(rowsOfProduct), variationRow, (row) => variationDraft(row, currency)));
};
