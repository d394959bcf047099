import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import {
  EstimateChanges,
  EstimateLineInput,
  type EstimateResponse,
} from '../../../proto/gen/svc/public/v1/estimate.ts';
import {
  asked,
  callBy,
  type EstimateWorld,
  estimateWorld,
  offered,
  partNumber,
  productOf,
} from '../../support/estimate-world.ts';
import { untraced } from '../../support/event-samples.ts';

describe('what a line says of its substitutes', () => {
  let world: EstimateWorld;
  beforeAll(async () => {
    world = await estimateWorld();
    const resistor = (at: number, tolerance: string) => ({
      profileId: defaultProfile.id,
      manufacturer: 'Yageo',
      mpn: partNumber(at),
      description: `Chip resistor 1 kΩ ±${tolerance} 1/10 W 0603`,
      characteristics: { resistance: '1 kΩ', tolerance: `±${tolerance}`, power: '1/10 W', package: '0603' },
    });
    // What is asked for cannot be had; there is one that is closer, and one that is less close.
    const drafts = [resistor(0, '5 %'), resistor(1, '1 %'), resistor(2, '10 %')];
    await world.stores.catalog.upsert(drafts, new Date(), untraced);
    await world.observe(...['alpha', 'beta', 'gamma'].map((id) => offered(id, 0, '0.10', { stock: 0 })));
  });
  afterAll(async () => {
    await world?.close();
  });

  type Line = Partial<EstimateLineInput>;
  const line = (at: number, fields: Line = {}) =>
    EstimateLineInput.fromPartial({ mpn: partNumber(at), manufacturer: 'Yageo', quantity: 10, ...fields } as never);
  const request = (lines: readonly EstimateLineInput[], fields: Parameters<typeof asked>[0] = {}) =>
    asked({ lines: [...lines], ...fields });

  const ready = async (id: string, after = 0): Promise<EstimateResponse> => {
    const seen = await world.watchUntil(id, ({ status, version }) => status === 'ready' && version > after);
    const last = seen.at(-1);
    if (last === undefined) throw new Error('nothing was seen');
    return last;
  };
  const built = async (...given: Parameters<typeof request>): Promise<EstimateResponse> =>
    ready((await world.useCases.buildEstimate(request(...given), callBy('acme'))).id);
  const closer = { canonicalId: productOf(0), chosen: [{ canonicalId: productOf(1), isSubstitute: true }] };
  const upgrade = { substitutePolicy: 'when_out_of_stock', alternateGrades: ['upgrade'] };

  it('holds for the line alone, which then says what holds', async () => {
    const { lines } = await built([line(0, upgrade), line(5)]);
    expect(lines).toMatchObject([
      { ...closer, substitutes: { policy: 'when_out_of_stock', savingPercent: 0, alternateGrades: ['upgrade'] } },
      { chosen: [{ canonicalId: productOf(5) }], candidates: [] },
    ]);
    expect(lines[1]?.substitutes).toBeUndefined();
  });

  it('goes before what the request says, each for itself', async () => {
    const none = await built([line(0, { alternateGrades: ['none'] })], upgrade);
    expect(none.lines).toMatchObject([{ chosen: [], candidates: [], substitutes: { policy: 'when_out_of_stock' } }]);
    const other = await built([line(0, { alternateGrades: ['identical'] })], upgrade);
    expect(other.lines).toMatchObject([{ chosen: [], substitutes: { alternateGrades: ['identical'] } }]);
    const never = await built([line(0, { substitutePolicy: 'never' })], upgrade);
    expect(never.lines).toMatchObject([{ chosen: [], candidates: [], substitutes: { policy: 'never' } }]);
  });

  it('may leave the grades to the request, which takes no substitute itself', async () => {
    const { lines } = await built([line(0, { substitutePolicy: 'when_cheaper' })], { alternateGrades: ['upgrade'] });
    expect(lines).toMatchObject([closer]);
  });

  it('are ten parts that it names, in its order, and after them alternates by grade', async () => {
    const named = [12, 3, 11, 4, 10, 5, 9, 6, 8, 7];
    const alternatives = named.map((at) => ({ mpn: partNumber(at), manufacturer: 'Yageo' }));
    const { lines } = await built([line(0, { ...upgrade, alternatives })]);
    expect(lines[0]?.candidates.map(({ canonicalId }) => canonicalId)).toEqual([...named, 1].map(productOf));
    // Each of them is looked at, with the product itself and the alternate: three offers each.
    expect(lines[0]?.offers?.lookedAt).toBe(36);
    expect(lines[0]?.alternatives).toHaveLength(5);
    expect(lines[0]?.chosen[0]?.isSubstitute).toBe(true);
  });

  it('has a part that would do bought where its own is not known, unless none may stand in', async () => {
    const alternatives = [{ mpn: partNumber(4), manufacturer: 'Yageo' }];
    const unknown = (fields: Line) =>
      line(0, { mpn: 'KNOWN-TO-NOBODY-1', manufacturer: 'Acme', alternatives, ...fields });
    const { lines } = await built([unknown({}), unknown({ substitutePolicy: 'when_cheaper' })]);
    expect(lines).toMatchObject([
      { chosen: [], unresolvedReason: 'not_found' },
      { canonicalId: productOf(4), chosen: [{ canonicalId: productOf(4) }] },
    ]);
  });

  it('is changed like what is lost of it, and its alternates are found after that', async () => {
    const first = await built([line(0)]);
    expect(first.lines).toMatchObject([{ chosen: [], candidates: [] }]);
    const change = (fields: object) =>
      world.useCases.updateEstimate(
        { estimateId: first.id, changes: EstimateChanges.fromPartial({ lines: [{ number: 1, ...fields }] } as never) },
        callBy('acme'),
      );
    const bought = await ready(first.id, (await change(upgrade)).version);
    expect(bought.lines).toMatchObject([{ ...closer, candidates: [{ rule: 'alternate_upgrade' }] }]);
    const again = await ready(first.id, (await change({ alternateGrades: ['none'] })).version);
    expect(again.lines).toMatchObject([{ chosen: [], candidates: [] }]);
    const refused = { kind: 'invalid_argument', violations: [{ field: 'lines[0].substitute_saving_percent' }] };
    await expect(change({ substituteSavingPercent: 5 })).rejects.toMatchObject(refused);
    await expect(change({ substitutePolicy: 'when_cheaper_by' })).rejects.toMatchObject(refused);
    await expect(change({ substitutePolicy: 'always' })).rejects.toMatchObject({
      violations: [{ field: 'lines[0].substitute_policy' }],
    });
  });
});
