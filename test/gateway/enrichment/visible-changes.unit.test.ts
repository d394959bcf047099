import { describe, expect, it } from 'vitest';
import type { Product } from '../../../domain/catalog/catalog.ts';
import type { ReportedChange } from '../../../domain/characteristics/change-report.ts';
import type { EnrichmentJob } from '../../../domain/enrichment/job.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import type { VisibilityPolicy } from '../../../domain/visibility/policy.ts';
import { visibleChanges } from '../../../gateway/enrichment/visible-changes.ts';
import { createPolicyBook } from '../../../gateway/visibility/policy-book.ts';
import { createVisibility } from '../../../gateway/visibility/visibility.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { untraced } from '../../support/event-samples.ts';
import { caller, noon, offer, view } from '../../support/offers.ts';
import { policy } from '../../support/policies.ts';
import { recordingLogger } from '../../support/recording-logger.ts';

const product = (id: string): Product => ({
  id,
  profileId: defaultProfile.id,
  manufacturer: 'Yageo',
  manufacturerKey: 'YAGEO',
  mpn: id,
  description: undefined,
  characteristics: { resistance: '1 kΩ' },
  lifecycle: undefined,
  replacedBy: undefined,
  observedAt: undefined,
});

const change = (productId: string): ReportedChange => ({
  kind: 'added',
  productId,
  name: 'resistance',
  served: { text: '1 kΩ', source: { kind: 'supplier', supplierId: 'borealis', credentialScope: 'system' } },
  contradicting: [{ text: '2 kΩ', source: { kind: 'supplier', supplierId: 'australis', credentialScope: 'system' } }],
});

const job: EnrichmentJob = {
  id: 'job_1',
  type: 'refresh_characteristics',
  target: { kind: 'product', productId: 'A' },
  priority: 'normal',
  createdAt: noon,
  version: 3,
  shown: 1,
  state: {
    kind: 'completed',
    startedAt: noon,
    finishedAt: noon,
    result: { counts: {}, changes: [], characteristics: { changes: [change('A'), change('B')], languageModel: 'off' } },
  },
};

const rebuilt: EnrichmentJob = {
  ...job,
  type: 'rebuild_supply_chain',
  state: {
    kind: 'completed',
    startedAt: noon,
    finishedAt: noon,
    result: {
      counts: { offers: 2, changed: 2 },
      changes: ['A', 'B'].map((offerId) => ({ offerId, field: 'distributor', before: undefined, after: 'someone' })),
    },
  },
};

const resultUnder = async (of: EnrichmentJob, ...policies: readonly VisibilityPolicy[]) => {
  const metrics = createMetrics('test').visibility;
  const store = { all: async () => ({ revision: '1', policies }), revision: async () => '1' };
  const book = createPolicyBook({ store, metrics, log: recordingLogger() });
  await book.refresh();
  const visibility = createVisibility({ book, product: async (id) => product(id), metrics });
  const seenBy = visibleChanges(
    visibility,
    { products: async (ids) => ids.map(product) },
    { byIds: async (ids) => ids.map((id) => offer([view()], { id, supplierSku: id })) },
  );
  const context = { caller, ...untraced, signal: new AbortController().signal, now: () => noon };
  const { state } = await seenBy(of, context);
  return state.kind === 'completed' ? state.result : undefined;
};

const seenUnder = async (...policies: readonly VisibilityPolicy[]) =>
  (await resultUnder(job, ...policies))?.characteristics?.changes;

describe('the changes that a refresh of characteristics tells', () => {
  it('are all told to a caller whom nothing restricts', async () => {
    expect(await seenUnder()).toEqual([change('A'), change('B')]);
  });

  it('leave out products that are hidden, and name no supplier to whom anything is', async () => {
    const changes = await seenUnder(policy('hides A', { condition: 'product.mpn == "A"' }));
    expect(changes?.map(({ productId }) => productId)).toEqual(['B']);
    expect(JSON.stringify(changes)).not.toContain('alis');
  });

  it('leave out characteristics that a policy empties', async () => {
    const effect = { kind: 'mask', fields: ['characteristics'] } as const;
    expect(await seenUnder(policy('empties', { effect }))).toEqual([]);
  });
});

describe('what a rebuilt supply chain tells', () => {
  const hidesA = policy('hides A', { target: 'offer', condition: 'offer.supplier_sku == "A"' });

  it('is all told to a caller whom nothing restricts', async () => {
    const result = await resultUnder(rebuilt);
    expect(result?.counts).toEqual({ offers: 2, changed: 2 });
    expect(result?.changes.map(({ offerId }) => offerId)).toEqual(['A', 'B']);
  });

  it('leaves out offers that are hidden, and counts nothing to whom anything is', async () => {
    const result = await resultUnder(rebuilt, hidesA);
    expect(result?.changes.map(({ offerId }) => offerId)).toEqual(['B']);
    expect(result?.counts).toEqual({});
  });

  it('leaves out traces that a policy empties, or of which it empties the supplier', async () => {
    for (const field of ['supply_chain_trace', 'supplier_id'] as const) {
      const effect = { kind: 'mask', fields: [field] } as const;
      const result = await resultUnder(rebuilt, policy('empties', { target: 'offer', effect }));
      expect(result?.changes).toEqual([]);
    }
  });
});
