import { describe, expect, it } from 'vitest';
import { askedLine } from '../../../../domain/estimate/resolve/asked-line.ts';
import { decideLine, type LineFindings } from '../../../../domain/estimate/resolve/decide-line.ts';
import type { Finding, NumberDecision } from '../../../../domain/estimate/resolve/decide-number.ts';
import { askedSku, decideSkus } from '../../../../domain/estimate/resolve/decide-sku.ts';
import type { ProductCandidate, SkuProduct } from '../../../../domain/estimate/resolve/ports.ts';
import { offerId } from '../../../../domain/ids.ts';
import { lineNaming, lineOf, productOf } from '../../../support/line-samples.ts';

const [first, second] = [productOf('onsemi', 'BAT54-AA'), productOf('Vishay', 'LL4148-GS08')];

const found = (product: ProductCandidate, confidence: Finding['confidence'], rule = 'mpn_only'): NumberDecision => ({
  kind: 'found',
  product,
  confidence,
  rule,
  others: [],
});

const nothing: LineFindings = {
  chosen: undefined,
  numbers: [],
  skus: { kind: 'none' },
  inValue: { kind: 'none' },
  inWords: { kind: 'none' },
  satisfying: [],
};

const decide = (findings: Partial<LineFindings>, line = lineNaming('BAT54-AA')) =>
  decideLine(askedLine(line), { ...nothing, ...findings });

describe('the order in which findings count', () => {
  it('a choice of the customer goes before everything', () => {
    const resolution = decide({ chosen: second, numbers: [found(first, 'exact', 'manufacturer_and_mpn')] });
    expect(resolution).toMatchObject({
      kind: 'resolved',
      productId: second.productId,
      confidence: 'exact',
      rule: 'confirmed',
    });
  });

  it('the first sure number is the product, and the other numbers are its alternatives, as they are named', () => {
    const third = productOf('Nexperia', 'BAS16');
    const numbers = [found(first, 'probable'), found(second, 'exact'), found(third, 'strong')];
    expect(decide({ numbers })).toMatchObject({
      kind: 'resolved',
      productId: second.productId,
      confidence: 'exact',
      alternatives: [{ productId: first.productId }, { productId: third.productId }],
    });
  });

  it('a part that would do is told as such where the own part of the line is not known', () => {
    const [own, other] = [{ partNumber: 'BAT54-AA' }, { partNumber: 'LL4148-GS08', isAlternative: true as const }];
    const line = { ...lineNaming('BAT54-AA'), parts: [own, other] };
    const instead = decide({ numbers: [{ kind: 'none' }, found(second, 'exact')] }, line);
    expect(instead).toMatchObject({ productId: second.productId, isAlternative: true });
    const both = decide({ numbers: [found(first, 'exact'), found(second, 'exact')] }, line);
    expect(both).toMatchObject({ productId: first.productId, alternatives: [{ productId: second.productId }] });
    expect(both).not.toHaveProperty('isAlternative');
    // What the line names itself goes before what is surer and would only do.
    const surer = decide({ numbers: [found(first, 'probable'), found(second, 'exact')] }, line);
    expect(surer).toMatchObject({ productId: first.productId, alternatives: [{ productId: second.productId }] });
  });

  it('each of ten alternatives counts, whatever other packagings of the numbers there are', () => {
    const named = Array.from({ length: 11 }, (_, at) => productOf('Nexperia', `BAS1${at}`));
    const othersOf = (number: number) =>
      Array.from({ length: 5 }, (_, at) => productOf('Nexperia', `BAS9${number}-${at}`));
    const numbers = named.map((product, at) => ({ ...found(product, 'probable'), others: othersOf(at) }));
    const resolution = decide({ numbers });
    const ids = resolution.kind === 'resolved' ? resolution.alternatives.map(({ productId }) => productId) : [];
    expect(ids.filter((id) => named.some(({ productId }) => productId === id))).toEqual(
      named.slice(1).map(({ productId }) => productId),
    );
  });

  it('a strong order number goes before a probable number, and a probable one after it', () => {
    const sku = (confidence: 'strong' | 'probable') =>
      decide({
        numbers: [found(first, 'probable')],
        skus: { kind: 'found', product: second, confidence, rule: 'supplier_sku', others: [] },
      });
    expect(sku('strong')).toMatchObject({ productId: second.productId });
    expect(sku('probable')).toMatchObject({ productId: first.productId });
  });

  it('a value that is the number of another product leaves both to a person', () => {
    const resolution = decide({ numbers: [found(first, 'exact')], inValue: found(second, 'probable') });
    expect(resolution).toMatchObject({ kind: 'doubtful', reason: 'ambiguous' });
    expect(resolution.kind === 'doubtful' && resolution.candidates.map(({ productId }) => productId)).toEqual([
      first.productId,
      second.productId,
    ]);
  });
});

