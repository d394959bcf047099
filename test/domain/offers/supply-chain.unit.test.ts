import { describe, expect, it } from 'vitest';
import { traceOf } from '../../../domain/offers/supply-chain.ts';

describe('the trace of an offer', () => {
  it('counts the parties of its route once each, from the supplier to the maker', () => {
    expect(traceOf({ supplierId: 'acme' }, [], 'Yageo')).toEqual({
      observedVia: 'acme',
      apiProvider: 'acme',
      salesAgent: undefined,
      warehouseOperators: [],
      distributor: 'acme',
      manufacturer: 'Yageo',
      depth: 2,
    });
    const route = { supplierId: 'acme', apiProvider: 'gateway', salesAgent: 'agent', distributor: 'agent' };
    expect(traceOf(route, [], 'Yageo').depth).toBe(4);
    expect(traceOf({ supplierId: 'acme' }, [], undefined)).toMatchObject({ manufacturer: undefined, depth: 1 });
  });

  it('names who runs the warehouses, and the warehouse where that is not known', () => {
    const route = { supplierId: 'acme', warehouseOperators: { hub: 'DHL', annex: 'DHL', constructor: 'Builder' } };
    expect(traceOf(route, ['south', 'hub', 'annex', 'south'], 'Yageo')).toMatchObject({
      warehouseOperators: ['DHL', 'south'],
      depth: 3,
    });
    expect(traceOf({ supplierId: 'acme' }, ['constructor', 'hub'], 'Yageo')).toMatchObject({
      warehouseOperators: ['constructor', 'hub'],
      depth: 2,
    });
  });
});
