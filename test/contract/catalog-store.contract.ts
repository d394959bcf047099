import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductDraft } from '../../domain/catalog/catalog.ts';
import { manufacturerKey, mpnKey } from '../../domain/catalog/identity.ts';
import type { CatalogStore, ProductQuery, SearchMark } from '../../domain/catalog/ports.ts';
import type { DomainEvent } from '../../domain/events.ts';
import { defaultProfile } from '../../domain/identity/built-in-profiles.ts';
import { productId } from '../../domain/ids.ts';
import type { WriteContext } from '../../domain/store-context.ts';

/** A store under test with the events that it has appended. */
export interface CatalogStoreUnderTest {
  readonly store: CatalogStore;
  /** All product events in the order of their positions. */
  productEvents(): Promise<readonly DomainEvent[]>;
  close(): Promise<void>;
}

const context: WriteContext = { correlationId: 'catalog-contract', traceparent: undefined };
const monday = new Date('2026-03-02T10:00:00.000Z');
const tuesday = new Date('2026-03-03T10:00:00.000Z');

const draft = (manufacturer: string, mpn: string, more: Partial<ProductDraft> = {}): ProductDraft => ({
  profileId: defaultProfile.id,
  manufacturer,
  mpn,
  ...more,
});

const idOf = (manufacturer: string, mpn: string, profileId = defaultProfile.id): string =>
  productId(profileId, manufacturerKey(manufacturer), mpnKey(mpn));

