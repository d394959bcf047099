import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { managePackageAttrition } from '../../../gateway/admin/package-attrition/manage.ts';
import type { EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';
import { askedLines, callBy, type EstimateWorld, estimateWorld, partNumber } from '../../support/estimate-world.ts';
import { untraced } from '../../support/event-samples.ts';
import { policyDraft } from '../../support/policies.ts';

let world: EstimateWorld;
beforeAll(async () => {
  world = await estimateWorld();
  const draft = (at: number, size: string) => ({
    profileId: defaultProfile.id,
    manufacturer: 'Yageo',
    mpn: partNumber(at),
    characteristics: { package: size },
  });
  await world.stores.catalog.upsert([draft(0, '0603 (1608 Metric)'), draft(1, '0402')], new Date(), untraced);
});
afterEach(async () => {
  const { sql } = world.database.pool;
  await sql`delete from package_attrition`;
  await sql`update pricing_revision set revision = revision + 1`;
  await sql`delete from visibility_policy`;
  await world.basis.onPricingChange();
  await world.basis.onPolicyChange();
});
afterAll(async () => {
  await world?.close();
});

const built = async (fields: Parameters<typeof askedLines>[1] = {}) => {
  const { id } = await world.useCases.buildEstimate(askedLines(2, fields), callBy('acme'));
  const last = (await world.watchUntil(id, ({ status }) => status === 'ready')).at(-1);
  if (last === undefined) throw new Error('nothing was seen');
  return last;
};
const lost = ({ lines }: EstimateResponse) => lines.map(({ piecesToBuy, attrition }) => [piecesToBuy, attrition]);

it('is what an operator says of a package, unless the request turns it off, and is followed', async () => {
  const onPricingChange = world.basis.onPricingChange;
  const { putPackageAttrition, removePackageAttrition, listPackageAttrition } = managePackageAttrition({
    packageAttritions: world.stores.packageAttritions,
    onPricingChange,
  });
  const operator = callBy('operator');
  await expect(putPackageAttrition({ package: 'anything', percent: 5, pieces: 10 }, operator)).rejects.toMatchObject({
    violations: [{ field: 'package' }],
  });
  await putPackageAttrition({ package: 'chip 0603', percent: 10, pieces: 5 }, operator);
  expect(await listPackageAttrition({}, operator)).toEqual([{ package: '0603', percent: 10, pieces: 5 }]);

  const said = { source: 'package', package: '0603', percent: 10, pieces: 5 };
  const estimate = await built();
  // 10, a tenth of it and 5; 11, of a package of which nothing is said.
  expect(lost(estimate)).toEqual([
    [16, said],
    [11, undefined],
  ]);
  expect(lost(await built({ packageAttrition: false }))).toEqual([
    [10, undefined],
    [11, undefined],
  ]);

  const later = world.watchUntil(estimate.id, ({ version }) => version > estimate.version);
  await removePackageAttrition({ package: '0603' }, operator);
  // 10 at 0.10 and 11 at 0.10.
  expect((await later).at(-1)).toMatchObject({ totalPriceDecimal: '2.1', changedLines: [1] });
  await expect(removePackageAttrition({ package: '0603' }, operator)).rejects.toMatchObject({ kind: 'not_found' });
});

it('is not told of a package that a policy masks', async () => {
  const { packageAttritions, policies } = world.stores;
  await packageAttritions.put({ package: '0603', percent: 10, pieces: 5 }, { by: 'key_1', context: untraced });
  const masked = policyDraft({ target: 'product', effect: { kind: 'mask', fields: ['characteristics'] } });
  await policies.create('vis_masked', masked, { by: 'key_1', context: untraced });
  await world.basis.onPolicyChange();
  expect(lost(await built())).toEqual([
    [10, undefined],
    [11, undefined],
  ]);
});
