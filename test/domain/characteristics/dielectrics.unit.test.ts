import { describe, expect, it } from 'vitest';
import { dielectricIn, dielectricsIn } from '../../../domain/characteristics/dielectrics.ts';

describe('a dielectric', () => {
  it('has one name, with a nought or an O', () => {
    expect(['C0G', 'COG', 'NP0', 'NPO', 'C0G/NP0'].map(dielectricIn)).toEqual(['C0G', 'C0G', 'C0G', 'C0G', 'C0G']);
    expect(dielectricIn('100n_X7R_0603')).toBe('X7R');
  });

  it('is no part of a number', () => {
    expect(dielectricIn('GRM188R71H104KA93D')).toBeUndefined();
    expect(dielectricIn('AX7R')).toBeUndefined();
  });

  it('is told of several only as a list', () => {
    expect(dielectricsIn('X7R, else X5R')).toEqual(['X7R', 'X5R']);
    expect(dielectricIn('X7R, else X5R')).toBeUndefined();
  });
});
