import { describe, expect, it } from 'vitest';
import type { DraftLine } from '../../../domain/estimate/draft.ts';
import { needsOf } from '../../../domain/estimate/needs.ts';
import { changedLines, type EstimateOutcome, type OutcomeLine } from '../../../domain/estimate/outcome.ts';
import type { EstimateRequest } from '../../../domain/estimate/request.ts';
import type { LineResolution } from '../../../domain/estimate/resolution.ts';
import { wantsOf } from '../../../domain/estimate/wants.ts';

const request: EstimateRequest = {
  source: { kind: 'lines', lines: [] },
  mode: 'min_price',
  buildQuantity: 1,
  attritionPercent: 0,
  substitutePolicy: 'when_cheaper',
  orderCosts: {},
  lineProducts: [],
};

const resolved = (productId: string, ...alternatives: readonly string[]): LineResolution => ({
  kind: 'resolved',
  productId,
  confidence: 'exact',
  rule: 'mpn',
  alternatives: alternatives.map((id) => ({ productId: id, score: 1, rule: 'mpn' })),
});

const line = (number: number, resolution: LineResolution, given: Partial<DraftLine> = {}): DraftLine => ({
  number,
  row: number,
  rawText: '',
  quantity: '10',
  references: [],
  doNotPlace: false,
  doubts: [],
  resolution,
  ...given,
});

