import { expect, it } from 'vitest';
import { createFormats } from '../../../gateway/console/format.ts';
import { certificateWords } from '../../../gateway/console/pages/estimates/words.ts';
import { EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';

const wordsOf = (certificate: object): string =>
  certificateWords(
    createFormats('en', new Date('2026-03-01T12:00:00Z')),
    EstimateResponse.fromPartial({ status: 'ready', optimizationMode: 'min_price', certificate, orders: [{}] }),
  );

it.each([
  [{ gap: 0, isFirstAimProven: true }, 'Proven: no basket is cheaper.'],
  [
    { gap: 0, isFirstAimProven: true, unknownDuties: 1 },
    'Proven: no basket is cheaper. Import duty on 1 purchase is not known: it is in neither the total nor that.',
  ],
  [
    { gap: 0.01, isFirstAimProven: true, unknownDuties: 3 },
    'At most 1% from the best possible. Import duty on 3 purchases is not known: it is in neither the total nor that.',
  ],
])('the certificate %o says what it speaks of, and what it does not', (certificate, words) => {
  expect(wordsOf(certificate)).toBe(words);
});
