import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/**
 * Secrets of the configuration that come from files, as Docker, Kubernetes and systemd hand them
 * out: `NAME_FILE` names a file that holds the value of `NAME`. A file shows in no listing of
 * processes and in no dump of an environment.
 */

/** Environment variables, trimmed, without those that are empty. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Larger than any secret; what is named by mistake is not read whole. */
const maxBytes = 65_536;

/** The variables that are given at all: an empty one counts as left out. */
export const nonEmptyVariables = (environment: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const trimmed = value?.trim() ?? '';
      return trimmed === '' ? [] : [[name, trimmed]];
    }),
  );

/**
 * The variables with the values of those that files hold. Throws `ConfigError`, which names the
 * variable and never its value.
 */
export const withSecretFiles = (
  given: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, string>> => {
  const fromFiles = names.flatMap((name) => {
    const file = given[`${name}_FILE`];
    if (file === undefined) return [];
    if (given[name] !== undefined) throw new ConfigError(`${name}_FILE: expected only one of it and ${name}`);
    return [[name, contentOf(`${name}_FILE`, file)]];
  });
  return { ...given, ...Object.fromEntries(fromFiles) };
};

const contentOf = (variable: string, file: string): string => {
  const content = readSmall(variable, file).trim();
  if (content === '') throw new ConfigError(`${variable}: expected a file that is not empty`);
  return content;
};

const readSmall = (variable: string, file: string): string => {
  try {
    const { size } = statSync(file);
    if (size <= maxBytes) return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(`${variable}: expected a file that can be read`);
  }
  throw new ConfigError(`${variable}: expected a file of at most ${maxBytes} bytes`);
};
