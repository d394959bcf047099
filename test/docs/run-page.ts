import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { appendFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NotRun } from './not-run.ts';
import type { CommandBlock } from './read-commands.ts';

const prelude = join(import.meta.dirname, 'prelude.sh');

/** What running the commands of a page has shown. */
export interface PageReport {
  /** Each with the block that it stands in, its status and the end of what was said. */
  readonly failures: readonly string[];
  /** Commands that were passed over. */
  readonly notRun: readonly string[];
}

/** A script of all blocks, each of which says where it stands before it begins. */
const scriptOf = (blocks: readonly CommandBlock[]): string =>
  blocks.map(({ page, line, text }) => `printf 'AT %s\\n' ${page}:${line} >>"$REPORT"\n${text}`).join('\n');

const reportOf = (text: string): PageReport => {
  const parts = text.split(/^(?=AT |FAILED |NOT RUN: )/m);
  const failures: string[] = [];
  let at = '';
  for (const part of parts) {
    if (part.startsWith('AT ')) at = part.slice(3).trim();
    if (part.startsWith('FAILED ')) failures.push(`${at} ${part.trim()}`);
  }
  const notRun = parts.filter((part) => part.startsWith('NOT RUN: ')).map((part) => part.slice(9).trim());
  return { failures, notRun };
};

/** The blocks that are to run, when those of the table are left out. */
export const blocksToRun = (blocks: readonly CommandBlock[], table: readonly NotRun[]): readonly CommandBlock[] =>
  blocks.filter(
    ({ page, text }) => !table.some(({ page: other, command }) => other === page && text.startsWith(command)),
  );

/** A page that takes longer is ended, with all that it has started. */
const pageWithinMs = 300_000;

/** Runs the commands of a page in order, in one shell, in this folder and with these variables. */
export const runPage = async (
  blocks: readonly CommandBlock[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<PageReport> => {
  const kept = await mkdtemp(join(folder, 'page-'));
  const report = join(kept, 'report');
  const answers = join(kept, 'answers');
  const script = join(kept, 'script.sh');
  await writeFile(report, '');
  await writeFile(answers, '');
  await writeFile(script, `${await readFile(prelude, 'utf8')}\n${scriptOf(blocks)}\nend_of_page\n`);
  const output = createWriteStream(join(kept, 'output'));
  const shell = spawn('bash', [script], {
    cwd: folder,
    env: { ...environment, REPORT: report, ANSWERS: answers },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  for (const stream of [shell.stdout, shell.stderr]) stream.pipe(output, { end: false });
  // The group of the shell alone: it leads one of its own.
  const tooLong = setTimeout(() => process.kill(-(shell.pid ?? 0), 'SIGKILL'), pageWithinMs);
  const [code] = await once(shell, 'close');
  clearTimeout(tooLong);
  output.end();
  if (code !== 0) await appendFile(report, `FAILED with ${code}: the page\n`);
  return reportOf(await readFile(report, 'utf8'));
};
