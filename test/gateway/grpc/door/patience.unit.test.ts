import { expect, test } from 'vitest';
import { patienceMsOf } from '../../../../gateway/grpc/door/patience.ts';

test('a caller waits for as long as its grpc-timeout says, in every unit', () => {
  expect(['2H', '2M', '2S', '2m', '2000u', '2000000n'].map(patienceMsOf)).toEqual([7_200_000, 120_000, 2_000, 2, 2, 2]);
});

test('a caller without one waits for ever, and one whose timeout is not well-formed has no patience', () => {
  expect(patienceMsOf(undefined)).toBe(Number.POSITIVE_INFINITY);
  for (const odd of ['', '5', 'S', '5s', '-1S', '123456789S', '1 S', ['1S', '2S']]) expect(patienceMsOf(odd)).toBe(0);
});
