import { describe, expect, it } from 'vitest';
import {
  answersIn,
  draftOf,
  type EstimateDraft,
  type LineDoubt,
  type ParsedSource,
  productsLackingAlternates,
  resolvedProductsOf,
  withAlternatesFound,
} from '../../../domain/estimate/draft.ts';
import type { EstimateRequest, LineProduct } from '../../../domain/estimate/request.ts';
import type { LineResolution, UnresolvedReason } from '../../../domain/estimate/resolution.ts';
import { toEstimateResponse } from '../../../gateway/estimates/estimate.ts';
import { documentRequest } from '../../support/estimate-request.ts';

/** A document of so many lines, of which nothing is known. */
const parsed = (count: number): ParsedSource => ({
  lines: Array.from({ length: count }, (_, index) => ({
    row: index + 1,
    rawText: `line ${index + 1}`,
    parts: [],
    skus: [],
    references: [],
    doNotPlace: false,
    doubts: [],
  })),
  doubts: [],
  skipped: [],
});

const request = (lineProducts: readonly LineProduct[]): EstimateRequest => ({
  source: { kind: 'document' },
  mode: 'min_price',
  buildQuantity: 1,
  attritionPercent: 0,
  substitutePolicy: 'never',
  orderCosts: {},
  lineProducts,
});

describe('a product that was chosen for a line', () => {
  const doubtsOf = (...numbers: readonly number[]): readonly LineDoubt[] =>
    draftOf(parsed(5), [], request(numbers.map((number) => ({ number, productId: 'prd_1' })))).doubts;

  it('is told to have no line where the document has fewer, each by its number', () => {
    expect(doubtsOf(6, 2, 900)).toEqual([
      { code: 'choice_without_line', text: 'line_choices names lines that the document does not have: 6, 900' },
    ]);
  });

  it('is taken where the line is there, and nothing is doubtful', () => {
    expect(doubtsOf(1, 5)).toEqual([]);
  });

  it('of a great many is listed up to a bound, and the rest counted', () => {
    const [doubt] = doubtsOf(...Array.from({ length: 1_000 }, (_, at) => at + 6));
    expect(doubt?.text).toMatch(/ 6, 7, .* and 980 more$/);
  });
});

describe('a line of which no product is sure', () => {
  const messageOf = (resolution: LineResolution): string | undefined => {
    const draft = draftOf(parsed(1), [resolution], request([]));
    const state = { kind: 'optimizing', draft, outcome: undefined } as const;
    const estimate = {
      id: 'est_1',
      customerId: 'acme',
      request: request([]),
      createdAt: new Date(),
      version: 1,
      state,
    };
    return toEstimateResponse(estimate).lines[0]?.unresolvedMessage;
  };
  const reasons: readonly UnresolvedReason[] = ['ambiguous', 'too_vague'];

  it.each(reasons)('says of %s what to do without candidates to choose from', (reason) => {
    for (const resolution of [
      { kind: 'unresolved', reason },
      { kind: 'doubtful', candidates: [], reason },
    ] as const) {
      expect(messageOf(resolution)).toMatch(/give the part number/);
      expect(messageOf(resolution)).not.toMatch(/candidate/);
    }
  });

  it.each(reasons)('says of %s to choose where there are candidates', (reason) => {
    const candidates = ['prd_1', 'prd_2'].map((productId) => ({ productId, score: 0.5, rule: 'words' }));
    expect(messageOf({ kind: 'doubtful', candidates, reason })).toMatch(/choose one of the candidates/);
    expect(messageOf({ kind: 'doubtful', candidates: candidates.slice(1), reason })).toMatch(/choose it/);
  });
});

describe('what a draft holds', () => {
  const resolved = (productId: string, more: object = {}): LineResolution =>
    ({ kind: 'resolved', productId, confidence: 'exact', rule: 'mpn', alternatives: [], ...more }) as LineResolution;
  const unresolved = { kind: 'unresolved', reason: 'not_found' } as unknown as LineResolution;
  const lines = [
    {
      resolution: resolved('prd_1', { lacksAlternates: true }),
      lookups: [{ state: 'found' }, { state: 'asked' }, { state: 'asked' }],
    },
    { resolution: resolved('prd_1', { lacksAlternates: true }) },
    { resolution: resolved('prd_2'), lookups: [{ state: 'found' }] },
    { resolution: unresolved, lookups: [{ state: 'not_carried' }] },
  ];
  const draft = { lines } as unknown as EstimateDraft;

  it('is told once of each product, and of those whose alternates are to be found', () => {
    expect(resolvedProductsOf(draft)).toEqual(['prd_1', 'prd_2']);
    expect(productsLackingAlternates(draft)).toEqual(['prd_1']);
  });

  it('are the answers of suppliers that have found a part', () => {
    expect(answersIn(draft)).toBe(2);
  });

  const asking = { ...documentRequest, substitutePolicy: 'when_cheaper', alternateGrades: ['upgrade'] } as const;

  it('has after what a line names the best ten alternates of the grades that it allows, in their order', () => {
    const candidate = (productId: string, grade?: string) => ({ productId, ...(grade && { alternate: { grade } }) });
    const named = [candidate('prd_7'), candidate('prd_6')];
    const alternates = [
      ...Array.from({ length: 12 }, (_, at) => candidate(`upgrade${at}`, 'upgrade')),
      candidate('prd_8', 'similar'),
    ];
    const found = new Map([['prd_1', alternates]]) as unknown as Parameters<typeof withAlternatesFound>[1];
    const lacking = resolved('prd_1', {
      lacksAlternates: true,
      alternatives: [...named, candidate('old', 'identical')],
    });
    const lines = [1, 2, 3].map((number) => ({ number, resolution: lacking }));
    const own = [{ rawText: '' }, { rawText: '', substitution: { grades: ['similar'] as const } }];
    const edited = { number: 3, substitution: { policy: 'never' } } as const;
    const request = { ...asking, source: { kind: 'lines', lines: own }, lineEdits: [edited] } as const;
    const after = withAlternatesFound({ lines } as unknown as EstimateDraft, found, request).lines;
    const ids = after.map(({ resolution }) => (resolution as unknown as { alternatives: typeof named }).alternatives);
    const upgrades = Array.from({ length: 10 }, (_, at) => `upgrade${at}`);
    expect(ids.map((each) => each.map(({ productId }) => productId))).toEqual([
      ['prd_7', 'prd_6', ...upgrades],
      ['prd_7', 'prd_6', 'prd_8'],
      ['prd_7', 'prd_6'],
    ]);
  });

  it('has the alternates that were found of the products that lacked them, and of no other', () => {
    const alternates = [{ productId: 'prd_9', alternate: { grade: 'upgrade' } }];
    const found = new Map([['prd_1', alternates]]) as unknown as Parameters<typeof withAlternatesFound>[1];
    const after = withAlternatesFound(draft, found, asking).lines.map(({ resolution }) => resolution);
    expect(after).toEqual([
      resolved('prd_1', { alternatives: alternates }),
      resolved('prd_1', { alternatives: alternates }),
      resolved('prd_2'),
      unresolved,
    ]);
    expect(productsLackingAlternates(withAlternatesFound(draft, new Map(), asking))).toEqual([]);
  });
});
