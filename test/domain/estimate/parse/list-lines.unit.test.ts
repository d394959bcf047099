import { describe, expect, it } from 'vitest';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import { tableOf, textOf } from './documents.ts';

const partsOf = (...lines: readonly string[]): readonly string[] =>
  parseLines(textOf(...lines)).lines.map(({ rawText }) => rawText);

describe('in a text whose parts state their quantity', () => {
  const counted = ['2x 10k resistor', '4x 100nF capacitor', '1x LM358 opamp'];

  it('a line alone without one is a note', () => {
    expect(partsOf('A small amplifier', '', ...counted, '', 'Solder the LM358 last')).toEqual(counted);
  });

  it('a title names the list and is no part of it', () => {
    expect(partsOf('Bill of materials', ...counted)).toEqual(counted);
    expect(partsOf('You need:', ...counted)).toEqual(counted);
    expect(partsOf('# Parts of revision 2', ...counted)).toEqual(counted);
  });

  it('a line among them is a part as they are', () => {
    expect(partsOf(counted[0] ?? '', counted[1] ?? '', 'perfboard', counted[2] ?? '')).toHaveLength(4);
  });

  it('a sentence among them is none', () => {
    expect(partsOf(...counted, '', 'The LM358 may get warm while it works. Use a socket.')).toEqual(counted);
  });
});

describe('in a text whose parts state no quantity', () => {
  it('lines around parts are parts, though nothing in them is known', () => {
    expect(partsOf('LM358', 'BC547', 'loudspeaker', '10k resistor')).toHaveLength(4);
  });

  it('items that are numbered one by one are parts', () => {
    expect(partsOf('1. Loudspeaker', '2. Battery holder', '3. Enclosure', '', 'Have fun')).toHaveLength(3);
  });

  it('prose without a number or a value is none', () => {
    expect(partsOf('This is a lamp.', 'It glows at night.', 'We like it very much indeed.')).toEqual([]);
  });

  it('a date makes a line a remark', () => {
    expect(partsOf('as of 2024-03-01 BC547', '', 'LM358', 'BC547', '10k resistor')).toHaveLength(3);
  });
});

const quantitiesOf = (...lines: readonly string[]): readonly (number | undefined)[] =>
  parseLines(textOf(...lines)).lines.map(({ quantity }) => quantity?.toNumber());

describe('the quantity of a line', () => {
  it('stands behind a dash where most lines have one there', () => {
    expect(quantitiesOf('ESP8266 board - 2', 'MQ-135 - 2', 'DHT22 -1', '5V relay - 4')).toEqual([2, 2, 1, 4]);
    expect(quantitiesOf('LM358', 'BC547', 'WSCI-40', 'part of the A - 3 series: 10k')).not.toContain(3);
  });

  it('stands in front of a word where many lines have one there', () => {
    expect(quantitiesOf('1 threaded rod M8', '2 nuts M8', '12 screws M3 x 10', 'a piece of tube')).toEqual(
      expect.arrayContaining([1, 2, 12]),
    );
  });

  it('is no number that goes up line by line', () => {
    expect(quantitiesOf('1 Loudspeaker', '2 Battery holder', '3 Enclosure with LM358')).not.toContain(2);
  });

  it('is no measure at the end of what is counted in front', () => {
    expect(quantitiesOf('2 wires of 10 cm', '4 wires of 15 cm', '6 screws M3 4 mm', '10 nuts M2')).toEqual([
      2, 4, 6, 10,
    ]);
    expect(quantitiesOf('solder wire 2 m', '2x LM358', '1x BC547')[0]).toBe(2);
  });

  it('is none of several within parentheses', () => {
    const lines = ['1x board with headers (2x 15 male, 1x 2x3 male)', '2x LM358', '1x BC547'];
    expect(quantitiesOf(...lines)).toEqual([1, 2, 1]);
  });

  it('is no length of a screw', () => {
    expect(quantitiesOf('Screw M3 x 10', 'Screw M2.5 x 8', 'Nut M3 x 4 pcs', 'Washer x 6')).toEqual([
      undefined,
      undefined,
      4,
      6,
    ]);
  });

  it('is the smaller of two numbers that stand alone', () => {
    expect(quantitiesOf('4148 x 6', '2 x 7805', '10k x 3')).toEqual([6, 2, 3]);
  });

  it('may stand before an at sign', () => {
    expect(quantitiesOf('2 @ pin header', '1  @  27512 EPROM', '4 @ 10k resistor')).toEqual([2, 1, 4]);
  });

  it('is no long number behind a colon', () => {
    expect(quantitiesOf('Terminal: 1984617', '2x LM358', '1x BC547')).not.toContain(1984617);
  });

  it('is no size at the end of a line', () => {
    const bom = parseLines(textOf('J1 14 pin header, 1 x 14', 'J2 16 pin header, 2 x 8', 'R1 10k'));
    expect(bom.lines.map(({ row }) => row)).toEqual([1, 2, 3]);
  });
});

describe('a line is a part', () => {
  it('where it begins with a number that stands apart from what explains it', () => {
    const lines = [
      '82C55AC       24 pin controller for all of the inputs     header of outputs.',
      '74HC138B1 x2  3 to 8 line decoder for the rows of buttons  and the matrix.',
      'Z84C0008PEC   processor with a clock of up to eight       main unit.',
    ];
    expect(partsOf(...lines)).toHaveLength(3);
  });

  it('where it ends with a price, unless that is of all', () => {
    expect(partsOf('Battery box   £0.30', 'on/off switch  £0.15', 'BMP180   £1.00', 'total £1.45')).toHaveLength(3);
  });

  it('where its link stands below it, with or without its price', () => {
    const lines = ['Solar panel', '$14.90', 'https://shop.example/1', '', 'Charger', '$9.00', 'https://shop.example/2'];
    expect(partsOf(...lines)).toEqual(['Solar panel', 'Charger']);
    expect(
      partsOf('Parts:', 'Servo:', '  - link: https://shop.example/3', 'Buzzer:', '  - link: https://shop.example/4'),
    ).toEqual(['Servo', 'Buzzer']);
  });
});

it('designators and values of columns that tabs part are read as such', () => {
  const bom = parseLines(
    tableOf(
      [
        ['C1 ', '', 'above the socket', '', 'blue'],
        ['C2', '', '47uF'],
        ['CR1', '', '1N4148'],
        ['U2', '', '74LS14'],
      ],
      {
        delimiter: '\t',
      },
    ),
  );
  expect(bom.lines.map(({ references }) => references.join())).toEqual(['C1', 'C2', 'CR1', 'U2']);
});

it('commas of counted lines are no columns', () => {
  const bom = parseLines(
    tableOf([
      ['2x resistor', '10k', '0603'],
      ['4x capacitor', '100nF'],
      ['1x opamp', 'LM358', 'SOIC'],
    ]),
  );
  expect(bom.detected.map).toBeUndefined();
  expect(bom.lines.map(({ quantity }) => quantity?.toNumber())).toEqual([2, 4, 1]);
});

it('links in Markdown and letters of full width read as plain text', () => {
  const bom = parseLines(textOf('- ２x [LM358](https://shop.example/lm358)', '- 1x BC547', '- 3x 1N4148'));
  expect(bom.lines.map(({ quantity }) => quantity?.toNumber())).toEqual([2, 1, 3]);
  expect(bom.lines[0]?.parts[0]?.partNumber).toBe('LM358');
});
