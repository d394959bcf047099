import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The folder of the Prometheus rules. */
export const rulesFolder = join(import.meta.dirname, '..', '..', '..', 'ops', 'prometheus');

/** A rule as it stands in a file: an alert or a recorded series. */
export interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface RuleFile {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}

/** The names of the rule files. */
export const ruleFiles = (): readonly string[] =>
  readdirSync(rulesFolder).filter((name) => name.endsWith('.rules.yaml'));

/** Every rule of every file. */
export const allRules = (): readonly Rule[] =>
  ruleFiles().flatMap((name) => {
    const { groups } = parse(readFileSync(join(rulesFolder, name), 'utf8')) as RuleFile;
    return groups.flatMap(({ rules }) => rules);
  });
