import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseTask } from '../../../actors/estimate/reading/parse-task.ts';
import { exportedHeadings } from '../../../domain/estimate/parse/own-export.ts';
import { exportFile } from '../../../gateway/estimates/export-file.ts';
import { EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';
import { exportedEstimate } from '../../support/exported-estimate.ts';

const csvOf = async (estimate: EstimateResponse): Promise<string> =>
  Buffer.from((await exportFile(estimate, 'csv')).content).toString();

/** Cells of a file in which the wanted ones are not quoted. */
const rowsOf = (csv: string, ...names: readonly string[]) => {
  const [heading = [], ...rows] = csv
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((row) => row.replaceAll(/"[^"]*"/g, 'quoted').split(','));
  return rows.map((row) => names.map((name) => row[heading.indexOf(name)]));
};

it('a CSV file tells below its lines what orders cost besides their goods, and what is paid for each and in all', async () => {
  const rows = rowsOf(await csvOf(exportedEstimate()), 'what', 'seller', 'price', 'currency');
  expect(rows).toEqual([
    ['goods', 'Borealis', '0.53', 'EUR'],
    ['goods', 'Tidewater', '1.46', 'EUR'],
    ['goods', 'Borealis', '8.91', 'EUR'],
    ['goods', 'Tidewater', '314.27', 'EUR'],
    ['not bought', '', '', ''],
    ['order cost', 'Borealis', '12.5', 'EUR'],
    ['Express', 'Borealis', '-1.25', 'EUR'],
    // With a duty of 0.13.
    ['order total', 'Borealis', '20.82', 'EUR'],
    ['order cost', 'Tidewater', '0', 'EUR'],
    ['order total', 'Tidewater', '315.73', 'EUR'],
    ['total', '', '336.55', 'EUR'],
  ]);
});

it('the first columns of a file are those by which it is known again', async () => {
  const [heading = ''] = (await csvOf(exportedEstimate())).replace('\ufeff', '').split('\r\n');
  expect(heading.split(',').slice(0, exportedHeadings.length)).toEqual(exportedHeadings);
});

it('rows of an exported file that a person has changed are lines again', async () => {
  const csv = (await csvOf(exportedEstimate(2))).split('\r\n');
  const copied = [...csv.slice(0, 2), csv[1]?.replace(/,250,/, ',300,'), ...csv.slice(2)].join('\r\n');
  expect(linesOf(copied).map(({ quantity }) => quantity)).toEqual([250, 300, 200]);
});

it('a CSV file without a purchase has no rows below its lines', async () => {
  const nothing = { ...exportedEstimate(), orders: [] };
  expect(rowsOf(await csvOf(nothing), 'what')).toHaveLength(5);
});

/** What is read of a list, without what the words of its rows are. */
const linesOf = (content: string | Uint8Array) => {
  const result = parseTask({ kind: 'document', bytes: Buffer.from(content) });
  if (result.kind === 'failure') throw new Error(result.failure.text);
  return result.source.lines.map(({ row, quantity, parts, references }) => ({
    row,
    quantity: quantity?.toNumber(),
    parts,
    references,
  }));
};

const formats = ['csv', 'xlsx'] as const;

it.each(formats.flatMap((format) => [1, 2, 3, 5].map((count) => [format, count] as const)))(
  'a %s file of %i lines that is posted again is read as the lines that it was exported from',
  async (format, count) => {
    const estimate = exportedEstimate(count);
    const lines = linesOf((await exportFile(estimate, format)).content);
    expect(lines.map(({ quantity, parts }) => [quantity, parts[0]?.partNumber])).toEqual(
      estimate.lines.map(({ quantity, mpn }) => [quantity, mpn]),
    );
  },
);

it.each(formats)(
  'a line that is split over several purchases is one line of a %s file that is posted again',
  async (format) => {
    const estimate = exportedEstimate();
    const [first, ...others] = estimate.lines;
    const twice = EstimateResponse.fromPartial({
      lines: [{ ...first, chosen: [...(first?.chosen ?? []), ...(first?.chosen ?? [])] }],
    });
    const split = { ...estimate, lines: [...twice.lines, ...others] };
    const rows = rowsOf(await csvOf(split), 'line').flat();
    expect(rows.slice(0, 3)).toEqual(['1', '1', '2']);
    expect(linesOf((await exportFile(split, format)).content).map(({ quantity }) => quantity)).toEqual([
      250, 200, 100, 100, 100,
    ]);
  },
);

it('rows below the lines are never read as lines, whatever they say', async () => {
  const money = fc.integer({ min: -10_000, max: 1_000_000 }).map((cents) => String(cents / 100));
  const seller = fc.constantFrom('Digi-Key', 'Mouser', 'LM358DR', 'Quantity', 'Total', '10k');
  const label = fc.oneof(fc.constantFrom('LM358DR', 'Express', '2 % fee', 'R1', 'Handling 10k 0603'), fc.string());
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      money,
      money,
      label,
      seller,
      async (count, cost, added, name, by) => {
        const estimate = exportedEstimate(count);
        const eur = (amount: string) => ({ amount, currency: 'EUR' });
        const orders = estimate.orders.map((order) => ({
          ...order,
          supplierName: by,
          seller: { name: by, kind: 'unknown' },
          orderCost: eur(cost),
          amounts: [{ ruleId: 'r', label: name, amount: eur(added) }],
        }));
        const withOrders = linesOf(await csvOf({ ...estimate, orders }));
        expect(withOrders).toEqual(linesOf(await csvOf({ ...estimate, orders: [] })));
        expect(withOrders).toHaveLength(count);
      },
    ),
    { numRuns: 100 },
  );
});
