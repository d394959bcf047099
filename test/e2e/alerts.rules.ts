import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ruleFiles, rulesFolder } from '../ops/prometheus/rules.ts';

/** A hundredth: five minutes are six scrapes of a test. */
const share = 1 / 100;

/** No test waits for longer than that; what is longer keeps its meaning against what is short. */
const longestMs = 20_000;

/**
 * A wait for a connection is counted when it ends, and transactions end after up to ten seconds
 * here as anywhere: three seconds for five minutes would see none most of the time.
 */
const unhurried = new Map([
  ['DatabaseConnectionsExhausted', longestMs],
  // The engine is tried again every few seconds only.
  ['AnalyticsLagHigh', longestMs],
]);

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const toMs = (text: string): number => Number.parseInt(text, 10) * (unitMs[text.at(-1) ?? ''] ?? 0);

const shortMs = (text: string): number => Math.min(toMs(text) * share, longestMs);

const shortened = (text: string): string => text.replaceAll(/\d+[smhd]\b/g, (each) => `${shortMs(each)}ms`);

/** A range keeps its number of steps. */
const shortenedTime = (text: string): string => {
  const [, range = '', step = ''] = /^\[(\w+):(\w+)\]$/.exec(text) ?? [];
  if (step === '') return shortened(text);
  return `[${shortMs(range)}ms:${Math.round((toMs(step) * shortMs(range)) / toMs(range))}ms]`;
};

/** Only what stands for a time: ranges, offsets and the like, and no part of a name. */
const times = /\[[^\]"]*\]|\boffset\s+\d+[smhd]\b/g;

interface TimedRule {
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
  readonly keep_firing_for?: string;
}

/** The text of the service's own rules with every window and `for` shortened; thresholds stay. */
export const shortenedRules = (): string => {
  const groups = ruleFiles().flatMap((name) => {
    const file = parse(readFileSync(join(rulesFolder, name), 'utf8')) as {
      readonly groups: readonly { readonly name: string; readonly rules: readonly TimedRule[] }[];
    };
    return file.groups;
  });
  const shortenRule = (rule: TimedRule): TimedRule => ({
    ...rule,
    expr: rule.expr.replaceAll(times, (time) => {
      const givenMs = unhurried.get(rule.alert ?? '');
      return givenMs === undefined ? shortenedTime(time) : `[${givenMs}ms]`;
    }),
    ...(rule.for === undefined ? {} : { for: shortened(rule.for) }),
    ...(rule.keep_firing_for === undefined ? {} : { keep_firing_for: shortened(rule.keep_firing_for) }),
  });
  // JSON is YAML.
  return JSON.stringify({ groups: groups.map((group) => ({ ...group, rules: group.rules.map(shortenRule) })) });
};
