import { expect, test } from 'vitest';
import { recordMeasurer, titleMeasurer } from '../../../support/measured-records.ts';

const counts = {
  records: 99,
  counts: new Map([
    ['camera', 49],
    ['black', 49],
    ['acme', 9],
  ]),
};
const measured = titleMeasurer(counts);

test('the rarest shared word tells one word that nobody else has from many that everybody has', () => {
  const few = measured('zephyr black', 'zephyr camera');
  expect(few('shared_rarest')).toBeCloseTo(Math.log(100));
  expect(few('shared_second')).toBe(0);
  const many = measured('acme black camera one', 'acme black camera two');
  expect(many('shared_rarest')).toBeCloseTo(Math.log(10));
  expect(many('shared_second')).toBeCloseTo(Math.log(2));
  expect(many('shared_digit')).toBe(0);
});

test('a rare word counts as shared however the other side writes it', () => {
  const of = measured('acme KX9341', 'acme kx 9341');
  expect(of('shared_rarest')).toBeCloseTo(Math.log(10));
  expect(of('shared_found_rarest')).toBeCloseTo(Math.log(100));
  expect(of('shared_plain_rarest')).toBeCloseTo(Math.log(10));
});

test('the rarest words of each title are looked for on the other side', () => {
  const of = measured('zephyr acme camera', 'acme camera black');
  expect(of('rarest_found_less')).toBe(0);
  expect(of('rarest_found_more')).toBe(1);
  expect(of('second_rarest_found_less')).toBe(1);
  expect(of('rarest_lone_run_found_more')).toBe(1);
  expect(of('rarest_run_found_less')).toBe(0);
  expect(measured('', 'acme')('rarest_found_more')).toBeUndefined();
});

test('of a record without a title it is unknown what titles share, and not nothing', () => {
  const untitled = { manufacturer: 'Acme', mpn: 'KX9341' };
  const of = recordMeasurer(counts)(untitled, untitled);
  for (const name of [
    'shared_rarest',
    'lone_sum_more',
    'rarest_run_found_less',
    'order_first_lone_less',
    'substitutes',
  ])
    expect(of(name), name).toBeUndefined();
  expect(of('shared_all_rarest')).toBeCloseTo(Math.log(100));
});
