import { describe, expect, it } from 'vitest';
import type { DraftLine, EstimateDraft } from '../../../domain/estimate/draft.ts';
import type { EstimateRequest } from '../../../domain/estimate/request.ts';
import type { LineResolution } from '../../../domain/estimate/resolution.ts';
import {
  checkChange,
  checkPins,
  checkSubstitutions,
  type EstimateChange,
  otherVersion,
  revise,
} from '../../../domain/estimate/revise.ts';

const found: LineResolution = {
  kind: 'resolved',
  productId: 'prd_1',
  confidence: 'probable',
  rule: 'mpn_only',
  alternatives: [],
};

const doubt = (code: DraftLine['doubts'][number]['code']) => ({ code, text: code });

const line = (number: number, changes: Partial<DraftLine> = {}): DraftLine => ({
  number,
  row: number,
  rawText: `line ${number}`,
  references: [],
  doNotPlace: false,
  doubts: [doubt('probable_match'), doubt('figures_only'), doubt('quantity_approximate'), doubt('unit_not_pieces')],
  resolution: found,
  ...changes,
});

const draft: EstimateDraft = { lines: [line(1), line(2)], skipped: {}, doubts: [] };

const request: EstimateRequest = {
  source: { kind: 'document' },
  mode: 'min_price',
  buildQuantity: 1,
  attritionPercent: 0,
  substitutePolicy: 'never',
  orderCosts: {},
  lineProducts: [],
};

const revised = (change: EstimateChange, before: Partial<EstimateRequest> = {}) =>
  revise({ request: { ...request, ...before }, draft }, change);

const nothing = { number: 1, acceptedDoubts: [] };
const chosen = { id: 'prd_2', name: { manufacturer: 'TI', mpn: 'NE555P' } };

describe('a line that is changed', () => {
  const lineAfter = (change: Partial<EstimateChange['lines'][number]>, before: Partial<DraftLine> = {}) =>
    revise(
      { request, draft: { ...draft, lines: [line(1, before), line(2)] } },
      { lines: [{ ...nothing, ...change }] },
    ).draft.lines.map(({ doubts, ...rest }) => ({ ...rest, doubts: doubts.map(({ code }) => code) }));

  it('has the product that was chosen, without the doubts about its product and without look-ups', () => {
    const lookups = [{ supplierId: 'alpha', state: 'asked' }] as unknown as NonNullable<DraftLine['lookups']>;
    const [first, second] = lineAfter({ product: chosen }, { lookups });
    expect(first).toMatchObject({
      resolution: { kind: 'resolved', productId: 'prd_2', confidence: 'exact', rule: 'chosen', product: chosen.name },
      doubts: ['quantity_approximate', 'unit_not_pieces'],
    });
    expect(first).not.toHaveProperty('lookups');
    expect(second).toMatchObject({ resolution: found, doubts: expect.arrayContaining(['probable_match']) });
    expect(lineAfter({ quantity: '7' }, { lookups })[0]).toHaveProperty('lookups', lookups);
  });

  it('has the quantity that was said, without the doubts about its quantity', () => {
    expect(lineAfter({ quantity: '7' })[0]).toMatchObject({
      quantity: '7',
      resolution: found,
      doubts: ['probable_match', 'figures_only', 'unit_not_pieces'],
    });
    expect(lineAfter({})[0]).not.toHaveProperty('quantity');
  });

  it('keeps what was found of a product that was chosen before, and of no other', () => {
    const alternatives = [{ productId: 'prd_9' }] as unknown as readonly [];
    const before = (changes: object) => ({
      resolution: { ...found, rule: 'chosen', alternatives, ...changes } as never,
    });
    const alternativesAfter = (changes: object) =>
      lineAfter({ product: { ...chosen, id: 'prd_1' } }, before(changes))[0]?.resolution;
    expect(alternativesAfter({})).toMatchObject({ alternatives, product: chosen.name, confidence: 'probable' });
    expect(alternativesAfter({ rule: 'mpn_only' })).toMatchObject({ alternatives: [], confidence: 'exact' });
    expect(alternativesAfter({ productId: 'prd_3' })).toMatchObject({ alternatives: [], confidence: 'exact' });
  });
});

