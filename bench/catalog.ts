import type { Benchmark } from './benchmark.ts';
import { compareHttp, get } from './compare-edges.ts';
import { productIds } from './market.ts';
import { withEdges } from './with-edges.ts';

/**
 * `GET /v1/products/{id}` beside a bare Hono handler with one primary-key select of the same row.
 * Ours adds the key, correlation, deadline, metrics, freshness and the contract's JSON, and asks
 * for several products in one select where requests come at the same time.
 */
export const catalogBenchmark: Benchmark = () =>
  withEdges(async (ports) => [
    await compareHttp(
      ports,
      'GET /v1/products/{id}',
      productIds.map((id) => get(`/v1/products/${id}`)),
    ),
  ]);
