import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FileKind, kindOf, namedRows } from '../../../gateway/import/named-rows.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'named-rows-'));
});
afterAll(() => rm(folder, { recursive: true }));

const rowsOf = async (name: string, content: string | Uint8Array, kind?: FileKind) => {
  const file = join(folder, name);
  await writeFile(file, content);
  const rows = [];
  for await (const row of namedRows(file, kind)) {
    rows.push(row.kind === 'row' ? { line: row.line, ...Object.fromEntries(row.content.cells) } : row);
  }
  return rows;
};

describe('rows of a CSV file', () => {
  it.each([',', ';', '\t'])('are read whichever of the delimiters %j is used', async (delimiter) => {
    const text = [
      ['mpn', 'maker', 'note'],
      ['A1', 'Acme', '"x,y;z\t"'],
    ]
      .map((cells) => cells.join(delimiter))
      .join('\r\n');
    expect(await rowsOf('d.csv', text)).toEqual([{ line: 2, mpn: 'A1', maker: 'Acme', note: 'x,y;z\t' }]);
  });

  it('carry the line on which they begin, across blank lines and cells of several lines', async () => {
    const text = '\uFEFFmpn,maker\n\nA1,Acme\n"A\n2",Acme\n   \nA3,"Ac ""me"""\nA4,Ac"me\n';
    expect(await rowsOf('l.csv', text)).toEqual([
      { line: 3, mpn: 'A1', maker: 'Acme' },
      { line: 4, mpn: 'A\n2', maker: 'Acme' },
      { line: 7, mpn: 'A3', maker: 'Ac "me"' },
      { line: 8, mpn: 'A4', maker: 'Ac"me' },
    ]);
  });

  it('that have other columns than the header are malformed, one by one', async () => {
    expect(await rowsOf('c.csv', 'mpn,maker\nA1\nA2,Acme\nA3,Acme,x\n')).toEqual([
      { kind: 'malformed', line: 2, raw: 'A1', reason: 'has 1 columns where the header has 2' },
      { line: 3, mpn: 'A2', maker: 'Acme' },
      { kind: 'malformed', line: 4, raw: 'A3,Acme,x', reason: 'has 3 columns where the header has 2' },
    ]);
  });

  it('after a quote that is never closed are read all the same', async () => {
    const good = Array.from({ length: 5_000 }, (_, at) => `G${at},Acme`).join('\n');
    const rows = await rowsOf('q.csv', `mpn,maker\n${good}\nBAD,"Acme\nA1,Acme\nA2,Acme`);
    expect(rows).toHaveLength(5_003);
    expect(rows.slice(-3)).toEqual([
      expect.objectContaining({ kind: 'malformed', line: 5_002, raw: 'BAD,"Acme' }),
      { line: 5_003, mpn: 'A1', maker: 'Acme' },
      { line: 5_004, mpn: 'A2', maker: 'Acme' },
    ]);
  });

  it('are refused as a whole when the header lacks a column that every row needs', async () => {
    await expect(rowsOf('h.csv', 'foo,maker\n1,2\n')).rejects.toThrow(/^mpn: the header has no such column/);
    await expect(rowsOf('h.csv', 'mpn,maker\n1,2\n', 'aliases')).rejects.toThrow(/^alias: /);
  });
});

describe('rows of an NDJSON file', () => {
  it('are its objects with values as texts, and other lines are malformed', async () => {
    const text = [
      '{"mpn":"A1","maker":"Acme","weight":1.5,"rohs":true,"none":null,"tags":["a"],"characteristics":{"color":"red"}}',
      '',
      'not json',
      '[1]',
      '{"mpn":"A2"}',
    ].join('\r\n');
    expect(await rowsOf('n.ndjson', text)).toEqual([
      { line: 1, mpn: 'A1', maker: 'Acme', weight: '1.5', rohs: 'true', tags: '["a"]', color: 'red' },
      expect.objectContaining({ kind: 'malformed', line: 3, raw: 'not json' }),
      { kind: 'malformed', line: 4, raw: '[1]', reason: 'is not a JSON object' },
      { line: 5, mpn: 'A2' },
    ]);
  });
});

describe('the kind of a file', () => {
  it('is found out by the names of its columns', async () => {
    await writeFile(join(folder, 'k.csv'), 'alias,manufacturer\nTI,Texas Instruments\n');
    await writeFile(join(folder, 'k.jsonl'), '{"mpn":"1","manufacturer":"x","alias":"y"}\n');
    expect(await kindOf(join(folder, 'k.csv'))).toBe('aliases');
    expect(await kindOf(join(folder, 'k.jsonl'))).toBe('products');
  });

  it('cannot be told of a file with an unknown ending', async () => {
    await expect(kindOf(join(folder, 'k.xlsx'))).rejects.toThrow('file: must end in .csv');
  });
});
