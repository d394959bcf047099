import { parseArgs } from 'node:util';
import { reasonOf } from '../../domain/errors.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { examine, type Finding } from './doctor-command.ts';
import { runCommand } from './run-command.ts';

/**
 * `offerstream doctor`: looks at configuration, folder, database, clock, schema, secrets, bus and
 * ports, and says what to do. It changes nothing. Exit status: 0 when nothing is wrong, warnings
 * included; 1 when something is.
 */

const usage = `usage: offerstream doctor [--json]

  looks at configuration, data folder, database, clock, schema, secrets, bus and ports; changes nothing

  --json  one document: { "findings": [{ "name", "state", "says", "advice" }] }
`;

const line = ({ name, state, says, advice }: Finding): string =>
  `${state.padEnd(8)} ${name.padEnd(12)} ${says}${advice === undefined ? '' : `\n${' '.repeat(22)}-> ${advice}`}\n`;

const configured = (): Config | Finding => {
  try {
    return loadConfig();
  } catch (error) {
    const advice = 'docs/howto/configure.md has every variable';
    return { name: 'configuration', state: 'error', says: reasonOf(error), advice };
  }
};

const run = async ({ json }: { readonly json: boolean }): Promise<number> => {
  const config = configured();
  const findings: readonly Finding[] =
    'state' in config
      ? [config]
      : [{ name: 'configuration', state: 'ok', says: `Node ${process.version}` }, ...(await examine(config))];
  process.stdout.write(json ? `${JSON.stringify({ findings })}\n` : findings.map(line).join(''));
  return findings.some(({ state }) => state === 'error') ? 1 : 0;
};

await runCommand({
  name: 'doctor',
  usage,
  parse: (args) => {
    const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean', default: false } } });
    return values;
  },
  run,
});
