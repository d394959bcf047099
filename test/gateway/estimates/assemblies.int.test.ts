import { credentials, type ServiceError, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../gateway/auth/authenticator.ts';
import { EstimateClient, type EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';
import {
  askedLines,
  type EstimateWorld,
  estimateWorld,
  keyOf,
  offered,
  partNumber,
} from '../../support/estimate-world.ts';
import { refusingUseCases, startTestEdge, type TestEdge } from '../../support/http-edge.ts';
import { ladder } from '../../support/offers.ts';
import { watchToEnd } from '../../support/server-sent-events.ts';
import { headers, startTestEdge as startGrpcEdge } from '../grpc/test-edge.ts';

/** Two boards of one part, and another part of none. */
const [shared, other] = [partNumber(0), partNumber(1)];
const request = {
  assemblies: [{ name: 'Main board', build_quantity: 3 }, { name: 'Panel' }],
  lines: [
    { raw_text: 'R7', mpn: shared, quantity: 10, assembly: 'Main board', internal_number: 'M-1' },
    { raw_text: 'R1', mpn: shared, quantity: 10, assembly: 'Panel', internal_number: 'P-1' },
    { mpn: other, quantity: 4 },
  ],
};
const euros = (amount: string) => ({ amount, currency: 'EUR' });

describe('assemblies of an estimate', () => {
  let world: EstimateWorld;
  let edge: TestEdge;
  let grpc: Awaited<ReturnType<typeof startGrpcEdge>>;
  let client: EstimateClient;
  beforeAll(async () => {
    world = await estimateWorld();
    const steps = ladder([
      [1, '0.10'],
      [75, '0.08'],
    ]);
    await world.observe({ ...offered('alpha', 0, '0.10'), price: { kind: 'ladder', ladder: steps } });
    edge = await startTestEdge(world.database.pool, { useCases: { ...refusingUseCases, estimates: world.useCases } });
    const authenticator = createAuthenticator({ callers: world.stores.callers, now: () => new Date() });
    grpc = await startGrpcEdge({ estimates: world.useCases }, { authenticator });
    client = new EstimateClient(`127.0.0.1:${grpc.server.port}`, credentials.createInsecure());
  });
  afterAll(async () => {
    client?.close();
    await grpc?.close();
    await edge?.stop();
    await world?.close();
  });

  const key = { 'x-api-key': keyOf('acme') };
  const send = async (method: string, path: string, body: object) => {
    const init = { method, headers: { ...key, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(`${edge.url}/v1/estimates${path}`, init);
    return { status: answer.status, body: (await answer.json()) as { id: string; violations?: { field: string }[] } };
  };
  const built = async (asked: object): Promise<{ readonly id: string }> => {
    const { body } = await send('POST', '', asked);
    return (await watchToEnd(`${edge.url}/v1/estimates/${body.id}/events?until=ready`, key)).at(-1) as { id: string };
  };
  const refused = async (more: object): Promise<readonly string[]> => {
    const answer = await send('POST', '', { ...request, ...more });
    return [String(answer.status), ...(answer.body.violations ?? []).map(({ field }) => field)];
  };

  it('buy together, keep their lines apart, and tell what each comes to, at other quantities too', async () => {
    const ready = await built({ ...request, build_quantity: 2, build_quantities: [3] });
    // 10 times 3 times 2, and 10 times 2, are 80 at 0.08; 4 times 2 at 0.10. For three sets 120 at
    // 0.08 and 12 at 0.10.
    expect(ready).toMatchObject({
      total_price_decimal: '7.2',
      builds: [{ build_quantity: 3, total: euros('10.8'), total_per_build: euros('3.6') }],
      assemblies: [
        { name: 'Main board', build_quantity: 3, lines: 1, bought_lines: 1, goods: euros('4.8') },
        { name: 'Panel', build_quantity: 1, lines: 1, bought_lines: 1, goods: euros('1.6') },
      ],
      lines: [
        { assembly: 'Main board', pieces: 60, price: euros('4.8'), internal_number: 'M-1', chosen: [{ quantity: 60 }] },
        { assembly: 'Panel', pieces: 20, price: euros('1.6'), internal_number: 'P-1', chosen: [{ quantity: 20 }] },
        { pieces: 8, price: euros('0.8') },
      ],
      orders: [{ items: [{ quantity: 80, lines: [1, 2] }, { quantity: 8 }] }],
    });
    expect(JSON.stringify(ready).match(/"assembly":/g)).toHaveLength(2);
    const file = await fetch(`${edge.url}/v1/estimates/${ready.id}/export?format=csv`, { headers: key });
    const [heading = [], ...rows] = (await file.text()).split('\r\n').map((row) => row.split(','));
    const at = heading.indexOf('assembly');
    expect(rows.slice(0, 3).map((row) => row[at])).toEqual(['Main board', 'Panel', '']);
  });

  it('say that nothing of them is bought, and that they have no line, in so many words', async () => {
    const ready = await built({
      assemblies: [{ name: 'Main board' }, { name: 'Panel' }],
      lines: [{ mpn: 'NOBODY-MAKES-THIS', quantity: 1, assembly: 'Panel' }],
    });
    expect(ready).toMatchObject({
      assemblies: [
        { name: 'Main board', lines: 0, bought_lines: 0 },
        { name: 'Panel', lines: 1, bought_lines: 0 },
      ],
    });
  });

  it('stay as they are where the quantity of a line is changed, which is that of one of its assembly', async () => {
    const { id } = await built({ ...request, build_quantity: 2 });
    const changed = await send('PATCH', `/${id}`, { lines: [{ number: 1, quantity: 20 }] });
    expect(changed.status).toBe(200);
    // 20 times 3 times 2, and 20 as before, are 140 at 0.08; 8 at 0.10.
    const [ready] = (await watchToEnd(`${edge.url}/v1/estimates/${id}/events?until=ready`, key)).slice(-1);
    expect(ready).toMatchObject({
      total_price_decimal: '12',
      changed_lines: [1],
      lines: [{ assembly: 'Main board', pieces: 120 }, { assembly: 'Panel', pieces: 20 }, {}],
      assemblies: [{ goods: euros('9.6') }, { name: 'Panel', goods: euros('1.6') }],
    });
  });

  it('are in no answer and no file where none are named', async () => {
    const ready = await built({ lines: [{ mpn: shared, quantity: 1 }] });
    expect(JSON.stringify(ready)).not.toContain('assembl');
    const file = await fetch(`${edge.url}/v1/estimates/${ready.id}/export?format=csv`, { headers: key });
    expect(await file.text()).not.toContain('assembly');
  });

  it.each<[string, object, readonly string[]]>([
    ['a name that no assembly has', { lines: [{ mpn: shared, assembly: 'Cover' }] }, ['lines[0].assembly']],
    ['a name where there are no assemblies', { assemblies: [] }, ['lines[0].assembly', 'lines[1].assembly']],
    ['a second time', { assemblies: [...request.assemblies, { name: 'Panel' }] }, ['assemblies[2].name']],
    ['no name', { assemblies: [...request.assemblies, { name: ' ' }] }, ['assemblies[2].name']],
    ['a long name', { assemblies: [...request.assemblies, { name: 'a'.repeat(101) }] }, ['assemblies[2].name']],
    [
      'none and too many of them',
      {
        assemblies: [
          { name: 'Main board', build_quantity: 0 },
          { name: 'Panel', build_quantity: 1_000_001 },
        ],
      },
      ['assemblies[0].build_quantity', 'assemblies[1].build_quantity'],
    ],
    ['51 of them', { assemblies: Array.from({ length: 51 }, (_, at) => ({ name: `${at}` })) }, ['assemblies']],
    ['some of a document', { lines: [], source_document: 'bXBuLHF0eQpMTTM1OERSLDEw' }, ['assemblies']],
  ])('refuse by its field %s', async (_, more, fields) => {
    expect(await refused(more)).toEqual(['400', ...fields]);
  });

  it('come by gRPC too, and are refused there by the same fields', async () => {
    const build = (fields: Parameters<typeof askedLines>[1], assembly: string): Promise<EstimateResponse> => {
      const { lines, ...asked } = askedLines(2, fields);
      const message = { ...asked, lines: lines.map((line, at) => (at === 0 ? { ...line, assembly } : line)) };
      return new Promise((resolve, reject) =>
        client.buildEstimate(message, headers(keyOf('acme')), (error: ServiceError | null, answer) =>
          error === null ? resolve(answer) : reject(error),
        ),
      );
    };
    const { id } = await build({ assemblies: [{ name: 'Panel', buildQuantity: 2 }] }, 'Panel');
    const stream = client.watchEstimate({ estimateId: id, untilReady: true }, headers(keyOf('acme')));
    const seen: EstimateResponse[] = [];
    for await (const state of stream) seen.push(state as EstimateResponse);
    // 2 times 10 and 11, at 0.10.
    expect(seen.at(-1)).toMatchObject({
      totalPriceDecimal: '3.1',
      lines: [
        { assembly: 'Panel', pieces: 20 },
        { assembly: '', pieces: 11 },
      ],
      assemblies: [{ name: 'Panel', buildQuantity: 2, lines: 1, boughtLines: 1, goods: euros('2') }],
    });
    for (const [asked, field] of [
      [{ assemblies: [{ name: 'Panel', buildQuantity: 0 }] }, 'assemblies[0].build_quantity'],
      [{ assemblies: [{ name: 'Cover', buildQuantity: undefined }] }, 'lines[0].assembly'],
    ] as const)
      await expect(build({ assemblies: [...asked.assemblies] }, 'Panel')).rejects.toMatchObject({
        code: status.INVALID_ARGUMENT,
        details: expect.stringContaining(field),
      });
  });
});
