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
    for (const [manufacturer, aliases] of Object.entries(knownAliases)) {
      const keys = [manufacturer, ...aliases].map(manufacturerKey);
      expect(aliases.filter((_, at) => keys.indexOf(keys[at + 1] ?? '') <= at)).toEqual([]);
    }
  });

  it('keep makers apart of which one bought the other', () => {
    const { additions } = planAliases(knownAliasRows(), nothing);
    const manufacturer = (name: string) =>
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
      expect(manufacturer(a)).not.toBe(manufacturer(b));
    }
    expect(manufacturer('TI')).toBe(manufacturer('Texas Instruments Inc.'));
    expect(manufacturer('ON Semiconductor')).toBe(manufacturer('onsemi'));
  });
});
