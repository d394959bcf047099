#!/usr/bin/env node
// Runs a command of Offerstream with the Node that the checkout brings, and with the memory options
// of `npm start` where the service itself is started. Any Node from 20 on can run this file.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const own = at('node_modules/node/bin/node');
const program = existsSync(own) ? own : process.execPath;
const isStart = process.argv[2] === 'start';
const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const options = isStart ? scripts.start.split(' ').slice(1, -1) : [];

const child = spawn(program, [...options, at('gateway/cli/offerstream.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
// A terminal sends SIGINT to both; what is sent to this process alone is passed on.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.on('SIGINT', () => undefined);
child.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal];
});
