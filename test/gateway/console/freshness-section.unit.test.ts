import { expect, it } from 'vitest';
import type { Overview, SupplierFreshness } from '../../../gateway/console/api.ts';
import { createFormats } from '../../../gateway/console/format.ts';
import { freshnessSection } from '../../../gateway/console/pages/now/now.ts';

const formats = createFormats('en', new Date('2026-03-01T12:00:00Z'));
const written = (freshness: Overview['freshness']) =>
  String(freshnessSection(formats, freshness === undefined ? {} : { freshness }));

const fresh = { offers: 10, stale: 0, within_share: 1, oldest_seconds: 120, kept: true };
const old = { offers: 8, stale: 2, within_share: 0.75, oldest_seconds: 30_000, kept: false };
const of = (supplier_id: string, figures: Omit<SupplierFreshness, 'supplier_id'>) => ({ supplier_id, ...figures });

it('a supplier that keeps what is wanted too old is led to what can be done, others are not', () => {
  const suppliers = [of('kestrel', { price: fresh, stock: old }), of('borealis', { price: fresh })];
  const html = written({ suppliers, suppliers_left_out: 0, left_out_not_kept: 0 });
  expect(html).toContain('<span class="bad">75%</span>');
  expect(html).toContain('6 of 8 stocks within the objective');
  expect(html).toContain('8 hr');
  expect(html).toContain('href="/console/runbooks/ingestionlaghigh"');
  expect(html).toContain('href="/console/connectors/kestrel"');
  expect(html).not.toContain('href="/console/connectors/borealis"');
  expect(html).not.toContain('more with');
});

it('where all keep to it nothing is asked of anybody, and how many are not shown is said', () => {
  const html = written({ suppliers: [of('borealis', { price: fresh })], suppliers_left_out: 7, left_out_not_kept: 0 });
  expect(html).not.toContain('What to do');
  expect(html).toContain('7 more with at least as much within the objectives; all of them keep both objectives.');
  const worse = written({ suppliers: [of('x', { price: old })], suppliers_left_out: 7, left_out_not_kept: 3 });
  expect(worse).toContain('3 of them do not keep an objective');
});

it('nothing wanted and nothing measured are told apart, each with what comes next', () => {
  expect(written({ suppliers: [], suppliers_left_out: 0, left_out_not_kept: 0 })).toContain('Nothing is wanted yet');
  expect(written(undefined)).toContain('the database does not answer');
});
