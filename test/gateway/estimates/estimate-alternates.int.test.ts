import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { EstimateChanges, type EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';
import {
  askedLines,
  callBy,
  type EstimateWorld,
  estimateWorld,
  offered,
  partNumber,
  productOf,
} from '../../support/estimate-world.ts';
import { untraced } from '../../support/event-samples.ts';
import { policyDraft } from '../../support/policies.ts';

describe('alternates in an estimate', () => {
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
    // What is asked for, one that is closer, and one that is less close.
    const drafts = [resistor(0, '5 %'), resistor(1, '1 %'), resistor(2, '10 %')];
    await world.stores.catalog.upsert(drafts, new Date(), untraced);
    await world.observe(...['alpha', 'beta', 'gamma'].map((id) => offered(id, 0, '0.10', { stock: 0 })));
  });
  afterEach(async () => {
    await world.database.pool.sql`delete from visibility_policy`;
    await world.basis.onPolicyChange();
  });
  afterAll(async () => {
    await world?.close();
  });

  const built = async (fields: Parameters<typeof askedLines>[1]): Promise<EstimateResponse> => {
    const { id } = await world.useCases.buildEstimate(askedLines(1, fields), callBy('acme'));
    const last = (await world.watchUntil(id, ({ status }) => status === 'ready')).at(-1);
    if (last === undefined) throw new Error('nothing was seen');
    return last;
  };

  it('are not bought where the request allows no grade, or another one', async () => {
    const none = await built({ substitutePolicy: 'when_out_of_stock' });
    expect(none.lines).toMatchObject([{ chosen: [], candidates: [] }]);
    const other = await built({ substitutePolicy: 'when_out_of_stock', alternateGrades: ['identical'] });
    expect(other.lines).toMatchObject([{ chosen: [], candidates: [] }]);
  });

  it('are bought where the product cannot be, with the grade and each figure that differs', async () => {
    const { lines } = await built({ substitutePolicy: 'when_out_of_stock', alternateGrades: ['identical', 'upgrade'] });
    const differences = [{ characteristic: 'tolerance', original: '±5 %', alternate: '±1 %', verdict: 'better' }];
    expect(lines).toMatchObject([
      {
        canonicalId: productOf(0),
        candidates: [{ canonicalId: productOf(1), rule: 'alternate_upgrade' }],
        chosen: [{ canonicalId: productOf(1), isSubstitute: true, alternate: { grade: 'upgrade', differences } }],
      },
    ]);
  });

  const bought = {
    canonicalId: productOf(0),
    resolutionRule: 'chosen',
    candidates: [{ canonicalId: productOf(1), rule: 'alternate_upgrade' }],
    chosen: [{ canonicalId: productOf(1), isSubstitute: true, alternate: { grade: 'upgrade' } }],
  };

  it('are those of the product that a person has chosen too, with the list or later', async () => {
    const fields = { substitutePolicy: 'when_out_of_stock', alternateGrades: ['upgrade'] };
    const other = await built({ ...fields, lineChoices: [{ number: 1, canonicalId: productOf(2) }] });
    const changed = await world.useCases.updateEstimate(
      {
        estimateId: other.id,
        changes: EstimateChanges.fromPartial({ lines: [{ number: 1, canonicalId: productOf(0) }] }),
      },
      callBy('acme'),
    );
    const last = (
      await world.watchUntil(other.id, ({ status, version }) => status === 'ready' && version > changed.version)
    ).at(-1);
    expect(last?.lines).toMatchObject([bought]);
    const chosen = await built({ ...fields, lineChoices: [{ number: 1, canonicalId: productOf(0) }] });
    expect(chosen.lines).toMatchObject([bought]);
  });

  it('are looked for with the next prices where an older process has made it ready without them', async () => {
    const fields = { substitutePolicy: 'when_out_of_stock', alternateGrades: ['upgrade'] };
    const { id, version } = await built(fields);
    const { sql } = world.database.pool;
    await sql`
      update estimate set version = version + 1, draft = jsonb_set(
        jsonb_set(draft::jsonb, '{lines,0,resolution,alternatives}', '[]'),
        '{lines,0,resolution,lacksAlternates}', 'true')::json
      where id = ${id}`;
    await world.observe(offered('alpha', 1, '0.09'));
    const last = (
      await world.watchUntil(id, ({ version: now, lines }) => now > version + 1 && lines[0]?.chosen.length === 1)
    ).at(-1);
    expect(last?.lines).toMatchObject([
      {
        candidates: [{ canonicalId: productOf(1), rule: 'alternate_upgrade' }],
        chosen: [{ canonicalId: productOf(1) }],
      },
    ]);
  });

  it('are none where a policy hides them', async () => {
    const hidden = policyDraft({
      target: 'product',
      condition: `product.mpn == "${partNumber(1)}"`,
      effect: { kind: 'deny' },
    });
    await world.stores.policies.create('vis_hidden', hidden, { by: 'key_1', context: untraced });
    await world.basis.onPolicyChange();
    const { lines } = await built({ substitutePolicy: 'when_out_of_stock', alternateGrades: ['upgrade'] });
    expect(lines).toMatchObject([{ chosen: [], candidates: [] }]);
  });

  it('must be asked for together with a policy that takes substitutes', async () => {
    const refused = (fields: Parameters<typeof askedLines>[1]) =>
      expect(world.useCases.buildEstimate(askedLines(1, fields), callBy('acme'))).rejects;
    await refused({ alternateGrades: ['upgrade'] }).toMatchObject({
      kind: 'invalid_argument',
      violations: [{ field: 'alternate_grades' }],
    });
    await refused({ substitutePolicy: 'when_cheaper', alternateGrades: ['better'] }).toMatchObject({
      violations: [{ field: 'alternate_grades' }],
    });
    await refused({ substitutePolicy: 'when_cheaper_by' }).toMatchObject({
      violations: [{ field: 'substitute_saving_percent' }],
    });
    await refused({ substitutePolicy: 'when_cheaper', substituteSavingPercent: 5 }).toMatchObject({
      violations: [{ field: 'substitute_saving_percent' }],
    });
  });
});
