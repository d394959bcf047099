import { describe, expect, it } from 'vitest';
import { healthRules } from '../../../domain/ingestion/credential-health.ts';
import {
  afterLookups,
  failingKinds,
  type LookupHealth,
  type LookupKind,
  lookupFocus,
  soundLookups,
} from '../../../domain/ingestion/lookup-health.ts';

const noon = new Date('2026-03-01T12:00:00Z');
const later = (ms: number): Date => new Date(noon.getTime() + ms);

/** Pages of requests, `-` before those that are not answered. */
const afterPages = (pages: readonly string[], from: LookupHealth = soundLookups, now = noon): LookupHealth =>
  pages.reduce(
    (health, page) =>
      afterLookups(
        health,
        page.split(' ').map((text) => ({
          by: text.replace('-', '') as LookupKind,
          isUsable: !text.startsWith('-'),
        })),
        { rules: healthRules, now, chance: 1 },
      ),
    from,
  );

describe('a kind of look-up', () => {
  it.each<[string, readonly string[], readonly LookupKind[], LookupKind | undefined, boolean]>([
    ['that errs now and then is asked as before', ['-number', '-number', 'number', '-number'], [], undefined, false],
    ['that has erred three times leaves the other one its turn', ['-number -number', '-number'], [], 'sku', false],
    ['fails when the other is answered', ['-number', '-number', '-number', 'sku'], ['number'], 'sku', true],
    ['fails by order numbers likewise', ['-sku -sku -sku number'], ['sku'], 'number', true],
    ['does not fail where nothing is answered', ['-number -number -number', '-sku -sku -sku'], [], undefined, false],
    ['is sound again once it is answered', ['-number -number -number sku', 'number'], [], undefined, false],
  ])('%s', (_, pages, failing, only, isCertain) => {
    const health = afterPages(pages);
    expect(failingKinds(health)).toEqual(failing);
    expect(lookupFocus(health, noon)).toEqual(only === undefined ? undefined : { only, isCertain });
  });

  it('that fails is tried again after a growing pause', () => {
    const failing = afterPages(['-number -number -number sku']);
    expect(lookupFocus(failing, later(4_999))).toBeDefined();
    expect(lookupFocus(failing, later(5_000))).toBeUndefined();
    const probed = afterPages(['-number sku'], failing, later(5_000));
    expect(probed.number).toEqual({ kind: 'failing', since: noon, probes: 1, probeAt: later(15_000) });
  });
});
