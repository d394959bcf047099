import { describe, expect, it } from 'vitest';
import { plugins } from '../../actors/connector/suppliers/registry.ts';
import { settleCharacteristics } from '../../domain/characteristics/characteristic-diff.ts';
import { valueEqualityFor } from '../../domain/characteristics/statement.ts';
import { defaultProfile } from '../../domain/identity/built-in-profiles.ts';
import { canonicalCharacteristics } from '../../domain/identity/read-characteristics.ts';
import { lifecycleOf } from '../../gateway/import/parse-row.ts';
import { pageIn } from '../actors/connector/suppliers/answered.ts';

/** Names that every object has without anybody giving them to it. */
const inherited = ['constructor', 'toString', '__proto__', 'valueOf', 'hasOwnProperty'];

const mouser = plugins.mouser({ baseUrl: 'https://supplier.test', secret: { apiKey: 'k' }, settings: {} });

describe.each(inherited)('the name %s', (name) => {
  it('is a characteristic like any other', () => {
    const isSame = valueEqualityFor(defaultProfile);
    expect(isSame(name, '1 kΩ', '1000 Ω')).toBe(true);
    expect(isSame(name, 'red', 'green')).toBe(false);
    const given = Object.fromEntries([[name, 'red']]);
    expect(Object.entries(canonicalCharacteristics(given, defaultProfile))).toEqual([[name, 'red']]);
    const known = { productId: 'p', characteristics: {}, kept: [], observedAt: undefined };
    const source = { kind: 'catalogue', statedAt: undefined } as const;
    const settled = settleCharacteristics(known, [{ name, text: 'red', source }], isSame);
    expect(Object.entries(settled.characteristics)).toEqual([[name, 'red']]);
    expect(settled.changes).toMatchObject([{ kind: 'added', name, before: undefined }]);
  });
});

it('a word that every object knows is no state of a part', () => {
  expect(lifecycleOf('constructor')).toBeUndefined();
  const part = { MouserPartNumber: '1', LifecycleStatus: 'constructor', PriceBreaks: [], ProductAttributes: [] };
  const { drafts } = pageIn(mouser, { Errors: [], SearchResults: { Parts: [part] } });
  expect(drafts[0]?.description?.lifecycle).toBeUndefined();
});
