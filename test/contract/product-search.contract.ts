import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultProfile, type ProductDraft } from '../../domain/catalog.ts';
import { manufacturerKey, mpnKey } from '../../domain/identity.ts';
import { productId } from '../../domain/ids.ts';
import type { CatalogStore, WriteContext } from '../../domain/ports.ts';
import type { ProductFilters } from '../../domain/search/filters.ts';
import type { ProductSearch, SearchMark } from '../../domain/search/ports.ts';

/** A search under test, and the catalogue that it looks into. */
export interface ProductSearchUnderTest {
  readonly search: ProductSearch;
  readonly store: CatalogStore;
  close(): Promise<void>;
}

const context: WriteContext = { correlationId: 'search-contract', traceparent: undefined };
const monday = new Date('2026-03-02T10:00:00.000Z');

const draft = (manufacturer: string, mpn: string, more: Partial<ProductDraft> = {}): ProductDraft => ({
  profileId: defaultProfile.id,
  manufacturer,
  mpn,
  ...more,
});

const idOf = (manufacturer: string, mpn: string): string =>
  productId(defaultProfile.id, manufacturerKey(manufacturer), mpnKey(mpn));

/** What every product search guarantees. Each test uses makers and numbers of its own. */
export const productSearchContract = (create: () => Promise<ProductSearchUnderTest>): void => {
  let subject: ProductSearchUnderTest;
  let search: ProductSearch;
  let store: CatalogStore;

  beforeAll(async () => {
    subject = await create();
    ({ search, store } = subject);
  });
  afterAll(() => subject.close());

  const find = async (text: string, filters: ProductFilters = {}) =>
    (await search.search({ text, ...filters }, undefined, 100)).map((product) => product.mpn);

  const kindsOf = async (text: string, filters: ProductFilters = {}) =>
    (await search.search({ text, ...filters }, undefined, 100)).map(({ mpn, matchKind }) => [mpn, matchKind]);

  describe('search', () => {
    beforeAll(async () => {
      await store.upsert(
        [
          draft('Findus', 'FN-358', { description: 'Dual operational amplifier 10µF Würth' }),
          draft('Findus', 'FN-358A', { description: 'Dual operational amplifier' }),
          draft('Findus', 'FN-358AD-T', { description: 'Dual operational amplifier' }),
          draft('Findus', 'FN-358AB-T', { description: 'Dual operational amplifier' }),
          draft('Findus', 'XX-1', { description: 'replaces FN-358 3.3V, tantalum/polymer' }),
          draft('Findus', '1.5FMC6.8CA'),
          draft('Findus', '1.5FMC68CA'),
          draft('Lostus', 'FN-358', { description: 'single' }),
        ],
        monday,
        context,
      );
    });

    it('puts the exact number first, then numbers that begin with it, shorter first, then words', async () => {
      expect(await find('fn 358', { manufacturer: 'Findus' })).toEqual([
        'FN-358',
        'FN-358A',
        'FN-358AB-T',
        'FN-358AD-T',
        'XX-1',
      ]);
    });

    it('finds a number typed without separators, and the same marks before other marks', async () => {
      expect(await find('FN358ABT')).toEqual(['FN-358AB-T']);
      expect(await find('1.5fmc68ca')).toEqual(['1.5FMC68CA', '1.5FMC6.8CA']);
      expect(await find('1.5FMC6.8CA')).toEqual(['1.5FMC6.8CA', '1.5FMC68CA']);
    });

    it('finds by all words, whatever their case, accents and punctuation', async () => {
      expect(await find('findus DUAL amplifier')).toHaveLength(4);
      expect(await find('wurth 10uF')).toEqual(['FN-358']);
      expect(await find('polymer 3.3V')).toEqual(['XX-1']);
      expect(await find('dual nothing')).toEqual([]);
    });

    it('answers relevance 1 for the exact number and less for everything after it', async () => {
      const found = await search.search({ text: 'FN-358', manufacturer: 'Findus' }, undefined, 10);
      expect(found[0]?.relevance).toBe(1);
      const ranks = found.map(({ relevance }) => relevance);
      expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
      expect(Math.min(...ranks)).toBeGreaterThan(0);
    });

    it('filters by maker under any of its spellings, and by profile', async () => {
      expect(await find('FN358', { manufacturer: 'Lostus' })).toEqual(['FN-358']);
      expect(await find('single', { manufacturer: 'Findus' })).toEqual([]);
      await store.addAliases([{ alias: 'LTS', manufacturer: 'Lostus' }], 'test', context);
      expect(await find('FN358', { manufacturer: 'lts' })).toEqual(['FN-358']);
      expect(await find('single', { manufacturer: 'Lts Inc' })).toEqual(['FN-358']);
      expect(await find('FN358', { profileId: 'no-such-profile' })).toEqual([]);
    });

    it('finds nothing for a text without letters or digits, and takes any text', async () => {
      for (const text of ['', '  ', '---', "'", '"', '%', '_', '\\', "a' | 'b", '& !', 'x'.repeat(2_000), '漢', 'Ω']) {
        expect(await find(text)).toEqual(expect.any(Array));
      }
      expect(await find('%')).toEqual([]);
    });

    const pages = async (text: string, size: number, between: () => Promise<unknown> = async () => undefined) => {
      const ids: string[] = [];
      let after: SearchMark | undefined;
      for (;;) {
        const page = await search.search({ text }, after, size);
        ids.push(...page.map(({ id }) => id));
        after = page.at(-1)?.mark;
        if (page.length < size) return ids;
        await between();
      }
    };

    it('gives the same items page by page as at once, for every page size', async () => {
      const drafts = Array.from({ length: 40 }, (_, at) =>
        draft(`Pager ${at % 3}`, `PG-${'7'.repeat(at % 5)}${at}`, { description: `pg7 paged${at % 2 ? '' : ' pg'}` }),
      );
      await store.upsert([...drafts, draft('Pager 0', 'PG'), draft('Pager 1', 'P.G')], monday, context);
      for (const text of ['PG', 'pg7', 'paged']) {
        const whole = await pages(text, 500);
        expect(new Set(whole).size).toBe(whole.length);
        expect(whole.length).toBeGreaterThan(10);
        for (const size of [1, 2, 3, 7, 41]) expect(await pages(text, size)).toEqual(whole);
      }
    });

    it('shows every product that was there all the time exactly once while others come', async () => {
      const drafts = Array.from({ length: 30 }, (_, at) =>
        draft('Moving', `MV${at}`, { description: 'moving target' }),
      );
      await store.upsert(drafts, monday, context);
      let added = 0;
      const ids = await pages('mv', 4, () => {
        added += 1;
        return store.upsert([draft('Moving', `MV0${added}`), draft('Moving', `M-V-${added}9`)], monday, context);
      });
      expect(new Set(ids).size).toBe(ids.length);
      for (const { mpn } of drafts) expect(ids).toContain(idOf('Moving', mpn));
    });

    it('finds and pages through words that thousands of products share', async () => {
      const many = Array.from({ length: 6_000 }, (_, at) =>
        draft('Plenty', `PL${at}`, { description: at % 3 === 0 ? 'ubiquitous threefold' : 'ubiquitous' }),
      );
      await store.upsert(many, monday, context);
      const page = (text: string, after?: SearchMark) => search.search({ text, manufacturer: 'Plenty' }, after, 500);
      const ids: string[] = [];
      let after: SearchMark | undefined;
      do {
        const found = await page('ubiquitous', after);
        ids.push(...found.map(({ id }) => id));
        after = found.length === 500 ? found.at(-1)?.mark : undefined;
      } while (after !== undefined);
      expect(ids).toEqual(many.map(({ mpn }) => idOf('Plenty', mpn)).sort());
      expect(await page('ubiquitous threefold')).toHaveLength(500);
      expect(await page('ubiquitous PL77')).toHaveLength(1);
    });

    it('rejects with the reason of an aborted signal', async () => {
      const reason = new Error('gone');
      const aborted = search.search({ text: 'x' }, undefined, 1, {
        signal: AbortSignal.abort(reason),
      });
      await expect(aborted).rejects.toBe(reason);
    });
  });

  describe('kinds', () => {
    beforeAll(() =>
      store.upsert(
        [
          draft('Kinds', 'KQ-7402'),
          draft('Kinds', 'KQ-7402-AB'),
          draft('Kinds', 'TKQ-7402'),
          draft('Kinds', 'KQ-7403', { description: 'stands in for KQ-7402' }),
          draft('Kinds', 'ZZ-1', { description: 'stands in for KQ-7402' }),
          draft('Kinds', 'VW8815-33K-TR'),
          draft('Kinds', 'VW8815-33K-TRX'),
        ],
        monday,
        context,
      ),
    );

    it('are listed from exact to words, each product once, and told for each product', async () => {
      expect(await kindsOf('kq-7402', { manufacturer: 'Kinds' })).toEqual([
        ['KQ-7402', 'exact'],
        ['KQ-7402-AB', 'prefix'],
        ['TKQ-7402', 'fragment'],
        ['KQ-7403', 'typo'],
        ['ZZ-1', 'words'],
      ]);
    });

    it('go page by page as they go at once', async () => {
      const query = { text: 'kq-7402', manufacturer: 'Kinds' };
      const whole = await search.search(query, undefined, 100);
      let after: SearchMark | undefined;
      for (const { id } of whole) {
        const page = await search.search(query, after, 1);
        expect(page.map((each) => each.id)).toEqual([id]);
        after = page[0]?.mark;
      }
      expect(await search.search(query, after, 1)).toEqual([]);
    });

    it('beyond prefixes are not tried when a text of eight characters or more is a number or begins one', async () => {
      expect(await kindsOf('VW8815-33K-TR')).toEqual([
        ['VW8815-33K-TR', 'exact'],
        ['VW8815-33K-TRX', 'prefix'],
      ]);
      expect(await kindsOf('VW881533KTRX')).toEqual([['VW8815-33K-TRX', 'exact']]);
    });

    it.each([
      ['a wrong character', 'VW8816-33K-TRX'],
      ['a missing one', 'VW8815-3K-TRX'],
      ['one too many', 'VW8815-433K-TRX'],
      ['two changed over', 'VW8851-33K-TRX'],
      ['a wrong one in front', 'WW8815-33K-TRX'],
      ['the first one missing', 'W881533KTQX'.replace('Q', 'R')],
    ])('find a number with %s', async (_, typed) => {
      expect(await find(typed)).toContain('VW8815-33K-TRX');
    });

    it('do not flood short texts and plain words with numbers that resemble them', async () => {
      expect(await find('KQ741')).toEqual([]);
      expect(await find('nothing like this')).toEqual([]);
    });
  });

  it('finds every product by its number, any beginning and piece of it, and with one slip in it', async () => {
    const number = fc
      .tuple(fc.stringMatching(/^[A-Z]{2,4}[0-9]{3,5}$/), fc.stringMatching(/^[A-Z0-9]{2,6}$/))
      .map(([series, rest]) => `${series}-${rest}`);
    const sample = [...new Set(fc.sample(number, { numRuns: 150, seed: 20_260_302 }))];
    await store.upsert(
      sample.map((mpn) => draft('Property', mpn)),
      monday,
      context,
    );
    const found = async (text: string, mpn: string) =>
      expect(await find(text, { manufacturer: 'Property' }), `${mpn} by ${text}`).toContain(mpn);
    const places = fc.tuple(fc.constantFrom(...sample), fc.nat(), fc.nat(), fc.stringMatching(/^[A-Z0-9]$/));
    await fc.assert(
      fc.asyncProperty(places, async ([mpn, at, size, letter]) => {
        const compact = mpn.replace('-', '');
        await found(mpn.toLowerCase(), mpn);
        await found(compact, mpn);
        await found(compact.slice(0, 3 + (size % (compact.length - 2))), mpn);
        const begin = at % (compact.length - 3);
        await found(compact.slice(begin, begin + 4 + (size % compact.length)), mpn);
        const slip = at % compact.length;
        const misspelt = compact.slice(0, slip) + letter + compact.slice(slip + (size % 2));
        if (compact.length >= 8 && !sample.some((other) => other.replace('-', '').startsWith(misspelt)))
          await found(misspelt, mpn);
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it('finds and pages through pieces that thousands of numbers share', async () => {
    const many = Array.from({ length: 4_000 }, (_, at) => draft('Pieces', `${at}-QZQX-${at % 7}`));
    await store.upsert(many, monday, context);
    for (const text of ['qzqx', 'QZQX-3']) {
      const ids: string[] = [];
      let after: SearchMark | undefined;
      do {
        const page = await search.search({ text }, after, 300);
        ids.push(...page.map(({ id }) => id));
        after = page.length === 300 ? page.at(-1)?.mark : undefined;
      } while (after !== undefined);
      const expected = many.filter(({ mpn }) => mpn.includes(text.toUpperCase())).map(({ mpn }) => idOf('Pieces', mpn));
      expect(ids.toSorted()).toEqual(expected.toSorted());
    }
  });

  describe('filters', () => {
    beforeAll(() =>
      store.upsert(
        [
          draft('Filt', 'FT-1', { lifecycle: 'active', characteristics: { tolerance: '1 %', package: '0603' } }),
          draft('Filt', 'FT-2', { lifecycle: 'discontinued', characteristics: { tolerance: '1 %' } }),
          draft('Filt', 'FT-3', { lifecycle: 'new', characteristics: { tolerance: "5 '%" } }),
          draft('Filt Two', 'FT-4'),
        ],
        monday,
        context,
      ),
    );

    it('keep products with any of the lifecycle words', async () => {
      expect(await find('FT', { lifecycles: ['active', 'new'] })).toEqual(['FT-1', 'FT-3']);
    });

    it('keep products with all of the characteristics, to the letter', async () => {
      expect(await find('FT', { characteristics: { tolerance: '1 %' } })).toEqual(['FT-1', 'FT-2']);
      expect(await find('FT', { characteristics: { tolerance: '1 %', package: '0603' } })).toEqual(['FT-1']);
      expect(await find('FT', { characteristics: { tolerance: "5 '%" } })).toEqual(['FT-3']);
    });

    it('hold together, for every kind', async () => {
      const filters = {
        manufacturer: 'FILT',
        lifecycles: ['discontinued' as const],
        characteristics: { tolerance: '1 %' },
      };
      for (const text of ['FT', 'FT-2', 'filt']) expect(await find(text, filters)).toEqual(['FT-2']);
    });

    it('keep nothing where nothing is in stock', async () => {
      expect(await find('FT', { inStockFor: { customerId: 'acme', groupIds: [] } })).toEqual([]);
    });
  });

  describe('facets', () => {
    it('count what the search finds, most frequent first', async () => {
      await store.upsert(
        ['A1', 'A2', 'B1'].map((end, at) =>
          draft(at < 2 ? 'Facetta' : 'Facettb', `FCT-${end}`, {
            lifecycle: at === 0 ? 'active' : 'new',
            ...(at === 1 ? { characteristics: { tolerance: '1 %' } } : {}),
          }),
        ),
        monday,
        context,
      );
      const counts = await search.facets({ text: 'FCT' }, [
        { kind: 'field', field: 'manufacturer' },
        { kind: 'field', field: 'lifecycle' },
        { kind: 'characteristic', name: 'tolerance' },
      ]);
      expect(counts).toEqual({
        facets: [
          [
            { value: 'Facetta', count: 2 },
            { value: 'Facettb', count: 1 },
          ],
          [
            { value: 'new', count: 2 },
            { value: 'active', count: 1 },
          ],
          [{ value: '1 %', count: 1 }],
        ],
        counted: 3,
        atLeast: false,
      });
    });

    it('count as many products as the pages hold, and say so when there are more than are counted', async () => {
      for (const text of ['FT', 'kq-7402', 'VW8815-33K-TR', 'qzqx']) {
        const { length } = await search.search({ text }, undefined, 9_999);
        expect((await search.facets({ text }, [{ kind: 'field', field: 'lifecycle' }])).counted).toBe(length);
      }
      await store.upsert(
        Array.from({ length: 10_001 }, (_, at) => draft('Crowded', `CRD${at}`, { lifecycle: 'active' })),
        monday,
        context,
      );
      const { facets, counted, atLeast } = await search.facets({ text: 'crd' }, [
        { kind: 'field', field: 'lifecycle' },
      ]);
      expect({ counted, atLeast, facets }).toEqual({
        counted: 10_000,
        atLeast: true,
        facets: [[{ value: 'active', count: expect.any(Number) }]],
      });
    });
  });
};
