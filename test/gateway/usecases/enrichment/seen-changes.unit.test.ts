import { describe, expect, it } from 'vitest';
import type { Product } from '../../../../domain/catalog.ts';
import type { ToldChange } from '../../../../domain/characteristics/told-change.ts';
import type { EnrichmentJob } from '../../../../domain/enrichment/job.ts';
import { defaultProfile } from '../../../../domain/identity/built-in-profiles.ts';
import type { VisibilityPolicy } from '../../../../domain/visibility/policy.ts';
import { seenChanges } from '../../../../gateway/usecases/enrichment/seen-changes.ts';
import { createPolicyBook } from '../../../../gateway/visibility/policy-book.ts';
import { createVisibility } from '../../../../gateway/visibility/visibility.ts';
import { createMetrics } from '../../../../telemetry/metrics.ts';
import { untraced } from '../../../support/event-samples.ts';
import { caller, noon } from '../../../support/offers.ts';
import { policy } from '../../../support/policies.ts';
import { recordingLogger } from '../../../support/recording-logger.ts';

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

const change = (productId: string): ToldChange => ({
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

const seenUnder = async (...policies: readonly VisibilityPolicy[]) => {
  const metrics = createMetrics('test').visibility;
  const store = { all: async () => ({ revision: '1', policies }), revision: async () => '1' };
  const book = createPolicyBook({ store, metrics, log: recordingLogger() });
  await book.refresh();
  const visibility = createVisibility({ book, product: async (id) => product(id), metrics });
  const seenBy = seenChanges(visibility, { products: async (ids) => ids.map(product) });
  const context = { caller, ...untraced, signal: new AbortController().signal, now: () => noon };
  const { state } = await seenBy(job, context);
  return state.kind === 'completed' ? state.result.characteristics?.changes : undefined;
};

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
