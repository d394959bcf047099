import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';
import { isTargetName, type TargetName, targets } from './targets.ts';

/**
 * `npm run fuzz -- TARGET --seconds N [--seed S]`: tries inputs on one decoder of outside bytes, or
 * on all of them, for so many seconds each. A fault ends the run of its target; the smallest input
 * that shows it is written to `data/fuzz/TARGET/`. Exit status: 0 nothing found, 1 faults, 2 usage.
 */

const names = Object.keys(targets).filter(isTargetName);

const usage = `npm run fuzz -- TARGET --seconds N [--seed S]\ntargets: all, ${names.join(', ')}\n`;

const orderIn = (args: readonly string[]) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' } },
  });
  const seconds = Number(values.seconds);
  const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
  const [name, ...more] = positionals;
  const chosen: readonly TargetName[] = name === 'all' ? names : name !== undefined && isTargetName(name) ? [name] : [];
  const isGood = chosen.length > 0 && more.length === 0 && seconds > 0 && Number.isSafeInteger(seed);
  return isGood ? { chosen, seconds, seed } : undefined;
};

const save = async (target: TargetName, input: Uint8Array): Promise<string> => {
  const folder = join('data', 'fuzz', target);
  await mkdir(folder, { recursive: true });
  const file = join(folder, createHash('sha256').update(input).digest('hex').slice(0, 12));
  await writeFile(file, input);
  return file;
};

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const readOrder = () => {
  try {
    return orderIn(process.argv.slice(2));
  } catch {
    return undefined;
  }
};

const order = readOrder();
if (order === undefined) {
  process.stderr.write(usage);
  process.exit(2);
}
const { chosen, seconds, seed } = order;
for (const target of chosen) {
  const outcome = await fuzz({ target, work: { kind: 'generate', seed, seconds } });
  if (outcome.kind === 'clean') say(`${target}: ${outcome.tried} inputs, seed ${seed}, nothing found`);
  else {
    process.exitCode = 1;
    say(`${target}: a fault, seed ${seed}, ${outcome.input.length} bytes in ${await save(target, outcome.input)}`);
    say(outcome.what);
  }
}
