/**
 * `npm run bench:demo-range -- DIR... [--part development|held-back]`: how many lines of the bills
 * of materials in these folders name a part that one of the demo's suppliers sells: the bulk
 * supplier of what is known from the start (`--products`), the others of everything. A line counts
 * when it names a number; it is found when one of its numbers is such a part's, separators and
 * capitals aside. Folders and parts are those of `bench:bom`. Lists also number what nobody sells,
 * such as designators in the wrong column, so that not every line can be found.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readDocument } from '../actors/estimate/reading/read-document.ts';
import { parseLines } from '../domain/estimate/parse/parse-lines.ts';
import { askedLine } from '../domain/estimate/resolve/asked-line.ts';
import { isSoldBy } from '../ops/demo/assortment.ts';
import { demoCatalogue, manufacturersProgrammes } from '../ops/demo/catalogue/catalogue.ts';
import { joined } from '../ops/demo/catalogue/combine.ts';
import { positionsByNumber } from '../ops/demo/number-index.ts';
import { borealis, cobalt, meridian, tidewater } from '../ops/demo/supplier-profile.ts';
import { bomIndex } from './bom/compare.ts';
import { isInPart, parts } from './bom/split.ts';

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { part: { type: 'string', default: 'all' }, products: { type: 'string', default: '20000' } },
});
if (folders.length === 0) throw new Error('usage: npm run bench:demo-range -- DIR... [--part PART]');
const part = z.enum(parts).parse(values.part);

const seed = '1';
const fromTheStart = demoCatalogue(seed, z.coerce.number().parse(values.products));
const everything = joined(demoCatalogue(seed, Number.MAX_SAFE_INTEGER), manufacturersProgrammes(seed));
const markets = [
  { products: fromTheStart, sellers: [borealis] },
  { products: everything, sellers: [meridian, cobalt, tidewater] },
].map(({ products, sellers }) => ({ products, isSold: sellers.map((profile) => isSoldBy(profile, seed)) }));

const isFound = (number: string): boolean =>
  markets.some(({ products, isSold }) =>
    positionsByNumber(products, number).some((position) => isSold.some((sold) => sold(products.nameAt(position)))),
  );

/** The numbers of each line of a document that names one. */
const numbersOf = async (path: string): Promise<readonly (readonly string[])[]> => {
  const read = readDocument(await readFile(path));
  if (read.kind === 'failure') return [];
  return parseLines(read.document).lines.flatMap((line) => {
    const { numbers, inValue } = askedLine(line);
    const all = [...numbers, ...(inValue === undefined ? [] : [inValue])].map(({ number }) => number);
    return all.length === 0 ? [] : [all];
  });
};

const sums = { lines: 0, found: 0 };
for (const folder of folders) {
  const { files } = bomIndex.parse(JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')));
  for (const { file } of files.filter(({ repo, file }) => isInPart(repo ?? file, part))) {
    const lines = await numbersOf(join(folder, file));
    sums.lines += lines.length;
    sums.found += lines.filter((numbers) => numbers.some(isFound)).length;
  }
}
const share = ((100 * sums.found) / Math.max(1, sums.lines)).toFixed(1);
process.stdout.write(
  `${fromTheStart.size} demo parts from the start; ${part}: ${sums.found} of ${sums.lines} numbered lines found (${share} %)\n`,
);