describe('what is said of lines', () => {
  const edits = (change: EstimateChange['lines'], before?: EstimateRequest['lineEdits']) =>
    revised({ lines: change }, before && { lineEdits: before }).request.lineEdits;

  it('is kept in the order of the lines, each once, and only where something is said', () => {
    const before = [{ number: 7, pinnedOffer: 'alpha:p7' }];
    expect(
      edits(
        [
          { ...nothing, number: 2, exclude: { suppliers: ['alpha'] } },
          { ...nothing, number: 1, attrition: { pieces: 3 } },
          { ...nothing, number: 3 },
        ],
        before,
      ),
    ).toEqual([
      { number: 1, attrition: { pieces: 3 } },
      { number: 2, exclude: { suppliers: ['alpha'] } },
      { number: 7, pinnedOffer: 'alpha:p7' },
    ]);
  });

  it('keeps the pinned offer until another is pinned, or none', () => {
    const before = [{ number: 1, pinnedOffer: 'alpha:p1' }];
    expect(edits([nothing], before)).toEqual(before);
    expect(edits([{ ...nothing, pinnedOffer: 'beta:p1' }], before)).toEqual([{ number: 1, pinnedOffer: 'beta:p1' }]);
    expect(edits([{ ...nothing, pinnedOffer: '' }], before)).toEqual([]);
  });

  it('lets go of the pinned offer with the product, unless the same change pins one or chooses the same product', () => {
    const before = [{ number: 1, pinnedOffer: 'alpha:p1', exclude: { suppliers: ['beta'] } }];
    expect(edits([{ ...nothing, product: chosen }], before)).toEqual([{ number: 1, exclude: { suppliers: ['beta'] } }]);
    expect(edits([{ ...nothing, product: chosen, pinnedOffer: 'alpha:p2' }], before)).toMatchObject([
      { number: 1, pinnedOffer: 'alpha:p2' },
    ]);
    expect(edits([{ ...nothing, product: { ...chosen, id: 'prd_1' } }], before)).toEqual(before);
  });

  it('keeps of its substitutes what is not said again', () => {
    const before = [{ number: 1, substitution: { policy: 'when_cheaper_by', savingPercent: 5 } as const }];
    const change = { ...nothing, substitution: { savingPercent: 10, grades: [] } };
    expect(edits([change], before)).toEqual([
      { number: 1, substitution: { policy: 'when_cheaper_by', savingPercent: 10, grades: [] } },
    ]);
    expect(edits([nothing], before)).toEqual(before);
  });

  it('keeps each accepted doubt once', () => {
    const before = [{ number: 1, acceptedDoubts: ['probable_match'] }];
    const change = { number: 1, acceptedDoubts: ['probable_match', 'unit_not_pieces'] };
    expect(edits([change], before)).toEqual([{ number: 1, acceptedDoubts: ['probable_match', 'unit_not_pieces'] }]);
  });
});

describe('what is said of the estimate', () => {
  it('stays as it was where nothing is said', () => {
    const before = {
      comparesModes: true,
      buildQuantities: [1, 10],
      exclude: { suppliers: ['alpha'] },
      mode: 'min_suppliers',
    } as const;
    expect(revised({ lines: [] }, before).request).toEqual({ ...request, ...before, lineEdits: [] });
    expect(revised({ lines: [] }).request).toEqual({ ...request, lineEdits: [] });
  });

  it('takes the place of what was said before; no build quantities leave none', () => {
    const before = { comparesModes: true, buildQuantities: [1, 10], exclude: { suppliers: ['alpha'] } } as const;
    const change = { compares: false, builds: [], exclude: {}, mode: 'min_suppliers', lines: [] } as const;
    expect(revised(change, before).request).toEqual({
      ...request,
      mode: 'min_suppliers',
      exclude: {},
      lineEdits: [],
    });
    expect(revised({ compares: true, builds: [5], lines: [] }).request).toMatchObject({
      comparesModes: true,
      buildQuantities: [5],
    });
  });
});

describe('a change that names what is not there', () => {
  const violationsOf = (lines: EstimateChange['lines'], outcome?: Parameters<typeof checkChange>[0]['outcome']) => {
    try {
      checkChange({ draft, outcome }, { lines });
      return [];
    } catch (error) {
      return (error as { violations?: readonly { field: string }[] }).violations?.map(({ field }) => field);
    }
  };

  it('is refused by the names of the fields', () => {
    expect(
      violationsOf([
        { number: 1, acceptedDoubts: ['unit_not_pieces', 'stock_unknown'] },
        { number: 3, acceptedDoubts: ['unit_not_pieces'] },
      ]),
    ).toEqual(['lines[0].accept_doubts[1]', 'lines[1].number']);
  });

  it('may accept a doubt that pricing has of the same line', () => {
    const outcome = { lines: [{ number: 2, doubts: [doubt('stock_unknown')] }] } as never;
    expect(violationsOf([{ number: 2, acceptedDoubts: ['stock_unknown'] }], outcome)).toEqual([]);
    expect(violationsOf([{ number: 1, acceptedDoubts: ['stock_unknown'] }], outcome)).toEqual([
      'lines[0].accept_doubts[0]',
    ]);
  });

  it('of another version than was seen says both', () => {
    expect(otherVersion(3, 2)).toMatchObject({ kind: 'conflict', message: expect.stringMatching(/version 3, not 2/) });
  });
});