describe('a line of which nothing is taken', () => {
  it('that names a number is never bought by its figures', () => {
    const line = lineNaming('GRM188R71H104KA93D', 'Murata', { value: '100nF', package: '0603' });
    const satisfying = [productOf('KEMET', 'C0603C104K5RACTU', 'CAP CER 0.1UF 50V X7R 0603')];
    expect(decide({ satisfying }, line)).toMatchObject({
      kind: 'doubtful',
      reason: 'not_found',
      candidates: [{ rule: 'characteristics' }],
    });
  });

  it('has its number as a value and is not bought by its figures either, unless the value is a figure', () => {
    const satisfying = [productOf('KEMET', 'C-1', 'CAP CER 0.1UF 0603')];
    const numbered = lineOf({ value: 'GRM188R71H104', description: '100nF', package: '0603' });
    expect(decide({ satisfying }, numbered)).toMatchObject({ kind: 'doubtful', reason: 'not_found' });
    const figured = lineOf({ value: '100nF-50V', package: '0603' });
    expect(decide({ satisfying }, figured)).toMatchObject({ kind: 'resolved', rule: 'characteristics' });
  });

  it('by figures alone is probable, with the others as alternatives', () => {
    const line = lineOf({ value: '100nF', package: '0603' });
    const [one, other] = [productOf('KEMET', 'C-1'), productOf('KEMET', 'C-2')];
    expect(decide({ satisfying: [one, other] }, line)).toEqual({
      kind: 'resolved',
      productId: one.productId,
      confidence: 'probable',
      rule: 'characteristics',
      alternatives: [{ productId: other.productId, score: 0.8, rule: 'characteristics' }],
    });
  });

  it('by figures without a package is left to a person, unless all that satisfy it have one package', () => {
    const line = lineOf({ description: '100nF X7R 50V' });
    const [small, large] = ['0402', '0603'].map((size) => productOf('KEMET', `C-${size}`, `CAP CER 0.1UF ${size}`));
    if (small === undefined || large === undefined) throw new Error('there are two sizes');
    expect(decide({ satisfying: [small, large] }, line)).toMatchObject({ kind: 'doubtful', reason: 'too_vague' });
    expect(decide({ satisfying: [small] }, line)).toMatchObject({ kind: 'resolved', productId: small.productId });
  });

  it.each([
    [lineOf({}), 'nothing_named'],
    [lineOf({ description: 'a nice knob' }), 'too_vague'],
    [lineOf({ value: '100nF', references: ['C1'] }), 'too_vague'],
    [lineOf({ value: '100nF', package: '0603' }), 'not_found'],
    [lineNaming('BAT54-AA'), 'not_found'],
    [lineOf({ skus: [{ sku: '497-1234-ND', supplier: 'digikey' }] }), 'not_found'],
  ] as const)('says why: %#', (line, reason) => {
    expect(decide({}, line)).toEqual({ kind: 'unresolved', reason });
  });
});

