import { expect, it } from 'vitest';
import { plugins } from '../../../actors/connector/suppliers/registry.ts';
import { demoCatalogue } from '../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../ops/demo/catalogue/combine.ts';
import { startDemoProtocols } from '../../../ops/demo/protocols/start-all.ts';

it('has a demo supplier for every plug-in that speaks a real protocol, each with its control endpoints', async () => {
  const products = shareOf(demoCatalogue('demo'), 10);
  const started = await startDemoProtocols({ products, seed: 'all', host: '127.0.0.1', firstPort: 0 });
  try {
    const real = Object.keys(plugins).filter((name) => !name.startsWith('demo-'));
    expect(started.map(({ plugin }) => plugin).sort()).toEqual(real.sort());
    for (const { supplier } of started) {
      const answer = await fetch(`${supplier.url}/control/calls`);
      expect(await answer.json()).toMatchObject({ calls: [] });
    }
  } finally {
    await Promise.all(started.map(({ supplier }) => supplier.close()));
  }
});