describe('what has to be bought', () => {
  it('is one need for each product, with the pieces of all its lines', () => {
    const lines = [line(1, resolved('a')), line(2, resolved('b')), line(3, resolved('a'), { quantity: '2.5' })];
    const { needs } = needsOf({ lines }, { ...request, buildQuantity: 3 });
    expect(needs).toMatchObject([
      {
        productId: 'a',
        pieces: 38,
        lines: [
          { number: 1, pieces: 30 },
          { number: 3, pieces: 8 },
        ],
      },
      { productId: 'b', pieces: 30 },
    ]);
  });

  it('takes every product that has the figures of a line for it, whatever the policy, and promises none twice', () => {
    const byFigures = (productId: string, ...others: readonly string[]): LineResolution => ({
      kind: 'resolved',
      productId,
      confidence: 'probable',
      rule: 'characteristics',
      alternatives: others.map((id) => ({ productId: id, score: 1, rule: 'characteristics' })),
    });
    const never = { ...request, substitutePolicy: 'never' } as const;
    const lines = [line(1, byFigures('a', 'x', 'y')), line(2, byFigures('b', 'x', 'z')), line(3, byFigures('a', 'x'))];
    const { needs } = needsOf({ lines }, never);
    expect(needs).toMatchObject([
      { productId: 'a', equals: ['x'], substitutes: [] },
      { productId: 'b', equals: ['z'], substitutes: [] },
    ]);
    expect(wantsOf([{ needs }]).map(({ productId }) => productId)).toEqual(['a', 'x', 'b', 'z']);
    const named = needsOf({ lines: [...lines, line(4, resolved('a'))] }, never);
    expect(named.needs[0]).toMatchObject({ productId: 'a', equals: [] });
  });

  it('promises no substitute twice, nor one that is asked for by itself', () => {
    const lines = [line(1, resolved('a', 'x', 'b')), line(2, resolved('b')), line(3, resolved('c', 'x', 'y'))];
    const { needs } = needsOf({ lines }, request);
    expect(needs.map(({ substitutes }) => substitutes)).toEqual([['x'], [], ['y']]);
    expect(wantsOf([{ needs }]).map(({ productId }) => productId)).toEqual(['a', 'x', 'b', 'c', 'y']);
    const never = { ...request, substitutePolicy: 'never' } as const;
    expect(wantsOf([needsOf({ lines }, never)]).map(({ productId }) => productId)).toEqual(['a', 'b', 'c']);
  });

  it('keeps a substitute for the line that may take it, where one before may not', () => {
    const lines = [line(1, resolved('a', 'x')), line(2, resolved('b', 'x'))];
    const own = [{ rawText: '', substitution: { policy: 'never' } as const }];
    const { needs } = needsOf({ lines }, { ...request, source: { kind: 'lines', lines: own } });
    expect(needs.map(({ substitutes }) => substitutes)).toEqual([[], ['x']]);
    expect(wantsOf([{ needs }]).map(({ productId }) => productId)).toEqual(['a', 'b', 'x']);
  });

  it('takes as substitutes of a product only those that all its lines name', () => {
    const lines = [line(1, resolved('a', 'x', 'y')), line(2, resolved('a', 'y', 'z'))];
    expect(needsOf({ lines }, request).needs[0]?.substitutes).toEqual(['y']);
  });

  it('counts what is lost in assembly into the pieces that are priced', () => {
    const { needs } = needsOf(
      { lines: [line(1, resolved('a'), { quantity: '100' })] },
      { ...request, attritionPercent: 10 },
    );
    expect(wantsOf([{ needs }])).toEqual([{ productId: 'a', pieces: [110] }]);
  });

  it('has a measured line priced in each unit that it can be told in', () => {
    const measured = (number: number, quantity: string, unit: string) =>
      line(number, resolved('a'), { quantity, unit });
    const piecesOf = (...lines: readonly DraftLine[]) => wantsOf([needsOf({ lines }, request)])[0]?.pieces;
    const sorted = (pieces: readonly number[] = []) => [...pieces].sort((a, b) => a - b);
    // 2500 cm are 25 m, 82.02 ft, 984.25 in and 25000 mm.
    expect(sorted(piecesOf(measured(1, '2500', 'cm')))).toEqual([25, 83, 985, 2_500, 25_000]);
    // 1500 g are 1.5 kg; with 1 kg they are 2500 g, or 2 and 1 bought together.
    expect(sorted(piecesOf(measured(1, '1500', 'g')))).toEqual([2, 1_500]);
    expect(sorted(piecesOf(measured(1, '1500', 'g'), measured(2, '1', 'kg')))).toEqual([3, 1_501, 2_500]);
    // Grams are no metres, and a set is itself alone.
    expect(piecesOf(measured(1, '5', 'g'), measured(2, '7', 'm'))).toEqual([12]);
    expect(piecesOf(measured(1, '5', 'set'))).toEqual([5]);
  });

  it('buys on top what is said of all lines, or instead what is said of one, each rounded up', () => {
    const lines = [1, 2, 3, 4, 5].map((number) => line(number, resolved('a'), { quantity: '7' }));
    const source = {
      kind: 'lines',
      lines: [
        { rawText: '1' },
        { rawText: '2', attrition: { percent: 50 } },
        { rawText: '3', attrition: { pieces: 20 } },
        { rawText: '4', attrition: {} },
        { rawText: '5', attrition: { percent: 50 } },
      ],
    } as const;
    const lineEdits = [{ number: 5, attrition: { percent: 0 } }];
    const { needs } = needsOf({ lines }, { ...request, source, lineEdits, attritionPercent: 10, attritionPieces: 3 });
    // 7 and 0.7 and 3; 7 and 3.5; 7 and 20; 7; 7.
    expect(needs[0]?.lines.map(({ toBuy }) => toBuy)).toEqual([11, 11, 27, 7, 7]);
    expect(needs[0]).toMatchObject({ pieces: 35, toBuy: 63 });
  });

  it('buys on top of what all builds need', () => {
    const lines = [line(1, resolved('a'), { quantity: '7' })];
    const { needs } = needsOf({ lines }, { ...request, buildQuantity: 10, attritionPercent: 2, attritionPieces: 50 });
    // 70, 1.4 and 50: a machine is set up once.
    expect(needs[0]).toMatchObject({ pieces: 70, toBuy: 122 });
  });

  it.each<[string, DraftLine]>([
    ['do_not_place', line(1, resolved('a'), { doNotPlace: true })],
    ['quantity_unknown', { ...line(1, resolved('a')), quantity: undefined } as unknown as DraftLine],
    ['quantity_zero', line(1, resolved('a'), { quantity: '0' })],
    ['quantity_too_large', line(1, resolved('a'), { quantity: '100000001' })],
    ['not_found', line(1, { kind: 'unresolved', reason: 'not_found' })],
    ['ambiguous', line(1, { kind: 'doubtful', reason: 'ambiguous', candidates: [] })],
  ])('leaves a line out as %s', (reason, left) => {
    const { needs, leftOut } = needsOf({ lines: [left] }, request);
    expect(needs).toEqual([]);
    expect(leftOut.get(1)).toBe(reason);
  });

  it('takes other units as the supplier has them, and says so', () => {
    const { needs, doubts } = needsOf({ lines: [line(1, resolved('a'), { quantity: '1.5', unit: 'm' })] }, request);
    expect(needs[0]?.pieces).toBe(2);
    expect(doubts.get(1)).toMatchObject([{ code: 'unit_not_pieces' }]);
  });
});

describe('changed lines', () => {
  const outcomeLine = (number: number, price: string, observedAt: string): OutcomeLine => ({
    number,
    pieces: 1,
    chosen: [
      {
        offerId: 'o',
        supplierId: 's',
        supplierSku: 'k',
        productId: 'p',
        manufacturer: 'm',
        quantity: 1,
        price,
        isSubstitute: false,
        warehouses: [],
        freshness: { status: 'FRESH', observedAt },
      },
    ],
    alternatives: [],
    doubts: [],
    freshness: { status: 'FRESH', observedAt },
  });
  const outcome = (...lines: readonly OutcomeLine[]) => ({ lines }) as unknown as EstimateOutcome;

  it('are those whose figures differ; a younger observation of the same figures changes nothing', () => {
    const before = outcome(outcomeLine(1, '1', 'then'), outcomeLine(2, '1', 'then'));
    const after = outcome(outcomeLine(1, '1', 'now'), outcomeLine(2, '2', 'now'));
    expect(changedLines(before, after)).toEqual([2]);
  });
});
