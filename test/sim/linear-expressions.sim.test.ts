import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../support/expressions/check-process.ts';

/** Expressions that are built while the service runs, with why that needs no measuring. */
const builtLater: Readonly<Record<string, string>> = {
  'actors/estimate/reading/xlsx/xml-scan.ts': 'the name of an attribute, which this program gives, in one fixed form',
};

/** Expressions that are not linear, with why no long text gets there. */
const neverLong: Readonly<Record<string, string>> = {};

const places = '{domain,telemetry,storage,streams,actors,gateway}/**/*.ts';

const check = (): Outcome =>
  JSON.parse(
    execFileSync(process.execPath, ['test/support/expressions/check-process.ts', places], {
      encoding: 'utf8',
      timeout: 110_000,
      maxBuffer: 10_000_000,
    }),
  );

describe('regular expressions', () => {
  it('take time in proportion to the text, whatever the text', () => {
    const { measured, findings, notSeen } = check();
    expect(measured).toBeGreaterThan(400);
    expect(findings.filter(({ source }) => !Object.hasOwn(neverLong, source))).toEqual([]);
    expect(notSeen.filter(({ file }) => !Object.hasOwn(builtLater, file))).toEqual([]);
  });
});
