import { describe, expect, it } from 'vitest';
import { manufacturerKey } from '../../../domain/catalog/identity.ts';
import { planAliases } from '../../../domain/matching/alias-additions.ts';
import { knownAliases, knownAliasRows } from '../../../domain/matching/known-aliases.ts';

const nothing = { manufacturerOf: new Map(), nameOf: new Map() };

describe('the built-in manufacturer aliases', () => {
  it('name no spelling for two makers', () => {
    const { outcomes } = planAliases(knownAliasRows(), nothing);
    expect(outcomes.filter(({ conflictsWith }) => conflictsWith !== undefined)).toEqual([]);
  });

  it('hold no row that the manufacturer key makes superfluous', () => {
    for (const [maker, aliases] of Object.entries(knownAliases)) {
      const keys = [maker, ...aliases].map(manufacturerKey);
      expect(aliases.filter((_, at) => keys.indexOf(keys[at + 1] ?? '') <= at)).toEqual([]);
    }
  });

  it('keep makers apart of which one bought the other', () => {
    const { additions } = planAliases(knownAliasRows(), nothing);
    const maker = (name: string) =>
      additions.find(({ aliasKey }) => aliasKey === manufacturerKey(name))?.manufacturerKey ?? manufacturerKey(name);
    for (const [a, b] of [
      ['Maxim Integrated', 'Analog Devices'],
      ['Linear Technology', 'Analog Devices'],
      ['Fairchild', 'onsemi'],
      ['National Semiconductor', 'Texas Instruments'],
      ['Nexperia', 'NXP'],
      ['Atmel', 'Microchip'],
      ['Xilinx', 'AMD'],
      ['TDK Electronics', 'TDK'],
    ] as const) {
      expect(maker(a)).not.toBe(maker(b));
    }
    expect(maker('TI')).toBe(maker('Texas Instruments Inc.'));
    expect(maker('ON Semiconductor')).toBe(maker('onsemi'));
  });
});
