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
