import { describe, expect, it } from 'vitest';
import { type FactSource, restate, servedStatement } from '../../../domain/catalog/fact-precedence.ts';
import { hoursBefore } from '../../support/offers.ts';

const source = (by: string, lifecycle: string, hoursAgo: number, changes: Partial<FactSource> = {}): FactSource => ({
  by,
  kind: by === 'catalogue' ? 'catalogue' : 'supplier',
  isTenants: false,
  said: { lifecycle: { value: lifecycle, since: hoursBefore(hoursAgo) } },
  ...changes,
});

const lifecycleBy = (...sources: readonly FactSource[]) => servedStatement('lifecycle', sources)?.value;

describe('of what several sources state', () => {
  it('what most of them say is served', () => {
    expect(lifecycleBy(source('a', 'active', 9), source('b', 'active', 8), source('c', 'discontinued', 1))).toBe(
      'active',
    );
  });

  it('of equals, what a source came to say last', () => {
    expect(lifecycleBy(source('a', 'active', 9), source('b', 'deprecated', 1))).toBe('deprecated');
    expect(lifecycleBy(source('a', 'discontinued', 0.5), source('b', 'deprecated', 1))).toBe('discontinued');
  });

  it('the manufacturer is believed before all others', () => {
    expect(
      lifecycleBy(
        source('a', 'active', 1),
        source('b', 'active', 1),
        source('m', 'deprecated', 9, { kind: 'manufacturer' }),
      ),
    ).toBe('deprecated');
  });

  it('the packagings of one supplier are one voice', () => {
    expect(lifecycleBy(source('a', 'active', 9), source('a', 'active', 8), source('b', 'deprecated', 1))).toBe(
      'deprecated',
    );
  });

  it('the catalogue is one voice on the life of a part, and the first on its description', () => {
    const described = (by: string, text: string, hoursAgo: number) =>
      source(by, '', hoursAgo, { said: { description: { value: text, since: hoursBefore(hoursAgo) } } });
    expect(lifecycleBy(source('catalogue', 'active', 9), source('a', 'discontinued', 1))).toBe('discontinued');
    expect(
      servedStatement('description', [described('a', 'RES 10K', 1), described('catalogue', 'Resistor 10 kΩ', 9)])
        ?.value,
    ).toBe('Resistor 10 kΩ');
  });

  it('what only tenants see counts where nobody else says anything', () => {
    const tenants = source('t', 'discontinued', 0, { isTenants: true });
    expect(lifecycleBy(tenants)).toBe('discontinued');
    expect(lifecycleBy(tenants, source('a', 'active', 9))).toBe('active');
  });

  it('a number is the same however it is written', () => {
    const replaced = (by: string, mpn: string, hoursAgo: number) =>
      source(by, '', hoursAgo, { said: { replacedByMpn: { value: mpn, since: hoursBefore(hoursAgo) } } });
    const served = servedStatement('replacedByMpn', [
      replaced('a', 'LM-358 N', 9),
      replaced('b', 'lm-358n', 8),
      replaced('c', 'TL072', 1),
    ]);
    expect(served?.value).toBe('lm-358n');
  });

  it('nothing is served that nobody states', () => {
    expect(servedStatement('description', [source('a', 'active', 1)])).toBeUndefined();
  });
});

it('who says the same again has said it since the first time', () => {
  const first = restate({}, { lifecycle: { value: 'active', at: hoursBefore(9) } });
  expect(restate(first, { lifecycle: { value: 'active', at: hoursBefore(1) } })).toEqual(first);
  expect(restate(first, { lifecycle: { value: 'deprecated', at: hoursBefore(1) } })).toEqual({
    lifecycle: { value: 'deprecated', since: hoursBefore(1) },
  });
  expect(restate(first, {})).toEqual({});
});
