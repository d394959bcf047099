import { describe, expect, it } from 'vitest';
import type { EstimateDraft } from '../../../domain/estimate/draft.ts';
import { type DraftLookUp, linesToLookUp, lookedUpLines, wantsToAsk } from '../../../domain/estimate/look-up.ts';
import { withNews } from '../../../domain/estimate/look-up-news.ts';
import type { ParsedLine } from '../../../domain/estimate/parse/parsed-bom.ts';
import type { LineResolution } from '../../../domain/estimate/resolution.ts';
import { identified } from '../../../domain/wants/part-want.ts';
import type { WantLookup, WantLookupState } from '../../../domain/wants/ports.ts';

const suppliers = [
  { id: 'lcsc', name: 'LCSC Electronics' },
  { id: 'tme', name: 'TME' },
];

const line = (given: Partial<ParsedLine>): ParsedLine => ({
  row: 1,
  rawText: '',
  parts: [],
  skus: [],
  references: [],
  doNotPlace: false,
  doubts: [],
  ...given,
});

const notFound: LineResolution = { kind: 'unresolved', reason: 'not_found' };
const found: LineResolution = {
  kind: 'resolved',
  productId: 'prd_1',
  confidence: 'exact',
  rule: 'manufacturer_and_mpn',
  alternatives: [],
};

const asked = (given: Partial<ParsedLine>, resolution: LineResolution = notFound) =>
  linesToLookUp([line(given)], [resolution], suppliers).flatMap(({ wants }) =>
    wants.map((want) => (want.kind === 'number' ? want.mpn : `${want.supplierId} ${want.sku}`)),
  );

describe('what suppliers are asked about a line', () => {
  it.each<[string, Partial<ParsedLine>, readonly string[]]>([
    ['its number', { parts: [{ partNumber: 'NE555P', manufacturer: 'TI' }] }, ['NE555P']],
    [
      'its author’s alternatives too',
      { parts: [{ partNumber: 'NE555P' }, { partNumber: 'TLC555' }] },
      ['NE555P', 'TLC555'],
    ],
    ['the number in the place of its value', { value: 'ATMEGA328P-AU' }, ['ATMEGA328P-AU']],
    ['an order number, where the supplier is named', { skus: [{ sku: 'C25804', supplier: 'LCSC' }] }, ['lcsc C25804']],
    ['no order number of nobody', { skus: [{ sku: 'C25804' }] }, []],
    ['no value', { value: '100nF' }, []],
    ['nothing of a part that is not fitted', { parts: [{ partNumber: 'NE555P' }], doNotPlace: true }, []],
  ])('%s', (_, given, expected) => {
    expect(asked(given)).toEqual(expected);
  });

  it('all suppliers that any line of the number asks', () => {
    const number = (named?: readonly string[]) =>
      identified({ kind: 'number', mpn: 'NE555P', ...(named && { suppliers: named }) });
    const of = (...wants: readonly ReturnType<typeof number>[]) =>
      wantsToAsk({ lines: wants.map((want, at) => ({ number: at + 1, wants: [want] })) });
    expect(of(number(), number(['tme']))).toEqual([number()]);
    expect(of(number(['lcsc']), number(['tme']), number(['lcsc']))).toEqual([number(['lcsc', 'tme'])]);
  });

  it('nothing, where its product is known or a person has to choose', () => {
    expect(asked({ parts: [{ partNumber: 'NE555P' }] }, found)).toEqual([]);
    expect(asked({ parts: [{ partNumber: 'NE555P' }] }, { kind: 'unresolved', reason: 'too_vague' })).toEqual([]);
  });

  it('each part once, and no more than a thousand for a list', () => {
    const lines = Array.from({ length: 1_500 }, (_, at) => line({ parts: [{ partNumber: `PART-${at % 1_200}` }] }));
    const all = linesToLookUp(
      lines,
      lines.map(() => notFound),
      suppliers,
    );
    expect(wantsToAsk({ lines: all })).toHaveLength(1_000);
    // Lines that repeat a part which is asked for wait for its answer, too.
    expect(all).toHaveLength(1_300);
  });
});

