import { describe, expect, it } from 'vitest';
import { packageIn, packageKey } from '../../../domain/characteristics/packages.ts';

describe('a package', () => {
  it.each([
    ['IC OPAMP 8SOIC', 'SOIC-8'],
    ['8-SOIC (0.154", 3.90mm Width)', 'SOIC-8'],
    ['QFN28', 'QFN-28'],
    ['TRANS SOT23-3', 'SOT-23-3'],
    ['SOT-23-3', 'SOT-23-3'],
    ['TO220AB', 'TO-220AB'],
    ['DO214AC', 'DO-214AC'],
    ['DO-214AC, SMA', 'DO-214AC'],
    ['UFBGA-176', 'UFBGA-176'],
    ['2X1SON', 'X1SON-2'],
    ['D2PAK', 'D2PAK'],
  ])('has one spelling: %s', (text, name) => {
    expect(packageIn(text)).toBe(name);
  });

  it('of a chip is its size in inches, where a size may stand', () => {
    expect(packageIn('0603 (1608 Metric)', { taken: [] })).toBe('0603');
    expect(packageIn('LED YELLOW 1608', { taken: [] })).toBe('0603');
    expect(packageIn('LED YELLOW 1608')).toBeUndefined();
    expect(packageIn('RES 0603 0805', { taken: [] })).toBeUndefined();
    expect(packageIn('RES 1.0603', { taken: [] })).toBeUndefined();
  });

  it('is the same under all its names', () => {
    expect(packageKey('DPAK')).toBe(packageKey('TO-252'));
    expect(packageKey('sot-23')).toBe(packageKey('SOT-23-3'));
    expect(packageKey('SOT-363')).toBe(packageKey('SC-70-6'));
    expect(packageKey('SOT-23')).not.toBe(packageKey('SOT-323'));
  });
});
