import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BoughtLine, buyLists, type Outcome } from './bought-lists.scenario.ts';

/** Where lists are that others have made; another folder of that form is named by `BOM_LISTS`. */
const folder = resolve(process.env.BOM_LISTS ?? resolve(import.meta.dirname, '../../../shared/data/bom'));
const atMost = Number(process.env.BOM_FILES ?? Number.MAX_SAFE_INTEGER);

let outcome: Outcome;

const linesWhere = (isMeant: (line: BoughtLine) => boolean): readonly string[] =>
  outcome.lists.flatMap(({ file, lines }) =>
    lines.filter(isMeant).map(({ mpn, unresolved_reason: reason }) => `${file}: ${mpn} ${reason}`),
  );

const isBought = ({ chosen = [] }: BoughtLine): boolean => chosen.length > 0;

const print = ({ lists, suppliers, tookMs }: Outcome): void => {
  const lines = lists.flatMap((list) => list.lines);
  const least = Math.max(...suppliers.map(({ minMs }) => minMs));
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const told = [
    `${lists.length} lists, ${lines.length} lines: ${lines.filter(isBought).length} bought`,
    ...suppliers.map((each) => JSON.stringify(each)),
    `${seconds(tookMs)} s from upload to the last answer; ${seconds(least)} s is the least, ${(tookMs / least).toFixed(2)} times`,
    JSON.stringify(
      Object.fromEntries([...Map.groupBy(lines, (line) => line.unresolved_reason)].map(([k, v]) => [k, v.length])),
    ),
  ];
  process.stdout.write(`${told.join('\n')}\n`);
};

describe.skipIf(!existsSync(folder))('lists that others have made, at six suppliers and from no product', () => {
  beforeAll(async () => {
    outcome = await buyLists(folder, atMost);
    print(outcome);
  }, 1_800_000);

  it('finds every part that any supplier carries, or shows it where the line names no maker', () => {
    const isShown = ({ manufacturer = '', candidates = [] }: BoughtLine) =>
      manufacturer === '' && candidates.length === 1;
    const isFound = (line: BoughtLine) => (line.canonical_id ?? '') !== '' || isShown(line);
    expect(linesWhere((line) => !isFound(line) && outcome.carries(line))).toEqual([]);
  });

  it('buys every part of which a supplier sells as many', () => {
    const isSold = ({ mpn = '', pieces = 0 }: BoughtLine) => mpn !== '' && pieces > 0 && outcome.sells(mpn, pieces);
    expect(linesWhere((line) => !isBought(line) && isSold(line))).toEqual([]);
  });

  it('asks every supplier for each part once, within its budget by its own count', () => {
    for (const { id, calls, enough, busiest, perMinute } of outcome.suppliers) {
      expect(calls, id).toBeLessThanOrEqual(enough);
      expect(busiest, id).toBeLessThanOrEqual(perMinute);
    }
  });

  it('is done in 1.3 times the least time that the budgets allow', () => {
    const least = Math.max(...outcome.suppliers.map(({ minMs }) => minMs));
    expect(outcome.tookMs / least).toBeLessThanOrEqual(1.3);
  });
});
