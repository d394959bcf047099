import { readFileSync } from 'node:fs';
import { readDocument } from '../../../../actors/estimate/reading/read-document.ts';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';

/**
 * Reads the files that it is given one after the other. Prints for each the milliseconds of
 * processor time that it took, and the MiB by which all so far have raised the process's memory at
 * most.
 */
const before = process.resourceUsage().maxRSS;
for (const path of process.argv.slice(2)) {
  const bytes = readFileSync(path);
  const start = process.cpuUsage();
  const result = readDocument(bytes);
  if (result.kind === 'document') parseLines(result.document);
  const { user, system } = process.cpuUsage(start);
  const mib = (process.resourceUsage().maxRSS - before) / 1024;
  process.stdout.write(`${Math.round((user + system) / 1000)} ${Math.round(mib)}\n`);
}
