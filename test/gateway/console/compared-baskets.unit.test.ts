import { expect, it } from 'vitest';
import { createFormats } from '../../../gateway/console/format.ts';
import { buildSection, modeSection } from '../../../gateway/console/pages/estimates/baskets.ts';
import { EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';

const formats = createFormats('en', new Date('2026-03-01T12:00:00Z'));

const basket = (optimizationMode: string, unknownDuties: number) => ({
  optimizationMode,
  buildQuantity: 1,
  boughtLines: 2,
  suppliers: 1,
  total: { amount: '10', currency: 'EUR' },
  totalPerBuild: { amount: '10', currency: 'EUR' },
  unknownDuties,
});

const estimateOf = (...unknownDuties: readonly number[]): EstimateResponse => {
  const baskets = unknownDuties.map((count, at) => basket(at === 0 ? 'min_price' : 'min_suppliers', count));
  return EstimateResponse.fromPartial({ status: 'ready', comparison: baskets, builds: baskets });
};

const textOf = (html: unknown): string => String(html).replaceAll(/<[^>]*>/g, '');

it('a basket of which import duty is not known says so beside its total, and the note says what that means', async () => {
  for (const section of [modeSection, buildSection]) {
    const text = textOf(await section(formats, estimateOf(0, 3)));
    expect(text).toContain('Import duty that is not known is in none of the sums.');
    expect(text.match(/duty of 3 not known/g)).toHaveLength(1);
  }
});

it('nothing is said of import duty where all of it is known', async () => {
  for (const section of [modeSection, buildSection])
    expect(textOf(await section(formats, estimateOf(0, 0)))).not.toMatch(/duty/i);
});

it('what is built of several assemblies is sets, else boards', async () => {
  const estimate = estimateOf(0);
  expect(textOf(await buildSection(formats, estimate))).toMatch(/By boards built.*What one board costs.*1 board\b/s);
  const assemblies = [{ name: 'Panel', buildQuantity: 2, lines: 1, boughtLines: 1, goods: undefined }];
  expect(textOf(await buildSection(formats, { ...estimate, assemblies }))).toMatch(
    /By sets built.*What one set costs.*1 set\b/s,
  );
});

it('a basket that buys fewer lines than another says of how many and why, and one that buys nothing has no sum', async () => {
  const some = { ...basket('min_price', 0), boughtLines: 1, lines: 3, unboughtMessage: '1 of 3 lines is bought.' };
  const none = { ...some, boughtLines: 0, unboughtMessage: 'Nothing is bought. 3 lines: There is not enough.' };
  const all = { ...some, boughtLines: 3, unboughtMessage: '' };
  const rows = [all, some, none];
  const estimate = EstimateResponse.fromPartial({ status: 'ready', comparison: rows, builds: rows });
  for (const section of [modeSection, buildSection]) {
    const text = textOf(await section(formats, estimate));
    expect(text).toContain('3 of 3');
    expect(text).toContain('1 of 3');
    expect(text).toContain(some.unboughtMessage);
    expect(text).toContain(`0 of 3 lines. ${none.unboughtMessage}`);
    expect(text.match(/€10/g)).toHaveLength(4);
  }
});