describe('the candidates of a line', () => {
  const many = Array.from({ length: 25 }, (_, at) => productOf('Acme', `BAS1${at}`));
  const scored = (scores: readonly (readonly [ProductCandidate | undefined, number])[]): NumberDecision => ({
    kind: 'unsure',
    reason: 'not_found',
    candidates: scores.map(([product, score]) => ({
      productId: product?.productId ?? '',
      score,
      rule: 'begins_with_mpn',
    })),
  });
  const [one, two, three] = many;

  it('have a score by how sure their number is', () => {
    const numbers = [
      found(first, 'exact'),
      ...(['probable', 'exact', 'strong'] as const).map((sure, at) => found(many[at] ?? first, sure)),
    ];
    const resolution = decide({ numbers });
    expect(resolution.kind === 'resolved' && resolution.alternatives.map(({ score }) => score)).toEqual([0.8, 1, 0.95]);
  });

  it('stand once each, with the best of their scores, and the best comes first', () => {
    const numbers = [
      scored([
        [one, 0.3],
        [two, 0.2],
      ]),
      scored([
        [two, 0.4],
        [one, 0.1],
        [three, 0.25],
      ]),
    ];
    expect(decide({ numbers })).toMatchObject({
      kind: 'doubtful',
      reason: 'not_found',
      candidates: [
        { productId: two?.productId, score: 0.4 },
        { productId: one?.productId, score: 0.3 },
        { productId: three?.productId, score: 0.25 },
      ],
    });
  });

  it('are twenty at most', () => {
    const decision = decide({ numbers: [scored(many.map((product, at) => [product, at / 100]))] });
    expect(decision.kind === 'doubtful' && decision.candidates.map(({ score }) => Math.round(100 * score))).toEqual(
      Array.from({ length: 20 }, (_, at) => 24 - at),
    );
  });

  it('are those of its order numbers too, which make it ambiguous', () => {
    const skus = { kind: 'unsure', candidates: [one ?? first] } as const;
    expect(
      decide({
        numbers: [
          scored([
            [two, 0.7],
            [three, 0.5],
          ]),
        ],
        skus: skus as never,
      }),
    ).toMatchObject({
      reason: 'ambiguous',
      candidates: [{ score: 0.7 }, { score: 0.6, rule: 'supplier_sku' }, { score: 0.5 }],
    });
  });

  it('are products of its figures where its number is not known', () => {
    expect(decide({ satisfying: [first, second] })).toMatchObject({
      kind: 'doubtful',
      reason: 'not_found',
      candidates: [
        { productId: first.productId, score: 0.4 },
        { productId: second.productId, score: 0.4 },
      ],
    });
  });

  it.each([
    [lineOf({ skus: [{ sku: '4711' }] }), 'not_found'],
    [lineOf({ value: 'LM358DR' }), 'not_found'],
    [lineOf({ description: 'BAT54AA diode' }), 'not_found'],
  ])('are none of a line that names something by number: %#', (line, reason) => {
    expect(decide({}, line)).toEqual({ kind: 'unresolved', reason });
  });
});

describe('order numbers', () => {
  const suppliers = [
    { id: 'digikey', name: 'Digi-Key' },
    { id: 'mouser', name: 'Mouser Electronics' },
  ];
  const decideSku = (
    line: ReturnType<typeof lineOf>,
    product: ProductCandidate,
    confidence: SkuProduct['confidence'] = 'exact',
  ) => {
    const offer = offerId('mouser', '863-BAT54');
    const known = new Map([[offer, { offerId: offer, confidence, product }]]);
    const asked = askedLine(line);
    return decideSkus(
      asked,
      line.skus.map((sku) => askedSku(sku, suppliers)),
      known,
    );
  };
  const skus = (supplier?: string) => [{ sku: '863-bat54', ...(supplier === undefined ? {} : { supplier }) }];

  it.each([
    ['mouser', 'strong'],
    ['Mouser', 'strong'],
    ['Mouser Electronics Inc.', 'strong'],
    ['mouser.com', 'strong'],
    [undefined, 'probable'],
  ])('of %s are %s', (supplier, confidence) => {
    expect(decideSku(lineOf({ skus: skus(supplier) }), first)).toMatchObject({ kind: 'found', confidence });
  });

  it('of another supplier, or of one that is not known, find nothing', () => {
    expect(decideSku(lineOf({ skus: skus('digikey') }), first).kind).toBe('none');
    expect(decideSku(lineOf({ skus: skus('Farnell') }), first).kind).toBe('none');
  });

  it('are doubted where the line names another part number or package, and where the offer itself is a weak match', () => {
    expect(decideSku(lineNaming('LL4148-GS08', undefined, { skus: skus('mouser') }), first).kind).toBe('unsure');
    const outlined = productOf('onsemi', 'BAT54', 'DIODE SCHOTTKY SOT23-3');
    expect(decideSku(lineOf({ package: 'SOD-323', skus: skus('mouser') }), outlined).kind).toBe('unsure');
    expect(decideSku(lineOf({ skus: skus('mouser') }), first, 'weak').kind).toBe('unsure');
  });
});
