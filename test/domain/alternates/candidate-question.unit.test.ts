import { describe, expect, it } from 'vitest';
import { candidateQuestion } from '../../../domain/alternates/candidate-question.ts';
import type { Part } from '../../../domain/alternates/part.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';

const questionOf = (kind: Part['kind'], texts: Readonly<Record<string, string>>) =>
  candidateQuestion(
    {
      kind,
      type: { core: 'CORE', grade: undefined, isSmall: false, isShared: false },
      texts: new Map(Object.entries(texts)),
      abilities: [],
    },
    'electronics',
    defaultProfile,
  );

describe('what is asked for alternates', () => {
  it.each<[Part['kind'], Readonly<Record<string, string>>, object | undefined]>([
    [
      'capacitor',
      { capacitance: '100 nF', package: '0603', voltage_rating: '50 V' },
      { name: 'capacitance', value: 100e-9, size: '0603', minVoltage: 50 },
    ],
    ['resistor', { resistance: '10 kΩ', package: '0402' }, { name: 'resistance', value: 10_000, size: '0402' }],
    ['inductor', { inductance: '10 µH', package: '1210 (3225 metric)' }, { name: 'inductance', size: '1210' }],
    // Four digits that are no size of a chip: any package will do.
    ['inductor', { inductance: '10 µH', package: '5040' }, { name: 'inductance', size: undefined }],
    ['capacitor', { capacitance: '100 µF', package: 'Radial' }, { name: 'capacitance', size: undefined }],
    ['capacitor', { capacitance: '100 µF' }, { size: undefined, minVoltage: undefined, widestTolerance: undefined }],
    // What its main figure is, is not known.
    ['capacitor', { package: '0603' }, undefined],
    ['diode', { resistance: '10 kΩ' }, undefined],
  ])('of a %s with %j is its main figure', (kind, texts, figure) => {
    const question = questionOf(kind, texts);
    if (figure === undefined) expect(question.figure).toBeUndefined();
    else
      expect(question.figure).toMatchObject({
        ...figure,
        ...('value' in figure && { value: expect.closeTo(Number(figure.value), 12) }),
      });
  });

  it.each<[Part['kind'], Readonly<Record<string, string>>, readonly string[]]>([
    [
      'zener_diode',
      { zener_voltage: '5.1 V', package: 'SOD-123' },
      ['zener 5.1 V SOD-123', 'zener 5.1 V SOD123', 'zener 5.1V SOD-123'],
    ],
    [
      'suppressor',
      { standoff_voltage: '5 V', polarity: 'bidirectional' },
      ['TVS 5 V bidirectional', 'TVS 5V bidirectional'],
    ],
    ['ferrite_bead', { impedance: '±600 Ω' }, ['ferrite bead 600 Ω', 'ferrite bead 600Ω']],
    ['crystal', { frequency: '8 MHz' }, ['crystal 8 MHz', 'crystal 8MHz']],
    ['transistor', { function: 'npn', package: 'SOT23' }, ['npn SOT23']],
    ['connector', { function: 'header', pin_count: '4', pitch: '2.54' }, ['header 4 2.54']],
    // What is needed to tell its kind is not known, or its kind has no words of its own.
    ['connector', { function: 'header', pin_count: '4' }, []],
    ['diode', { package: 'SOD-123' }, []],
    ['capacitor', { capacitance: '100 nF' }, []],
  ])('of a %s with %j is by the words %j', (kind, texts, phrases) => {
    expect(questionOf(kind, texts).phrases).toEqual(phrases);
  });

  it('is by the device that its number names, in its profile', () => {
    expect(questionOf('other' as Part['kind'], {})).toEqual({
      profileId: 'electronics',
      figure: undefined,
      piece: 'CORE',
      phrases: [],
    });
  });
});
