import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Failure } from '../../../domain/errors.ts';
import { namedRows } from '../../../gateway/import/named-rows.ts';
import { parseAlias, parseProduct } from '../../../gateway/import/parse-row.ts';
import { mutatedBytes } from '../mutations.ts';
import { expectStorable, type FuzzTarget } from '../target.ts';

const csv = [
  'manufacturer,mpn,description,lifecycle\nYageo,RC0603FR-071KL,"Resistor, 1k",active\n"Würth ""E""",742792095,Ferrite,new\n',
  'Hersteller;Artikelnummer\nMurata;GRM188R71H104KA93D\n',
  'alias,manufacturer\nTI,Texas Instruments\n',
];

const ndjson = ['{"manufacturer": "Yageo", "mpn": "RC0603FR-071KL", "tolerance": "1%"}\n{"alias": "TI"}\n'];

/** Files of products and aliases, as CSV (first byte not `{`) and as NDJSON. */
export const imports = (): FuzzTarget => {
  const folder = mkdtempSync(join(tmpdir(), 'offerstream-fuzz-'));
  return {
    inputs: fc.oneof(
      mutatedBytes(csv, [',', ';', '\t', '"', '""', '\n', 'manufacturer', 'mpn', 'alias']),
      mutatedBytes(ndjson, ['{', '}', '"', ':', ',', '\n', 'mpn']),
    ),
    run: async (input) => {
      const file = join(folder, input[0] === 0x7b ? 'rows.ndjson' : 'rows.csv');
      writeFileSync(file, input);
      try {
        for await (const row of namedRows(file)) {
          if (row.kind === 'malformed') continue;
          const product = parseProduct(row.content, 'default');
          const alias = parseAlias(row.content);
          if (product.kind === 'value') expectStorable(product.value);
          if (alias.kind === 'value') expectStorable(alias.value);
        }
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
      }
    },
    close: async () => rmSync(folder, { recursive: true }),
  };
};
