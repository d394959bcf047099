/**
 * Importing a file of products or manufacturer aliases.
 *
 * The file streams through: rows are read, parsed and written a batch at a time, and the parser
 * reads on while a batch is written. A row that cannot be taken goes to the rejects file with its
 * line and the reason, and the rest goes on. After each batch the counts and the length of the
 * rejects file are stored under the digest of the file, so an import that was killed goes on after
 * its last whole batch; a batch that was written and not counted is written again, which changes
 * nothing.
 *
 * Database or disk failing: the import ends with the error and may be started again.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { mpnKey } from '../../domain/catalog/identity.ts';
import type { CatalogStore, ImportKey, ImportProgress, ImportStore } from '../../domain/catalog/ports.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { type Role, roleOf } from './columns.ts';
import { csvLine } from './csv-cells.ts';
import { type FileFormat, type FileKind, formatOf, kindOf, namedRows } from './named-rows.ts';
import { type ParsedRow, parseAlias, parseProduct } from './parse-row.ts';
import type { NamedRow, SourceRow } from './source-row.ts';

/** A row that was not taken. */
interface Reject {
  readonly line: number;
  readonly reason: string;
  /** The row, or the text of a line that is no row. */
  readonly row: NamedRow | string;
}

/**
 * The file that rejected rows go to, each with its line and the reason; made at the first of them.
 */
interface RejectsFile {
  /** Writes the rows; resolves with the length of the file in bytes. */
  append(rejects: readonly Reject[]): Promise<number>;
}

const names = (row: NamedRow | string): readonly string[] =>
  typeof row === 'string' ? ['row'] : row.cells.map(([name]) => name);

const values = (row: NamedRow | string): readonly string[] =>
  typeof row === 'string' ? [row] : row.cells.map(([, value]) => value);

const asCsv = ({ line, reason, row }: Reject): string => `${csvLine([line, reason, ...values(row)])}\n`;

const asJson = ({ line, reason, row }: Reject): string =>
  `${JSON.stringify({ line, reason, row: typeof row === 'string' ? row : Object.fromEntries(row.cells) })}\n`;

/**
 * Opens the file at a length that an earlier run is known to have reached: what it wrote beyond is
 * dropped, because the rows that it belongs to will be read again. Length 0 removes what is there.
 */
const openRejectsFile = async (path: string, format: FileFormat, length: number): Promise<RejectsFile> => {
  if (length === 0) await rm(path, { force: true });
  let written = length;
  return {
    append: async (rejects) => {
      const [first] = rejects;
      if (first === undefined) return written;
      const header = format === 'csv' && written === 0 ? `${csvLine(['line', 'reason', ...names(first.row)])}\n` : '';
      const text = header + rejects.map(format === 'csv' ? asCsv : asJson).join('');
      const handle = await open(path, written === 0 ? 'w' : 'r+');
      try {
        await handle.truncate(written);
        const { bytesWritten } = await handle.write(text, written);
        written += bytesWritten;
      } finally {
        await handle.close();
      }
      return written;
    },
  };
};

/**
 * What the columns of a file were taken for, so that a name that was not understood is not taken
 * for something else in silence.
 */
interface ColumnMeaning {
  /** As the file has it, or its beginning. */
  readonly name: string;
  /** `nothing`: what it holds is not kept. */
  readonly takenFor: Role | 'characteristic' | 'nothing';
}

/** How many columns are told of, and how much of a name, in characters. */
const maxColumns = 100;
const maxNameLength = 100;
/** How many others are counted. */
const maxOthers = 10_000;

const keptRoles: Readonly<Record<FileKind, readonly Role[]>> = {
  products: ['manufacturer', 'mpn', 'description', 'lifecycle', 'replacedBy'],
  aliases: ['alias', 'manufacturer'],
};

const meaningOf = (name: string, kind: FileKind): ColumnMeaning['takenFor'] => {
  const role = roleOf(name);
  if (role === undefined) return kind === 'products' ? 'characteristic' : 'nothing';
  return keptRoles[kind].includes(role) ? role : 'nothing';
};

/** Notes the columns of the rows of a file. */
const createColumnNotes = (kind: FileKind) => {
  const meanings = new Map<string, ColumnMeaning>();
  const others = new Set<string>();
  return {
    note: ({ cells }: NamedRow): void => {
      for (const [name] of cells) {
        if (meanings.has(name) || others.has(name)) continue;
        if (meanings.size < maxColumns) {
          const told = name.slice(0, maxNameLength).toWellFormed();
          meanings.set(name, { name: told, takenFor: meaningOf(name, kind) });
        } else if (others.size < maxOthers) others.add(name);
      }
    },
    told: (): { readonly columns: readonly ColumnMeaning[]; readonly columnsLeftOut: number } => ({
      columns: [...meanings.values()],
      columnsLeftOut: others.size,
    }),
  };
};

/** What to import and how. */
export interface ImportOptions {
  readonly file: string;
  /** Left out: by the names of the columns. */
  readonly kind: FileKind | undefined;
  readonly profileId: string;
  readonly rejectsFile: string;
  /** Begins again where an earlier import of the file was killed. */
  readonly restart: boolean;
}

/** What an import needs from outside. */
export interface ImportDependencies {
  readonly catalog: Pick<CatalogStore, 'upsert' | 'addAliases'>;
  readonly imports: ImportStore;
  readonly context: WriteContext;
  readonly now: () => Date;
  /** Told after each batch. */
  readonly onProgress: (progress: ImportProgress) => void;
}

