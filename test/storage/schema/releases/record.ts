import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../../ops/embedded/postgres.ts';
import manifest from '../../../../package.json' with { type: 'json' };
import { openPool } from '../../../../storage/pool/pool.ts';
import { migrate } from '../../../../storage/schema/migrate.ts';
import { impossibleStatements } from './statements.ts';

/**
 * Keeps the statements of a release, from a log that its tests have made the server write:
 *
 *     RECORD_STATEMENTS=/tmp/log npx vitest run --project int \
 *       test/storage test/streams/outbox-relay test/streams/normalizer
 *     node test/storage/schema/releases/record.ts /tmp/log
 *
 * Of statements that differ in their values or in how many they name, the shortest is kept. What
 * tests run on tables of their own is left out, by what the schema of the release does not take.
 */

const entry = /^\S+ \S+ \S+ \[\d+\] LOG: {2}(?:execute [^:]+|statement): (.*)$/;

/** The statements of a server's log; all lines of one but its first begin with a tab. */
const statementsIn = (log: string): readonly string[] => {
  const texts: string[] = [];
  for (const line of log.split('\n')) {
    const [, first] = entry.exec(line) ?? [];
    if (first !== undefined) texts.push(first);
    else if (line.startsWith('\t')) texts.push(`${texts.pop() ?? ''}\n${line.slice(1)}`);
    else texts.push('');
  }
  return texts.map((text) => text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim());
};

/** The same for statements that differ in values, or in how many of them they name. */
const formOf = (statement: string): string =>
  statement
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/(\([^()]*\$[^()]*\))(?: ?, ?\([^()]*\$[^()]*\))+/g, '$1')
    .replaceAll(/\$(?: ?, ?\$)+/g, '$');

const shortest = new Map<string, string>();
for (const statement of statementsIn(readFileSync(process.argv[2] ?? '', 'utf8'))) {
  if (!/^(?:select|insert|update|delete|with)\b/i.test(statement)) continue;
  const form = formOf(statement);
  if (statement.length < (shortest.get(form)?.length ?? Number.POSITIVE_INFINITY)) shortest.set(form, statement);
}

const dataDir = mkdtempSync(join(tmpdir(), 'offerstream-statements-'));
const server = await startEmbeddedPostgres({ dataDir, volatile: true });
const pool = openPool({ url: server.url, maxConnections: 2 });
try {
  await migrate(pool.sql);
  const recorded = [...shortest.values()].toSorted();
  const foreign = new Set((await impossibleStatements(pool.sql, recorded)).map(({ statement }) => statement));
  const kept = recorded.filter((statement) => !foreign.has(statement));
  writeFileSync(join(import.meta.dirname, `${manifest.version}.statements.txt`), `${kept.join('\n')}\n`);
} finally {
  await pool.close();
  await server.stop();
  rmSync(dataDir, { recursive: true });
}
