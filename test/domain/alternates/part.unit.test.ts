import { describe, expect, it } from 'vitest';
import { type ComparedProduct, partOf } from '../../../domain/alternates/part.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';

const read = (description: string, characteristics: ComparedProduct['characteristics'] = {}) => {
  const { kind, texts } = partOf(
    { profileId: defaultProfile.id, manufacturerKey: 'ACME', mpn: 'XY-1', description, characteristics },
    defaultProfile,
  );
  return { kind, ...Object.fromEntries(texts) };
};

describe('what is known of a part', () => {
  it('is what its description says, by its kind', () => {
    expect(read('Pin header, 2.54 mm pitch, 10 contacts, double row')).toMatchObject({
      kind: 'connector',
      pin_count: '10',
      rows: '2',
      pitch: '2.54 mm',
    });
    expect(read('Pin header 2.54 mm single row')).toMatchObject({ rows: '1' });
    expect(read('Pin header 2.54 mm single row')).not.toHaveProperty('pin_count');
    expect(read('TVS diode suppressor Bidirectional')).toMatchObject({ kind: 'suppressor', polarity: 'bidirectional' });
    expect(read('Voltage regulator LDO adjustable')).toMatchObject({ kind: 'regulator', output_voltage: 'adjustable' });
    expect(read('Ceramic capacitor 100 nF 50 V X7R 0603')).toMatchObject({
      kind: 'capacitor',
      capacitance: '100 nF',
      technology: 'ceramic',
      package: '0603',
    });
  });

  it('is what is stated rather than what the description says', () => {
    expect(read('Ceramic capacitor 100 nF', { capacitance: '220 nF' })).toMatchObject({ capacitance: '220 nF' });
    expect(read('Ceramic capacitor 100 nF', { capacitance: ' ' })).toMatchObject({ capacitance: '100 nF' });
  });

  it('has a way of mounting that stands in the place of its package', () => {
    const chip = read('Ceramic capacitor 100 nF', { package: 'Surface Mount' });
    expect(chip).toMatchObject({ mounting: 'surface mount' });
    expect(chip).not.toHaveProperty('package');
    expect(read('Capacitor 100 µF', { package: 'Radial', mounting: 'SMD' })).toMatchObject({
      mounting: expect.any(String),
    });
    expect(read('Capacitor 100 µF', { mounting: 'THT' })).toMatchObject({ mounting: 'through hole' });
  });

  it('is not what says nothing of the part itself', () => {
    const names = Object.keys(
      read('Ceramic capacitor 100 nF', { Series: 'ABC', Packaging: 'Reel', Manufacturer: 'Acme' }),
    );
    expect(names.filter((name) => /series|packaging|manufacturer/i.test(name))).toEqual([]);
  });
});
