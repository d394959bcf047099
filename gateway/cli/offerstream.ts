import { ownProperty } from '../../domain/own-property.ts';
import { nearestWord } from './nearest-word.ts';

/**
 * `offerstream COMMAND`: every program of the service under one name. `offerstream COMMAND --help`
 * tells how one is called. Exit status: that of the command; 2 where there is no such command.
 */

interface Command {
  readonly says: string;
  /** Runs it: it takes its arguments from `process.argv`. */
  readonly load: () => Promise<unknown>;
}

const commands: Readonly<Record<string, Command>> = {
  start: { says: 'run the service until Ctrl-C', load: () => import('../main.ts') },
  doctor: { says: 'look at configuration, stores, bus, secrets and ports', load: () => import('./doctor.ts') },
  keys: { says: 'make, list and revoke API keys', load: () => import('./keys.ts') },
  import: { says: 'import products or aliases from a file', load: () => import('./import.ts') },
  'import-rates': { says: 'import exchange rates from a file', load: () => import('./import-rates.ts') },
  tick: { says: 'ask one supplier for everything, once', load: () => import('./tick.ts') },
  migrate: { says: 'bring the database schema up to date', load: () => import('./migrate.ts') },
  archive: { says: 'write, verify and restore archived months', load: () => import('./archive.ts') },
  outbox: { says: 'list and replay events that were set aside', load: () => import('./outbox.ts') },
  analytics: { says: 'rebuild the analytical projection', load: () => import('./analytics.ts') },
  'rotate-secrets': { says: 'seal all secrets under the newest key', load: () => import('./rotate-secrets.ts') },
  audit: { says: 'verify the audit trail', load: () => import('./audit.ts') },
};

const list = Object.entries(commands).map(([name, { says }]) => `  ${name.padEnd(15)} ${says}`);

const usage = `usage: offerstream COMMAND [OPTION...]

${list.join('\n')}

  offerstream COMMAND --help tells how a command is called
`;

const [name, ...rest] = process.argv.slice(2);
const command = name === undefined ? undefined : ownProperty(commands, name);
if (command !== undefined) {
  process.argv = [process.execPath, `offerstream ${name}`, ...rest];
  if (name === 'start' && rest.length > 0) {
    const isHelp = rest.includes('--help') || rest.includes('-h');
    const text = 'usage: offerstream start\n\n  Variables of the environment configure it: docs/howto/configure.md\n';
    (isHelp ? process.stdout : process.stderr).write(isHelp ? text : `start: unknown argument ${rest[0]}\n${text}`);
    process.exitCode = isHelp ? 0 : 2;
  } else await command.load();
} else if (name === '--help' || name === '-h' || name === 'help') {
  process.stdout.write(usage);
} else {
  const meant = name === undefined ? undefined : nearestWord(name, Object.keys(commands));
  const fault = name === undefined ? 'no command was given' : `there is no command ${JSON.stringify(name)}`;
  process.stderr.write(`offerstream: ${fault}${meant === undefined ? '' : `; did you mean ${meant}?`}\n\n${usage}`);
  process.exitCode = 2;
}
