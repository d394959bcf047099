import { describe, expect, test } from 'vitest';
import {
  categoryPath,
  categoryTree,
  isInCategory,
  pathsUpTo,
  statedCategory,
} from '../../../domain/catalog/category.ts';
import { categoryKinds } from '../../../domain/catalog/category-kinds.ts';

describe('the path of a category', () => {
  test.each([
    ['Resistors > Chip Resistor - Surface Mount', 'Resistors > Chip resistors'],
    ['0603 SMD resistors', 'Resistors > Chip resistors'],
    ['Chip resistor', 'Resistors > Chip resistors'],
    ['Thick Film Resistors - SMD', 'Resistors > Chip resistors'],
    ['0805 MLCC SMD capacitors', 'Capacitors > Ceramic capacitors'],
    ['NPN THT transistors', 'Transistors > Bipolar transistors'],
    ['Bipolar Transistors - BJT', 'Transistors > Bipolar transistors'],
    ['Unidirectional SMD transil diodes', 'Circuit protection > TVS diodes'],
    ['SMD Schottky diodes', 'Diodes > Schottky diodes'],
    ['THT LEDs 3mm', 'Optoelectronics > LEDs'],
    ['Real Time Clock', 'Integrated circuits > Clocks and timers'],
    ['ARM Microcontrollers - MCU', 'Integrated circuits > Microcontrollers'],
    ['ST microcontrollers', 'Integrated circuits > Microcontrollers'],
    ['STM development kits', 'Modules and boards > Development boards'],
    ['Flip-Flops', 'Integrated circuits > Logic'],
    ['Integrated Circuits (ICs)', 'Integrated circuits'],
    ['USB & IEEE1394 connectors', 'Connectors > USB connectors'],
    ['Switching regulator', 'Integrated circuits > Regulators > Switching regulators'],
    ['Microswitches TACT', 'Switches and encoders > Tactile switches'],
    ['Relays', 'Relays'],
  ])('%s is %s, whoever names it so', (text, path) => expect(categoryPath(text)).toBe(path));

  test('a name that is not known is a category of its own, whatever its case and blanks', () => {
    expect(categoryPath('  Garden   TOOLS > hoses & Reels ')).toBe('Garden TOOLS > Hoses & reels');
    expect(categoryPath('Garden TOOLS|Hoses & reels')).toBe('Garden TOOLS > Hoses & reels');
  });

  test('a path is its own, so that what was served can be asked for again', () => {
    const texts = [...categoryKinds.flatMap(([path]) => pathsUpTo(path)), 'Garden tools > Hoses', 'Spare PARTS'];
    for (const text of texts) expect(categoryPath(categoryPath(text))).toBe(categoryPath(text));
    for (const [path] of categoryKinds) for (const each of pathsUpTo(path)) expect(categoryPath(each)).toBe(each);
  });

  test('a text without a letter or digit is none, and a long one stays within bounds', () => {
    expect(categoryPath(undefined)).toBeUndefined();
    expect(categoryPath(' > - > ')).toBeUndefined();
    const long = categoryPath(`${'zzz '.repeat(40)}> b > c > d > e > f`) ?? '';
    expect(long.split(' > ')).toHaveLength(4);
    expect(long.length).toBeLessThan(4 * 63);
  });

  test('characteristics state it under the name in any case, and no name of an object is one', () => {
    expect(statedCategory({ Category: 'Zener diode' })).toBe('Diodes > Zener diodes');
    expect(statedCategory({ package: '0603' })).toBeUndefined();
    expect(categoryPath('constructor')).toBe('Constructor');
  });
});

describe('the tree of categories', () => {
  const counts: readonly (readonly [string, number])[] = [
    ['Resistors > Chip resistors', 5],
    ['Resistors', 2],
    ['Resistors and more', 1],
    ['Integrated circuits > Regulators > Switching regulators', 3],
  ];

  test('counts products at and below every category', () => {
    expect(categoryTree(counts, { under: undefined, levels: 2 })).toEqual([
      { path: 'Integrated circuits', products: 3 },
      { path: 'Integrated circuits > Regulators', products: 3 },
      { path: 'Resistors', products: 7 },
      { path: 'Resistors > Chip resistors', products: 5 },
      { path: 'Resistors and more', products: 1 },
    ]);
  });

  test('below a category begins behind it, and a name that begins with its name is another', () => {
    expect(categoryTree(counts, { under: 'Resistors', levels: 4 })).toEqual([
      { path: 'Resistors > Chip resistors', products: 5 },
    ]);
    expect(isInCategory('Resistors and more', 'Resistors')).toBe(false);
    expect(isInCategory(undefined, 'Resistors')).toBe(false);
  });
});
