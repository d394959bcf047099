#!/usr/bin/env node
// Runs a command of Offerstream with the Node that is installed with it, and with the memory
// options of `npm start` where the service itself is started. Any Node from 20 on can run this
// file. In a checkout it runs the sources; a package has them as JavaScript in `dist`.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The Node of the package `node`, which may have been left out as optional. */
const ownNode = () => {
  try {
    const manifest = createRequire(import.meta.url).resolve('node/package.json');
    const program = join(dirname(manifest), 'bin', 'node');
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
};

const minMajor = 24;
const program = ownNode() ?? process.execPath;
if (program === process.execPath && Number(process.versions.node.split('.')[0]) < minMajor) {
  process.stderr.write(
    `offerstream: this is Node ${process.versions.node}, and the one that npm installs beside Offerstream is not ` +
      `there; install it with \`npm install --include=optional\`, after \`npm approve-scripts node\` where npm ` +
      `runs no install script that is not approved, or use Node ${minMajor}\n`,
  );
  process.exit(1);
}

const isStart = process.argv[2] === 'start';
const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const options = isStart ? scripts.start.split(' ').slice(1, -1) : [];
const source = at('gateway/cli/offerstream.ts');
const entry = existsSync(source) ? source : at('dist/gateway/cli/offerstream.js');

const child = spawn(program, [...options, entry, ...process.argv.slice(2)], { stdio: 'inherit' });
// A terminal sends SIGINT to both; what is sent to this process alone is passed on.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.on('SIGINT', () => undefined);
child.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal];
});
