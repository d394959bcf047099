import { describe, expect, it } from 'vitest';
import { figuresIn } from '../../../domain/characteristics/figures-in-text.ts';

/** `V 12`, `F 1e-7`, `Ω 1..2`, `Hz 1..`, by unit and value. */
const told = (text: string): readonly string[] =>
  figuresIn(text).map(({ quantity, isDeviation }) => {
    const mark = isDeviation ? '±' : '';
    if (quantity.kind === 'value') return `${mark}${quantity.unit} ${Number(quantity.value.toPrecision(6))}`;
    const { unit, from, to } = quantity;
    return `${unit} ${from ?? ''}..${to ?? ''}`;
  });

describe('the figures of a text', () => {
  it.each<[text: string, figures: readonly string[]]>([
    ['12 V', ['V 12']],
    ['12Vout', ['V 12']],
    ['50WV', ['V 50']],
    ['5VDC', ['V 5']],
    ['12 Vx', []],
    ['500MA', ['A 0.5']],
    ['250MW', ['W 0.25']],
    ['4.7NH', ['H 4.7e-9']],
    ['10MFD', ['F 0.00001']],
    ['10k', ['Ω 10000']],
    ['2M', ['Ω 2000000']],
    ['4k7', ['Ω 4700']],
    ['4R7', ['Ω 4.7']],
    ['4n7', ['F 4.7e-9']],
    ['2p2', ['F 2.2e-12']],
    ['1/4W', ['W 0.25']],
    ['±5 %', ['±1 0.05']],
    ['-5 V', ['V -5']],
    ['≥5 V', ['V 5..']],
    ['> 5 V', ['V 5..']],
    ['≤5 V', ['V ..5']],
    ['< 5 V', ['V ..5']],
    ['min. 5 V', ['V 5..']],
    ['max 5 V', ['V ..5']],
    ['5 V, 2 A', ['V 5', 'A 2']],
    ['nothing to tell', []],
  ])('%s is %j', (text, figures) => {
    expect(told(text)).toEqual(figures);
  });
});
