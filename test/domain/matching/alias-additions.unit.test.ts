import { describe, expect, it } from 'vitest';
import { planAliases } from '../../../domain/matching/alias-additions.ts';

const known = {
  manufacturerOf: new Map([
    ['ACME', 'ACME'],
    ['AC', 'ACME'],
  ]),
  nameOf: new Map([['ACME', 'Acme']]),
};

describe('planAliases', () => {
  it('declares a maker with a row of its own key when an alias first names it', () => {
    expect(planAliases([{ alias: 'BT', manufacturer: 'Beta Corp.' }], known).additions).toEqual([
      { aliasKey: 'BETA', alias: 'Beta Corp.', manufacturerKey: 'BETA', manufacturerName: 'Beta Corp.' },
      { aliasKey: 'BT', alias: 'BT', manufacturerKey: 'BETA', manufacturerName: 'Beta Corp.' },
    ]);
  });

  it('follows an alias that stands where a maker is expected', () => {
    expect(planAliases([{ alias: 'Acme Parts', manufacturer: 'AC' }], known).additions).toEqual([
      { aliasKey: 'ACMEPARTS', alias: 'Acme Parts', manufacturerKey: 'ACME', manufacturerName: 'Acme' },
    ]);
  });

  it('never gives a known spelling to another maker, and says whose it is', () => {
    const { outcomes } = planAliases([{ alias: 'ac', manufacturer: 'Other' }], known);
    expect(outcomes).toEqual([{ alias: 'ac', conflictsWith: 'Acme' }]);
  });

  it('lets a later row see what an earlier one added', () => {
    const { additions, outcomes } = planAliases(
      [
        { alias: 'G', manufacturer: 'Gamma' },
        { alias: 'Gam', manufacturer: 'G' },
        { alias: 'G', manufacturer: 'Acme' },
      ],
      known,
    );
    expect(additions.map(({ aliasKey, manufacturerKey }) => [aliasKey, manufacturerKey])).toEqual([
      ['GAMMA', 'GAMMA'],
      ['G', 'GAMMA'],
      ['GAM', 'GAMMA'],
    ]);
    expect(outcomes.map(({ conflictsWith }) => conflictsWith)).toEqual([undefined, undefined, 'Gamma']);
  });

  it('adds nothing when everything is known', () => {
    expect(planAliases([{ alias: 'A.C.', manufacturer: 'Acme Inc' }], known).additions).toEqual([]);
  });
});