describe('lines of one product, which are bought together', () => {
  const violationsOf = (lines: EstimateChange['lines'], lineEdits: EstimateRequest['lineEdits'] = []) => {
    const change = { lines };
    try {
      checkPins(revised(change, { lineEdits }), change);
      return [];
    } catch (error) {
      return (error as { violations?: readonly { field: string }[] }).violations?.map(({ field }) => field);
    }
  };
  const pin = (number: number, pinnedOffer: string) => ({ number, pinnedOffer, acceptedDoubts: [] });

  it('are not pinned to two offers', () => {
    expect(violationsOf([pin(1, 'alpha:p1'), pin(2, 'beta:p1')])).toEqual([
      'lines[0].pinned_offer_id',
      'lines[1].pinned_offer_id',
    ]);
    expect(violationsOf([pin(2, 'beta:p1')], [{ number: 1, pinnedOffer: 'alpha:p1' }])).toEqual([
      'lines[0].pinned_offer_id',
    ]);
    const elsewhere = { number: 2, pinnedOffer: 'beta:p2', acceptedDoubts: [], product: chosen };
    expect(violationsOf([pin(1, 'alpha:p1'), elsewhere])).toEqual([]);
  });

  it('may be pinned to one, to another one together, and be changed otherwise', () => {
    const before = [
      { number: 1, pinnedOffer: 'alpha:p1' },
      { number: 2, pinnedOffer: 'beta:p1' },
    ];
    expect(violationsOf([pin(1, 'alpha:p1'), pin(2, 'alpha:p1')])).toEqual([]);
    expect(violationsOf([pin(1, 'beta:p1')], before)).toEqual([]);
    expect(violationsOf([pin(2, '')], before)).toEqual([]);
    expect(violationsOf([{ ...nothing, quantity: '5' }], before)).toEqual([]);
  });
});

describe('what is said of the substitutes of a line', () => {
  const alternate = { productId: 'prd_8', alternate: { grade: 'upgrade', differences: [] } };
  const named = { productId: 'prd_9', score: 1, rule: 'mpn' };
  const alternatives = [named, alternate] as unknown as readonly [];
  const asking = { ...request, substitutePolicy: 'when_cheaper', alternateGrades: ['upgrade'] } as const;
  const resolvedAfter = (
    substitution: NonNullable<EstimateChange['lines'][number]['substitution']>,
    resolution: object = {},
    of: EstimateRequest = asking,
  ) =>
    revise(
      {
        request: of,
        draft: { ...draft, lines: [line(1, { resolution: { ...found, alternatives, ...resolution } as never })] },
      },
      { lines: [{ ...nothing, substitution }] },
    ).draft.lines[0]?.resolution;

  it('has its alternates found again with other grades, and none with none, beside what it names', () => {
    expect(resolvedAfter({ grades: ['similar'] })).toEqual({ ...found, alternatives: [named], lacksAlternates: true });
    expect(resolvedAfter({ grades: [] })).toEqual({ ...found, alternatives: [named] });
    expect(resolvedAfter({ policy: 'never' })).toEqual({ ...found, alternatives: [named] });
    const never = { ...asking, substitutePolicy: 'never' } as const;
    expect(resolvedAfter({ policy: 'when_cheaper' }, {}, never)).toMatchObject({ lacksAlternates: true });
  });

  it('leaves its alternates as they are with the same grades, and of a line of figures', () => {
    expect(resolvedAfter({ grades: ['upgrade'] })).toEqual({ ...found, alternatives });
    expect(resolvedAfter({ policy: 'when_out_of_stock' })).toEqual({ ...found, alternatives });
    expect(resolvedAfter({ grades: [] }, { rule: 'characteristics' })).toMatchObject({ alternatives });
  });

  it('counts for a product that is chosen with it', () => {
    const both = { lines: [{ ...nothing, product: chosen, substitution: { grades: [] } }] };
    const { resolution } = revise({ request: asking, draft }, both).draft.lines[0] ?? {};
    expect(resolution).not.toHaveProperty('lacksAlternates');
  });

  const cheaperBy = { ...request, substitutePolicy: 'when_cheaper_by', substituteSavingPercent: 5 } as const;
  it.each<[what: string, EstimateRequest, object, fields: readonly string[]]>([
    ['a saving without its policy', request, { savingPercent: 5 }, ['substitute_saving_percent']],
    ['the policy without a saving', request, { policy: 'when_cheaper_by' }, ['substitute_saving_percent']],
    ['grades where none may stand in', request, { grades: ['upgrade'] }, ['alternate_grades']],
    ['no saving where the request has one', cheaperBy, { policy: 'when_cheaper_by' }, []],
    ['a saving of 0 in its place', cheaperBy, { savingPercent: 0 }, ['substitute_saving_percent']],
    ['another policy than the one with a saving', cheaperBy, { policy: 'never' }, []],
    ['no grades', request, { grades: [] }, []],
    ['nothing', { ...request, substitutePolicy: 'when_cheaper_by' }, {}, ['substitute_saving_percent']],
  ])('is refused by its field, or not: %s', (_, of, substitution, fields) => {
    const change = { lines: [{ ...nothing, substitution }] };
    const check = () => checkSubstitutions(revise({ request: of, draft }, change), change);
    if (fields.length === 0) expect(check).not.toThrow();
    else
      expect(check).toThrow(
        expect.objectContaining({
          violations: fields.map((field) => expect.objectContaining({ field: `lines[0].${field}` })),
        }),
      );
  });
});
