import { basename, extname } from 'node:path';
import { parseArgs } from 'node:util';
import type { ImportProgress } from '../../domain/catalog/ports.ts';
import { defaultProfile } from '../../domain/identity/built-in-profiles.ts';
import { seedAliases } from '../../domain/matching/known-aliases.ts';
import { createCatalogStore } from '../../storage/catalog/catalog-store.ts';
import { createImportStore } from '../../storage/catalog/import-store.ts';
import { loadConfig } from '../config/config.ts';
import { type ImportOptions, type ImportResult, importFile } from '../import/import-file.ts';
import { runCommand } from './run-command.ts';
import { recordToolWork, toolAct, withTool } from './with-tool.ts';

/**
 * `npm run import -- FILE`: imports products or manufacturer aliases into the database of
 * DATABASE_URL, else into that of the service that runs on DATA_DIR, else into the embedded one
 * there, started for the time of the import.
 *
 * Progress goes to standard error, the counts to standard output. Exit status: 0 when the file was
 * read to its end, rejected rows or not; 1 otherwise.
 */

const usage = `usage: npx offerstream import FILE [--kind products|aliases] [--profile ID] [--rejects FILE] [--restart] [--json]

  FILE       .csv, .tsv, .txt (with a header), .ndjson or .jsonl
  --kind     what it lists; left out: found out by the names of its columns
  --profile  identity profile of its products; left out: ${defaultProfile.id}
  --rejects  where rejected rows go; left out: FILE's name with .rejects before its ending, in this folder
  --restart  begins again where an earlier import of this file was killed, instead of going on
  --json     prints the counts as JSON
`;

interface Command {
  readonly options: ImportOptions;
  readonly asJson: boolean;
}

const isKind = (text: string | undefined): text is 'products' | 'aliases' | undefined =>
  text === undefined || text === 'products' || text === 'aliases';

const parse = (args: readonly string[]): Command | undefined => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      kind: { type: 'string' },
      profile: { type: 'string', default: defaultProfile.id },
      rejects: { type: 'string' },
      restart: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const [file] = positionals;
  const { kind, profile, restart, json } = values;
  if (file === undefined || positionals.length > 1 || !isKind(kind)) return undefined;
  const rejectsFile = values.rejects ?? rejectsFileFor(file);
  return { options: { file, kind, profileId: profile, rejectsFile, restart }, asJson: json };
};

const rejectsFileFor = (file: string): string => {
  const ending = extname(file);
  return `${basename(file, ending)}.rejects${ending}`;
};

const reporter = () => {
  const startedAt = performance.now();
  let first: number | undefined;
  let reportedAt = 0;
  return ({ rowsRead, rejected }: ImportProgress): void => {
    first ??= rowsRead;
    const now = performance.now();
    if (now - reportedAt < 1_000) return;
    reportedAt = now;
    const perSecond = Math.round(((rowsRead - first) * 1_000) / (now - startedAt));
    process.stderr.write(`${rowsRead} rows read, ${rejected} rejected, ${perSecond} rows/s\n`);
  };
};

const importInto = async (options: ImportOptions): Promise<ImportResult & { readonly rowsPerSecond: number }> => {
  return withTool(loadConfig(), 'import', async ({ sql }) => {
    const catalog = createCatalogStore(sql);
    const act = toolAct('import', 'import');
    const context = { correlationId: act.requestId, traceparent: undefined };
    await seedAliases(catalog, context);
    const startedAt = performance.now();
    const recorded = {
      act,
      target: { kind: 'file', id: basename(options.file) },
      tell: ({ columns: _, ...counts }: ImportResult) => counts,
    };
    const result = await recordToolWork({ sql }, recorded, () =>
      importFile(options, {
        catalog,
        imports: createImportStore(sql),
        context,
        now: () => new Date(),
        onProgress: reporter(),
      }),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    return { ...result, rowsPerSecond: Math.round((result.rowsRead - result.resumedAt) / seconds) };
  });
};

type Summary = Awaited<ReturnType<typeof importInto>>;

/** `taken as manufacturer: Maker`: what each column was taken for, a line for each meaning. */
const columnsInWords = ({ columns, columnsLeftOut }: Summary): readonly string[] => [
  ...[...Map.groupBy(columns, ({ takenFor }) => takenFor)].map(([takenFor, named]) => {
    const names = named.map(({ name }) => JSON.stringify(name)).join(', ');
    return `${takenFor === 'nothing' ? 'not kept' : `taken for ${takenFor}`}: ${names}`;
  }),
  ...(columnsLeftOut > 0 ? [`and ${columnsLeftOut} columns more`] : []),
];

const inWords = (result: Summary, { file, rejectsFile }: ImportOptions): string =>
  [
    `${file}: ${result.rowsRead} rows of ${result.kind} read, ${result.upserted} upserted, ${result.rejected} rejected`,
    ...(result.kind === 'products' ? [`products: ${result.created} created, ${result.updated} updated`] : []),
    ...columnsInWords(result),
    ...(result.resumedAt > 0 ? [`went on after row ${result.resumedAt}`] : []),
    ...(result.rejected > 0 ? [`rejected rows are in ${rejectsFile}`] : []),
    `${result.rowsPerSecond} rows/s`,
    '',
  ].join('\n');

const inJson = (result: Summary, { file, rejectsFile }: ImportOptions): string => {
  const { rowsRead: read, rejectsBytes: _, ...others } = result;
  const rejects = others.rejected > 0 ? rejectsFile : null;
  return `${JSON.stringify({ file, read, ...others, rejects })}\n`;
};

const run = async ({ options, asJson }: Command): Promise<number> => {
  const summary = await importInto(options);
  process.stdout.write((asJson ? inJson : inWords)(summary, options));
  return 0;
};

await runCommand({ name: 'import', usage, parse, run });