describe('what suppliers have said of a line', () => {
  const lines = linesToLookUp([line({ parts: [{ partNumber: 'NE555P' }] })], [notFound], suppliers);
  const lookUp: DraftLookUp = {
    until: '2026-01-01T00:00:30Z',
    since: '2025-12-31T00:00:00Z',
    lines,
    namesSuppliers: true,
  };
  const draft: EstimateDraft = {
    lines: [{ number: 1, row: 1, rawText: '', references: [], doNotPlace: false, doubts: [], resolution: notFound }],
    skipped: {},
    doubts: [],
    lookUp,
  };
  const answers = (...states: readonly WantLookupState[]): readonly WantLookup[] =>
    states.map((state, at) => ({ wantId: lines[0]?.wants[0]?.id ?? '', supplierId: `s${at}`, state }));
  const afterNews = (states: readonly WantLookupState[], { isOver = false, namesSuppliers = true } = {}) => {
    const looked = lookedUpLines(lookUp, answers(...states));
    const told = { ...draft, lookUp: { ...lookUp, namesSuppliers } };
    return withNews(told, { lines: looked, resolutions: new Map(), isOver });
  };
  const waiting: WantLookupState = { kind: 'waiting', eta: new Date('2026-01-01T00:00:10Z') };
  const no: WantLookupState = { kind: 'not_carried' };

  it.each<[string, readonly WantLookupState[], boolean, string, boolean]>([
    ['while one is still to answer', [waiting, no], false, 'looking_up', true],
    ['while what was found is being applied', [{ kind: 'applying' }], false, 'looking_up', true],
    ['when all have said no', [no, no], false, 'not_carried', false],
    ['when one cannot be reached', [no, { kind: 'unreachable' }], false, 'not_found', false],
    ['when nobody could be asked', [], false, 'not_found', false],
    ['when the time is over', [waiting, no], true, 'lookup_unfinished', false],
  ])('%s', (_, states, isOver, reason, isOpen) => {
    const next = afterNews(states, { isOver });
    expect(next.lines[0]?.resolution).toEqual({ kind: 'unresolved', reason });
    expect(next.lookUp !== undefined).toBe(isOpen);
  });

  it('names each supplier with its answer, and until when it is expected', () => {
    expect(afterNews([waiting, no]).lines[0]?.lookups).toEqual([
      { supplierId: 's0', state: 'waiting', eta: '2026-01-01T00:00:10.000Z' },
      { supplierId: 's1', state: 'not_carried' },
    ]);
    const hidden = afterNews([waiting, no], { namesSuppliers: false }).lines[0]?.lookups;
    expect(hidden?.map(({ supplierId }) => supplierId)).toEqual(['', '']);
  });

  it('says that a supplier was not asked because of the cost, once the others have answered', () => {
    const [first] = lines;
    const dear = { ...lookUp, lines: first ? [{ ...first, tooDear: ['s9'] }] : [] };
    const told = (...states: readonly WantLookupState[]) =>
      withNews(
        { ...draft, lookUp: dear },
        { lines: lookedUpLines(dear, answers(...states)), resolutions: new Map(), isOver: false },
      ).lines[0];
    expect(told(waiting)?.resolution).toEqual({ kind: 'unresolved', reason: 'looking_up' });
    expect(told(no)).toMatchObject({
      resolution: { kind: 'unresolved', reason: 'over_max_lookup_cost' },
      lookups: [
        { supplierId: 's0', state: 'not_carried' },
        { supplierId: 's9', state: 'over_max_cost' },
      ],
    });
  });

  it('gives the line its product as soon as one has found it, and waits for the others', () => {
    const looked = lookedUpLines(lookUp, answers({ kind: 'found' }, waiting));
    expect(looked[0]).toMatchObject({ isFound: true, isOpen: true });
    const next = withNews(draft, { lines: looked, resolutions: new Map([[1, found]]), isOver: false });
    expect(next.lines[0]?.resolution).toEqual(found);
    expect(next.lookUp?.lines).toHaveLength(1);
  });
});