/** What every catalogue store guarantees. Each test uses makers of its own. */
export const catalogStoreContract = (create: () => Promise<CatalogStoreUnderTest>): void => {
  let subject: CatalogStoreUnderTest;
  let store: CatalogStore;

  beforeAll(async () => {
    subject = await create();
    store = subject.store;
  });
  afterAll(() => subject.close());

  const eventsOf = async (...ids: readonly string[]): Promise<readonly DomainEvent[]> =>
    (await subject.productEvents()).filter((event) => 'productId' in event && ids.includes(event.productId ?? ''));

  const find = async (text: string, filters: { manufacturer?: string; profileId?: string } = {}) =>
    (
      await store.search({ text, manufacturer: filters.manufacturer, profileId: filters.profileId }, undefined, 100)
    ).map((product) => product.mpn);

  describe('upsert', () => {
    it('creates a product under the id of its identity, with one product.created', async () => {
      const outcome = await store.upsert(
        [
          draft('Acme Inc.', ' AC-100 ', {
            description: 'A part',
            characteristics: { package: 'SOT-23' },
            lifecycle: 'active',
          }),
        ],
        monday,
        context,
      );
      expect(outcome).toEqual({ created: 1, updated: 0 });
      expect(await store.product(idOf('Acme', 'AC100'))).toEqual({
        id: idOf('Acme', 'AC100'),
        profileId: defaultProfile.id,
        manufacturer: 'Acme Inc.',
        manufacturerKey: 'ACME',
        mpn: 'AC-100',
        description: 'A part',
        characteristics: { package: 'SOT-23' },
        lifecycle: 'active',
        replacedBy: undefined,
        observedAt: monday,
      });
      expect(await eventsOf(idOf('Acme', 'AC100'))).toEqual([
        {
          type: 'product.created',
          productId: idOf('Acme', 'AC100'),
          profileId: defaultProfile.id,
          manufacturer: 'Acme Inc.',
          mpn: 'AC-100',
          lifecycle: 'active',
        },
      ]);
    });

    it('adds what is new, keeps what is not said, and names the changed fields in one product.updated', async () => {
      const id = idOf('Addit', 'AD1');
      await store.upsert(
        [draft('Addit', 'AD1', { description: 'first', characteristics: { a: '1', b: '2' }, lifecycle: 'new' })],
        monday,
        context,
      );
      const outcome = await store.upsert(
        [draft('ADDIT GmbH', 'ad-1', { characteristics: { b: '3', c: '4' }, lifecycle: 'active' })],
        tuesday,
        context,
      );
      expect(outcome).toEqual({ created: 0, updated: 1 });
      expect(await store.product(id)).toMatchObject({
        manufacturer: 'Addit',
        mpn: 'AD1',
        description: 'first',
        characteristics: { a: '1', b: '3', c: '4' },
        lifecycle: 'active',
        observedAt: tuesday,
      });
      expect((await eventsOf(id)).slice(1)).toEqual([
        { type: 'product.updated', productId: id, changed: ['characteristics', 'lifecycle_status'] },
      ]);
    });

    it('writes no event when nothing changes, and keeps the later instant of observation', async () => {
      const same = draft('Still', 'ST1', { description: 'same', characteristics: { x: 'y' } });
      await store.upsert([same], monday, context);
      expect(await store.upsert([same], tuesday, context)).toEqual({ created: 0, updated: 0 });
      expect(await store.upsert([same], monday, context)).toEqual({ created: 0, updated: 0 });
      expect(await store.product(idOf('Still', 'ST1'))).toMatchObject({ observedAt: tuesday });
      expect(await eventsOf(idOf('Still', 'ST1'))).toHaveLength(1);
    });

    it('lets an earlier observation fill gaps and never overwrite', async () => {
      await store.upsert([draft('Late', 'LT1', { description: 'new text' })], tuesday, context);
      await store.upsert([draft('Late', 'LT1', { description: 'old text', lifecycle: 'active' })], monday, context);
      expect(await store.product(idOf('Late', 'LT1'))).toMatchObject({
        description: 'new text',
        lifecycle: 'active',
        observedAt: tuesday,
      });
    });

    it('merges drafts of one identity in the order given', async () => {
      const outcome = await store.upsert(
        [
          draft('Merge', 'MG 1', { description: 'one', characteristics: { a: '1' } }),
          draft('Merge', 'MG-1', { characteristics: { b: '2' } }),
          draft('Merge', 'MG1', { description: 'three' }),
        ],
        monday,
        context,
      );
      expect(outcome).toEqual({ created: 1, updated: 0 });
      expect(await store.product(idOf('Merge', 'MG1'))).toMatchObject({
        mpn: 'MG 1',
        description: 'three',
        characteristics: { a: '1', b: '2' },
      });
    });

    it('keeps one identity of two profiles apart', async () => {
      await store.upsert(
        [draft('Profiled', 'P1'), { ...draft('Profiled', 'P1'), profileId: 'other' }],
        monday,
        context,
      );
      expect(await store.product(idOf('Profiled', 'P1'))).toMatchObject({ profileId: defaultProfile.id });
      expect(await store.product(idOf('Profiled', 'P1', 'other'))).toMatchObject({ profileId: 'other' });
      expect(await find('P1', { manufacturer: 'Profiled', profileId: 'other' })).toEqual(['P1']);
    });

    it('keeps texts exactly, whatever characters they hold', async () => {
      const text = `quote " back\\slash {brace} 'tick', null, µΩ 漢字 😀\nline\ttab`;
      await store.upsert(
        [draft('Quoted "X" \\ Y', 'Q-"1"', { description: text, characteristics: { [text]: text } })],
        monday,
        context,
      );
      expect(await store.product(idOf('Quoted "X" \\ Y', 'Q-"1"'))).toMatchObject({
        mpn: 'Q-"1"',
        description: text,
        characteristics: { [text]: text },
      });
    });

    it('writes overlapping batches of many writers whole, each product created once', async () => {
      const numbers = Array.from({ length: 60 }, (_, at) => `CC${at}`);
      const batches = Array.from({ length: 12 }, (_, writer) =>
        numbers
          .filter((_, at) => (at * 7 + writer) % 3 > 0)
          .map((mpn) => draft('Crowd', mpn, { characteristics: { [`by${writer}`]: 'x' } })),
      );
      const outcomes = await Promise.all(
        batches.map((batch, at) => store.upsert(at % 2 ? batch : batch.toReversed(), monday, context)),
      );
      const ids = numbers.map((mpn) => idOf('Crowd', mpn));
      const events = await eventsOf(...ids);
      expect(events.filter((event) => event.type === 'product.created')).toHaveLength(60);
      expect(outcomes.reduce((sum, { created }) => sum + created, 0)).toBe(60);
      const first = await store.product(idOf('Crowd', 'CC0'));
      expect(Object.keys(first?.characteristics ?? {})).toHaveLength(
        batches.filter((batch) => batch.some(({ mpn }) => mpn === 'CC0')).length,
      );
    });
  });

  describe('replacements', () => {
    it('are resolved when the replacement is there already, and when it appears later', async () => {
      await store.upsert([draft('Heir', 'NEW-1')], monday, context);
      await store.upsert([draft('Heir', 'OLD-1', { replacedByMpn: 'new1' })], monday, context);
      await store.upsert([draft('Heir', 'OLD-2', { replacedByMpn: 'NEW-2' })], monday, context);
      expect(await store.product(idOf('Heir', 'OLD-1'))).toMatchObject({ replacedBy: idOf('Heir', 'NEW-1') });
      expect((await store.product(idOf('Heir', 'OLD-2')))?.replacedBy).toBeUndefined();
      await store.upsert([draft('Heir', 'NEW-2'), draft('Stranger', 'NEW-2')], tuesday, context);
      expect(await store.product(idOf('Heir', 'OLD-2'))).toMatchObject({ replacedBy: idOf('Heir', 'NEW-2') });
      expect((await eventsOf(idOf('Heir', 'OLD-2'))).at(-1)).toEqual({
        type: 'product.updated',
        productId: idOf('Heir', 'OLD-2'),
        changed: ['replaced_by'],
      });
    });

    it('follow the name when another replacement is named', async () => {
      await store.upsert(
        [draft('Swap', 'A1', { replacedByMpn: 'B1' }), draft('Swap', 'B1'), draft('Swap', 'C1')],
        monday,
        context,
      );
      await store.upsert([draft('Swap', 'A1', { replacedByMpn: 'C1' })], tuesday, context);
      expect(await store.product(idOf('Swap', 'A1'))).toMatchObject({ replacedBy: idOf('Swap', 'C1') });
      await store.upsert([draft('Swap', 'A1', { replacedByMpn: 'Z9' })], tuesday, context);
      expect((await store.product(idOf('Swap', 'A1')))?.replacedBy).toBeUndefined();
    });

    it('never close a circle, whether it arrives at once or part by part', async () => {
      const circle = [
        draft('Ring', 'R1', { replacedByMpn: 'R2' }),
        draft('Ring', 'R2', { replacedByMpn: 'R3' }),
        draft('Ring', 'R3', { replacedByMpn: 'R1' }),
        draft('Ring', 'R4', { replacedByMpn: 'R4' }),
      ];
      await store.upsert(circle, monday, context);
      for (const part of circle) await store.upsert([{ ...part, manufacturer: 'Ring Two' }], monday, context);
      for (const manufacturer of ['Ring', 'Ring Two']) {
        for (const start of ['R1', 'R2', 'R3', 'R4']) {
          const seen = new Set<string>();
          let id: string | undefined = idOf(manufacturer, start);
          while (id !== undefined && !seen.has(id)) {
            seen.add(id);
            id = (await store.product(id))?.replacedBy;
          }
          expect(id).toBeUndefined();
        }
      }
    });
  });

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
      const found = await store.search({ text: 'FN-358', profileId: undefined, manufacturer: 'Findus' }, undefined, 10);
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

    describe('by part of a number, a typing error, and with filters', () => {
      const search = (text: string, more: Partial<ProductQuery> = {}) =>
        store.search({ text, manufacturer: 'Ferment', ...more }, undefined, 100);
      const mpns = async (text: string, more?: Partial<ProductQuery>) =>
        (await search(text, more)).map(({ mpn }) => mpn);

      beforeAll(() =>
        store.upsert(
          [
            draft('Ferment', 'KX-7734-QRS', { lifecycle: 'active', characteristics: { tolerance: '1 %' } }),
            draft('Ferment', '7734-ZZ', { lifecycle: 'discontinued', characteristics: { tolerance: '5 %' } }),
            draft('Ferment', 'BRK-900', { description: 'goes with 7734 and others', lifecycle: 'active' }),
            draft('Ferment', 'LB8O15-2', { description: 'says "quoted\\ {text}"' }),
          ],
          monday,
          context,
        ),
      );

      it('lists numbers that begin with it, then those that hold it, then words, and says which is which', async () => {
        const found = await search('7734');
        expect(found.map(({ mpn, matchKind }) => [mpn, matchKind])).toEqual([
          ['7734-ZZ', 'prefix'],
          ['KX-7734-QRS', 'fragment'],
          ['BRK-900', 'words'],
        ]);
        expect((await search('kx7734qrs'))[0]?.matchKind).toBe('exact');
      });

      it('finds a number by any fragment of three letters or more, across separators', async () => {
        const compact = 'KX7734QRS';
        for (let from = 1; from <= compact.length - 3; from += 1)
          for (let to = from + 3; to <= compact.length; to += 1)
            expect(await mpns(compact.slice(from, to))).toContain('KX-7734-QRS');
      });

      it('forgives one typing error when nothing is found as typed', async () => {
        for (const typed of ['KX7734QSR', 'KX7734QR', 'KX77344QRS', 'KX7134QRS', 'LB8015-2']) {
          const [first] = await search(typed);
          expect([typed, first?.matchKind]).toEqual([typed, typed === 'KX7734QR' ? 'prefix' : 'similar']);
        }
        expect(await mpns('KX7734XYZ')).toEqual([]);
      });

      it('filters by lifecycle and by characteristics, whatever these hold', async () => {
        expect(await mpns('7734', { lifecycles: ['discontinued'] })).toEqual(['7734-ZZ']);
        expect(await mpns('7734', { lifecycles: ['discontinued', 'active'] })).toHaveLength(3);
        expect(await mpns('7734', { characteristics: { tolerance: '1 %' } })).toEqual(['KX-7734-QRS']);
        expect(await mpns('7734', { characteristics: { tolerance: '"1 %", \\{x}' } })).toEqual([]);
        expect(await mpns('7734', { inStockFor: { customerId: 'a "b", \\c', groupIds: ['{}', ''] } })).toEqual([]);
      });

      it('lists what passes the filters where there is no text, in the order of ids, page by page', async () => {
        const listed = async (query: Parameters<typeof store.search>[0]): Promise<readonly string[]> => {
          const found: string[] = [];
          for (let after: Parameters<typeof store.search>[1]; ; ) {
            const page = await store.search(query, after, 2);
            expect(page.every(({ matchKind, relevance }) => matchKind === 'listed' && relevance === 0)).toBe(true);
            found.push(...page.map(({ id }) => id));
            if (page.length < 2) return found;
            after = page.at(-1)?.mark;
          }
        };
        const walked = async (query: Parameters<typeof store.walk>[0]): Promise<readonly string[]> =>
          (await store.walk(query, undefined, 10_000)).products.map(({ id }) => id);
        for (const query of [
          { manufacturer: 'Ferment' },
          { manufacturer: 'Ferment', lifecycles: ['discontinued'] },
          { characteristics: { tolerance: '1 %' } },
          { profileId: defaultProfile.id },
          { manufacturer: 'nobody' },
        ] as const) {
          const ids = await listed(query);
          expect(ids).toEqual(await walked(query));
          expect(await store.count(query, [])).toMatchObject({ counted: ids.length, isCapped: false });
        }
        expect(await listed({ manufacturer: 'Ferment' })).not.toHaveLength(0);
      });

      it('counts what it finds by maker, lifecycle and profile', async () => {
        const counts = await store.count({ text: '7734', manufacturer: 'Ferment' }, [
          'lifecycle_status',
          'manufacturer',
        ]);
        expect(counts).toEqual({
          counted: 3,
          isCapped: false,
          facets: [
            {
              facet: 'lifecycle_status',
              values: [
                { value: 'active', count: 2 },
                { value: 'discontinued', count: 1 },
              ],
            },
            { facet: 'manufacturer', values: [{ value: 'Ferment', count: 3 }] },
          ],
        });
        const byCharacteristic = await store.count({ text: '7734', manufacturer: 'Ferment' }, [
          'characteristics.tolerance',
          "characteristics.it's not there",
        ]);
        expect(byCharacteristic.facets).toEqual([
          {
            facet: 'characteristics.tolerance',
            values: [
              { value: '1 %', count: 1 },
              { value: '5 %', count: 1 },
            ],
          },
          { facet: "characteristics.it's not there", values: [] },
        ]);
        const similar = await store.count({ text: 'KX7134QRS', manufacturer: 'Ferment' }, ['identity_profile_id']);
        expect(similar.facets[0]?.values).toEqual([{ value: defaultProfile.id, count: 1 }]);
        expect(await store.count({ text: '--' }, ['manufacturer'])).toMatchObject({ counted: 0, isCapped: false });
      });
    });

    it('finds every product by its number, any beginning of three or piece of four characters, and with one error in it', async () => {
      const number = fc
        .tuple(fc.stringMatching(/^[A-Z]{2,4}[0-9]{3,5}$/), fc.stringMatching(/^[A-Z0-9]{2,6}$/))
        .map(([series, rest]) => `${series}-${rest}`);
      const sample = [...new Set(fc.sample(number, { numRuns: 150, seed: 20_260_302 }))];
      const drafts = sample.map((mpn) => draft('Property', mpn));
      await store.upsert(drafts, monday, context);
      const finds = async (text: string, mpn: string) =>
        expect(await find(text, { manufacturer: 'Property' }), `${mpn} by ${text}`).toContain(mpn);
      const cases = fc.tuple(fc.constantFrom(...sample), fc.nat(), fc.nat(), fc.stringMatching(/^[A-Z0-9]$/));
      const holds = fc.asyncProperty(cases, async ([mpn, at, size, letter]) => {
        const compact = mpn.replace('-', '');
        await finds(mpn.toLowerCase(), mpn);
        await finds(compact, mpn);
        await finds(compact.slice(0, 3 + (size % (compact.length - 2))), mpn);
        const begin = at % (compact.length - 3);
        await finds(compact.slice(begin, begin + 4 + (size % compact.length)), mpn);
        const place = at % compact.length;
        const misspelt = compact.slice(0, place) + letter + compact.slice(place + (size % 2));
        // What is found as typed is what was meant.
        const isPieceOf = (other: string) => other.replace('-', '').includes(misspelt);
        if (compact.length >= 8 && /\d/.test(misspelt) && !sample.some(isPieceOf)) await finds(misspelt, mpn);
      });
      await fc.assert(holds, { numRuns: 60, seed: 7 });
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
        const page = await store.search({ text, profileId: undefined, manufacturer: undefined }, after, size);
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
      const page = (text: string, after?: SearchMark) =>
        store.search({ text, profileId: undefined, manufacturer: 'Plenty' }, after, 500);
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
      const search = store.search({ text: 'x', profileId: undefined, manufacturer: undefined }, undefined, 1, {
        signal: AbortSignal.abort(reason),
      });
      await expect(search).rejects.toBe(reason);
    });
  });

  describe('walk', () => {
    const walked = async (query: Parameters<CatalogStore['walk']>[0], atOnce: number) => {
      const ids: string[] = [];
      let after: string | undefined;
      do {
        const { products, lookedTo } = await store.walk(query, after, atOnce);
        expect(products.length).toBeLessThanOrEqual(atOnce);
        ids.push(...products.map(({ id }) => id));
        after = lookedTo;
      } while (after !== undefined);
      return ids;
    };

    it('gives all products that satisfy a query once, in the order of ids', async () => {
      const drafts = Array.from({ length: 25 }, (_, at) => ({
        ...draft('Walk', `W${at}`),
        profileId: 'walked',
        ...(at % 5 === 0 && { characteristics: { case: 'odd' } }),
      }));
      await store.upsert(drafts, monday, context);
      const idsOf = (given: typeof drafts) => given.map(({ mpn }) => idOf('Walk', mpn, 'walked')).sort();
      expect(await walked({ profileId: 'walked' }, 4)).toEqual(idsOf(drafts));
      expect(await walked({ manufacturer: 'Walk' }, 7)).toEqual(idsOf(drafts));
      const odd = idsOf(drafts.filter((_, at) => at % 5 === 0));
      expect(await walked({ profileId: 'walked', characteristics: { case: 'odd' } }, 3)).toEqual(odd);
      expect(await walked({ manufacturer: 'nobody' }, 1_000)).toEqual([]);
      const { products, lookedTo } = await store.walk({}, undefined, 3);
      expect([products.length, lookedTo]).toEqual([3, products.at(-1)?.id]);
    });
  });

  describe('addAliases', () => {
    it('gives every spelling of a maker one product and one name', async () => {
      await store.addAliases(
        [
          { alias: 'Elbonian', manufacturer: 'Elbonian Semiconductor' },
          { alias: 'ELB', manufacturer: 'Elbonian' },
        ],
        'test',
        context,
      );
      const outcome = await store.upsert(
        [draft('ELB', 'E1'), draft('Elbonian', 'E1'), draft('elbonian semiconductor ltd.', 'E1')],
        monday,
        context,
      );
      expect(outcome).toEqual({ created: 1, updated: 0 });
      expect(await store.product(idOf('Elbonian Semiconductor', 'E1'))).toMatchObject({
        manufacturer: 'Elbonian Semiconductor',
        manufacturerKey: 'ELBONIANSEMICONDUCTOR',
      });
    });

    it('answers an alias that names another maker with that maker, and leaves it as it is', async () => {
      await store.addAliases([{ alias: 'Shared', manufacturer: 'First Maker' }], 'test', context);
      const outcomes = await store.addAliases(
        [
          { alias: 'SHARED', manufacturer: 'Second Maker' },
          { alias: 'First Maker', manufacturer: 'Second Maker' },
          { alias: 'shared', manufacturer: 'first maker' },
          { alias: 'Second', manufacturer: 'Second Maker' },
        ],
        'test',
        context,
      );
      expect(outcomes.map(({ conflictsWith }) => conflictsWith)).toEqual([
        'First Maker',
        'First Maker',
        undefined,
        undefined,
      ]);
      await store.upsert([draft('Shared', 'S1')], monday, context);
      expect(await store.product(idOf('First Maker', 'S1'))).toMatchObject({ manufacturer: 'First Maker' });
    });

    it('moves the products of a spelling to its maker under their old ids, except where the maker has that number', async () => {
      await store.upsert(
        [draft('Oldname', 'N1'), draft('Oldname', 'N2'), draft('Newname', 'N2'), draft('Newname', 'N3')],
        monday,
        context,
      );
      await store.addAliases([{ alias: 'Oldname', manufacturer: 'Newname' }], 'test', context);
      const moved = idOf('Oldname', 'N1');
      expect(await store.product(moved)).toMatchObject({ manufacturer: 'Newname', manufacturerKey: 'NEWNAME' });
      expect((await eventsOf(moved)).at(-1)).toMatchObject({ type: 'product.updated', changed: ['manufacturer'] });
      expect(await store.upsert([draft('Newname', 'N1', { description: 'found' })], monday, context)).toEqual({
        created: 0,
        updated: 1,
      });
      expect(await store.product(moved)).toMatchObject({ description: 'found' });
      expect(await find('N2', { manufacturer: 'Oldname' })).toEqual(['N2', 'N2']);
      expect(await find('newname n1')).toEqual(['N1']);
    });

    it('changes nothing when everything is known, however often', async () => {
      const rows = [
        { alias: 'Twice', manufacturer: 'Twice Electronics' },
        { alias: 'TW', manufacturer: 'Twice Electronics' },
      ];
      await store.addAliases(rows, 'test', context);
      const before = (await subject.productEvents()).length;
      const outcomes = await Promise.all([1, 2, 3].map(() => store.addAliases(rows, 'test', context)));
      expect(outcomes.flat().every(({ conflictsWith }) => conflictsWith === undefined)).toBe(true);
      expect((await subject.productEvents()).length).toBe(before);
    });

    it('holds while products are written under the spelling at the same time', async () => {
      const upserts = Array.from({ length: 20 }, (_, at) => store.upsert([draft('Racer', `RC${at}`)], monday, context));
      await Promise.all([
        ...upserts,
        store.addAliases([{ alias: 'Racer', manufacturer: 'Racing Team' }], 'test', context),
      ]);
      const found = await store.search({ text: 'RC', profileId: undefined, manufacturer: 'Racer' }, undefined, 100);
      expect(found).toHaveLength(20);
      expect(new Set(found.map(({ manufacturerKey: key }) => key))).toEqual(new Set(['RACINGTEAM']));
    });
  });
};
