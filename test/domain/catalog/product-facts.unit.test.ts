import { describe, expect, it } from 'vitest';
import { addFacts, changedFields, isSeenAnew, type ProductFacts } from '../../../domain/catalog/product-facts.ts';

const at = (hour: number): Date => new Date(Date.UTC(2026, 2, 2, hour));

const facts = (more: Partial<ProductFacts>): ProductFacts => ({
  description: undefined,
  characteristics: {},
  lifecycle: undefined,
  category: undefined,
  replacedByMpn: undefined,
  observedAt: at(10),
  ...more,
});

describe('addFacts', () => {
  it('takes what is said later and keeps what is not said', () => {
    const known = facts({ description: 'old', characteristics: { a: '1', b: '2' }, lifecycle: 'new' });
    expect(addFacts(known, facts({ characteristics: { b: '3' }, lifecycle: 'active', observedAt: at(11) }))).toEqual(
      facts({ description: 'old', characteristics: { a: '1', b: '3' }, lifecycle: 'active', observedAt: at(11) }),
    );
  });

  it('only fills gaps with what was observed earlier', () => {
    const known = facts({ description: 'new', characteristics: { a: '1' } });
    const earlier = facts({
      description: 'old',
      characteristics: { a: '0', z: '9' },
      replacedByMpn: 'R',
      observedAt: at(9),
    });
    expect(addFacts(known, earlier)).toEqual(
      facts({ description: 'new', characteristics: { a: '1', z: '9' }, replacedByMpn: 'R' }),
    );
  });

  it('changes nothing when the same is said again', () => {
    const known = facts({ description: 'x', characteristics: { a: '1' } });
    expect(changedFields(known, addFacts(known, known))).toEqual([]);
  });
});

describe('changedFields', () => {
  it('names the fields of the contract, and takes two spellings of a replacement as one', () => {
    const before = facts({ replacedByMpn: 'R-1' });
    expect(changedFields(before, facts({ replacedByMpn: 'r1', observedAt: at(11) }))).toEqual([]);
    expect(
      changedFields(
        before,
        facts({ description: 'd', characteristics: { a: '1' }, lifecycle: 'new', replacedByMpn: 'R2' }),
      ),
    ).toEqual(['description', 'characteristics', 'lifecycle_status', 'replaced_by']);
  });
});

describe('isSeenAnew', () => {
  it('holds from an hour on', () => {
    expect(isSeenAnew(facts({}), facts({ observedAt: at(11) }))).toBe(true);
    expect(isSeenAnew(facts({}), facts({ observedAt: new Date(at(11).getTime() - 1) }))).toBe(false);
    expect(isSeenAnew(facts({ observedAt: undefined }), facts({}))).toBe(true);
    expect(isSeenAnew(facts({}), facts({ observedAt: at(9) }))).toBe(false);
  });
});