/** The end of an import: `rowsRead` is `upserted + rejected`. */
export interface ImportResult extends ImportProgress {
  readonly kind: FileKind;
  /** Rows that an earlier run of this import had done. */
  readonly resumedAt: number;
  /** The columns of the rows that this run has read. */
  readonly columns: readonly ColumnMeaning[];
  /** How many columns there are besides; 10,000 means that or more. */
  readonly columnsLeftOut: number;
}

/**
 * Rows written at a time: large enough that the statements' own cost does not count, small enough
 * to lose little.
 */
const batchRows = 4_000;
/**
 * Parts of a batch that are written at once; rows of one part number are always in one part, so
 * their order holds.
 */
const partsAtOnce = 2;

const nothingYet: ImportProgress = { rowsRead: 0, upserted: 0, rejected: 0, created: 0, updated: 0, rejectsBytes: 0 };

/** Imports the file. Throws `invalid_argument` when its name or header cannot be understood. */
export const importFile = async (options: ImportOptions, deps: ImportDependencies): Promise<ImportResult> => {
  const { file, profileId, restart } = options;
  const format = formatOf(file);
  const kind = options.kind ?? (await kindOf(file));
  const key: ImportKey = { digest: await digestOf(file), kind, profileId };
  const done = (restart ? undefined : await deps.imports.unfinished(key)) ?? nothingYet;
  const rejects = await openRejectsFile(options.rejectsFile, format, done.rejectsBytes);
  const columns = createColumnNotes(kind);
  let progress = done;
  for await (const batch of batchesAfter(namedRows(file, kind), done.rowsRead)) {
    for (const row of batch) if (row.kind === 'row') columns.note(row.content);
    const outcome = await (kind === 'products' ? writeProducts(batch, profileId, deps) : writeAliases(batch, deps));
    progress = {
      rowsRead: progress.rowsRead + batch.length,
      upserted: progress.upserted + batch.length - outcome.rejects.length,
      rejected: progress.rejected + outcome.rejects.length,
      created: progress.created + outcome.created,
      updated: progress.updated + outcome.updated,
      rejectsBytes: await rejects.append(outcome.rejects),
    };
    await deps.imports.save(key, progress, 'running', deps.now());
    deps.onProgress(progress);
  }
  await deps.imports.save(key, progress, 'finished', deps.now());
  return { ...progress, ...columns.told(), kind, resumedAt: done.rowsRead };
};

const digestOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1_048_576 }), hash);
  return hash.digest('hex');
};

type Row = SourceRow<NamedRow>;

async function* batchesAfter(rows: AsyncIterable<Row>, skipped: number): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = [];
  let seen = 0;
  for await (const row of rows) {
    seen += 1;
    if (seen <= skipped) continue;
    batch.push(row);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** What became of a batch. */
interface BatchOutcome {
  readonly rejects: readonly Reject[];
  readonly created: number;
  readonly updated: number;
}

interface Taken<Value> {
  readonly row: NamedRow;
  readonly value: Value;
}

const sift = <Value>(
  batch: readonly Row[],
  parse: (row: NamedRow) => ParsedRow<Value>,
): { taken: readonly Taken<Value>[]; rejects: Reject[] } => {
  const taken: Taken<Value>[] = [];
  const rejects: Reject[] = [];
  for (const row of batch) {
    if (row.kind === 'malformed') {
      rejects.push({ line: row.line, reason: row.reason, row: row.raw });
      continue;
    }
    const parsed = parse(row.content);
    if (parsed.kind === 'value') taken.push({ row: row.content, value: parsed.value });
    else rejects.push({ line: row.line, reason: parsed.reason, row: row.content });
  }
  return { taken, rejects };
};

const writeProducts = async (
  batch: readonly Row[],
  profileId: string,
  { catalog, context, now }: ImportDependencies,
): Promise<BatchOutcome> => {
  const { taken, rejects } = sift(batch, (row) => parseProduct(row, profileId));
  const parts = Map.groupBy(taken, ({ value }) => partOf(mpnKey(value.mpn)));
  const observedAt = now();
  const outcomes = await Promise.all(
    [...parts.values()].map((part) =>
      catalog.upsert(
        part.map(({ value }) => value),
        observedAt,
        context,
      ),
    ),
  );
  return {
    rejects,
    created: outcomes.reduce((sum, { created }) => sum + created, 0),
    updated: outcomes.reduce((sum, { updated }) => sum + updated, 0),
  };
};

/** The last character tells well enough: part numbers end in digits and letters alike. */
const partOf = (key: string): number => (key.codePointAt(key.length - 1) ?? 0) % partsAtOnce;

const writeAliases = async (batch: readonly Row[], { catalog, context }: ImportDependencies): Promise<BatchOutcome> => {
  const { taken, rejects } = sift(batch, parseAlias);
  const outcomes = await catalog.addAliases(
    taken.map(({ value }) => value),
    'import',
    context,
  );
  const conflicts = taken.flatMap(({ row }, at): readonly Reject[] => {
    const manufacturer = outcomes[at]?.conflictsWith;
    return manufacturer === undefined
      ? []
      : [{ line: row.line, reason: `alias: is a name of ${manufacturer} already`, row }];
  });
  return { rejects: [...rejects, ...conflicts].sort((a, b) => a.line - b.line), created: 0, updated: 0 };
};
