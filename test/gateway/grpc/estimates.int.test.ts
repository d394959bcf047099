import { type ClientReadableStream, credentials, type ServiceError, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../gateway/auth/authenticator.ts';
import {
  EstimateClient,
  type EstimateLineInput,
  type EstimateResponse,
} from '../../../proto/gen/svc/public/v1/estimate.ts';
import {
  askedLines,
  type EstimateWorld,
  estimateWorld,
  keyOf,
  offered,
  partNumber,
} from '../../support/estimate-world.ts';
import { refusingUseCases, startTestEdge as startHttpEdge } from '../../support/http-edge.ts';
import { headers, startTestEdge, type TestEdge } from './test-edge.ts';

describe('estimates over gRPC', () => {
  let world: EstimateWorld;
  let edge: TestEdge;
  let client: EstimateClient;
  beforeAll(async () => {
    world = await estimateWorld();
    const now = () => new Date();
    const authenticator = createAuthenticator({ callers: world.stores.callers, now });
    edge = await startTestEdge({ estimates: world.useCases }, { authenticator, maxBodyBytes: 4_194_304 });
    client = new EstimateClient(`127.0.0.1:${edge.server.port}`, credentials.createInsecure());
  });
  afterAll(async () => {
    client?.close();
    await edge?.close();
    await world?.close();
  });

  const acme = headers(keyOf('acme'));
  const globex = headers(keyOf('globex'));
  const build = (request = askedLines(3), metadata = acme): Promise<EstimateResponse> =>
    new Promise((resolve, reject) =>
      client.buildEstimate(request, metadata, (error, answer) => (error === null ? resolve(answer) : reject(error))),
    );
  const get = (estimateId: string, metadata = acme): Promise<EstimateResponse> =>
    new Promise((resolve, reject) =>
      client.getEstimate({ estimateId }, metadata, (error, answer) => (error ? reject(error) : resolve(answer))),
    );
  const watched = async (stream: ClientReadableStream<EstimateResponse>): Promise<readonly EstimateResponse[]> => {
    const seen: EstimateResponse[] = [];
    for await (const state of stream) seen.push(state as EstimateResponse);
    return seen;
  };

  it('are built, watched to ready and fetched', async () => {
    const { id } = await build();
    const seen = await watched(client.watchEstimate({ estimateId: id, untilReady: true }, acme));
    expect(seen.at(-1)).toMatchObject({ id, status: 'ready', totalPrice: 3.3, currency: 'EUR' });
    expect(await get(id)).toEqual(seen.at(-1));
  });

  it('tell what other baskets come to, and refuse build quantities that are none', async () => {
    const { id } = await build(askedLines(1, { compare: true, buildQuantities: [3] }));
    const seen = await watched(client.watchEstimate({ estimateId: id, untilReady: true }, acme));
    // 10 at 0.10 for one build.
    expect(seen.at(-1)).toMatchObject({
      comparison: Array(4).fill({ buildQuantity: 1, total: { amount: '1', currency: 'EUR' } }),
      builds: [{ buildQuantity: 3, total: { amount: '3', currency: 'EUR' } }],
    });
    await expect(build(askedLines(1, { buildQuantities: [0] }))).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: expect.stringContaining('build_quantities[0]'),
    });
  });

  it('may have as many lines as there are at most, with every field of each', async () => {
    const line = {
      rawText: 'R1',
      quantity: 10,
      unit: 'pcs',
      expectedPrice: 0.5,
      mpn: partNumber(0),
      manufacturer: 'Yageo',
      interchangeableGroup: 'a',
      internalNumber: 'A-1',
      attritionPercent: 1,
      attritionPieces: 1,
      assembly: 'Panel',
      substitutePolicy: 'when_cheaper_by',
      substituteSavingPercent: 5,
      alternateGrades: ['identical'],
      alternatives: [{ mpn: partNumber(1), manufacturer: 'Yageo' }],
    } satisfies Required<EstimateLineInput>;
    const lines = Array.from({ length: 20_000 }, () => line);
    // All of it is read, and what is wrong is told.
    const request = askedLines(0, { lines, assemblies: [{ name: 'Panel', buildQuantity: 2 }], buildQuantity: -1 });
    await expect(build(request)).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: expect.stringContaining('build_quantity'),
    });
  });

  it('go on being watched once they are ready, and tell what has changed', async () => {
    // 19, 20 and 21 at 0.10 of products that no other test asks for.
    const { id } = await build({ ...askedLines(12), lines: askedLines(12).lines.slice(9) });
    const stream = client.watchEstimate({ estimateId: id, untilReady: false }, acme);
    let isChanged = false;
    for await (const state of stream as AsyncIterable<EstimateResponse>) {
      if (state.changedLines.length > 0) {
        expect(state).toMatchObject({ status: 'ready', changedLines: [2], totalPrice: 6.2 });
        isChanged = true;
        break;
      }
      if (state.status === 'ready') await world.observe(offered('alpha', 10, '0.90'));
    }
    expect(isChanged).toBe(true);
  });

  it('are read from a document, exported, listed, cancelled and deleted', async () => {
    const sourceDocument = Buffer.from(`Quantity,MPN\n5,${partNumber(5)}\n`);
    const { id } = await build({ ...askedLines(0), sourceDocument });
    await watched(client.watchEstimate({ estimateId: id, untilReady: true }, acme));
    const file = await new Promise<Uint8Array>((resolve, reject) =>
      client.exportEstimate({ estimateId: id, format: 'xlsx', seller: '', cartForm: '' }, acme, (error, answer) =>
        error ? reject(error) : resolve(answer.content),
      ),
    );
    expect(Buffer.from(file).subarray(0, 2).toString()).toBe('PK');
    const listed = await new Promise<readonly string[]>((resolve, reject) =>
      client.listEstimates({ limit: 1, cursor: undefined }, acme, (error, answer) =>
        error ? reject(error) : resolve(answer.items.map((item) => item.id)),
      ),
    );
    expect(listed).toEqual([id]);
    const cancelled = await new Promise<string>((resolve, reject) =>
      client.cancelEstimate({ estimateId: id }, acme, (error, answer) =>
        error ? reject(error) : resolve(answer.status),
      ),
    );
    expect(cancelled).toBe('ready');
    await new Promise<void>((resolve, reject) =>
      client.deleteEstimate({ estimateId: id }, acme, (error) => (error ? reject(error) : resolve())),
    );
    await expect(get(id)).rejects.toMatchObject({ code: status.NOT_FOUND });
  });

  it('are the same for the same idempotency-key and request, and FAILED_PRECONDITION for another request', async () => {
    const keyed = (key: string, customer = 'acme') => headers(keyOf(customer), { 'idempotency-key': key });
    const [one, same] = await Promise.all([1, 2].map(() => build(askedLines(2), keyed('list 7'))));
    expect(same?.id).toBe(one?.id);
    await expect(build(askedLines(3), keyed('list 7'))).rejects.toMatchObject({
      code: status.FAILED_PRECONDITION,
      details: expect.stringContaining('Idempotency-Key'),
    });
    expect((await build(askedLines(2), keyed('list 8'))).id).not.toBe(one?.id);
    expect((await build(askedLines(2), keyed('list 7', 'globex'))).id).not.toBe(one?.id);
    await expect(build(askedLines(2), keyed('x'.repeat(256)))).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });

  it('are the same for one key and request over gRPC and over HTTP', async () => {
    const http = await startHttpEdge(world.database.pool, {
      useCases: { ...refusingUseCases, estimates: world.useCases },
    });
    const post = async (key: string, body: object): Promise<string> => {
      const sent = { 'x-api-key': keyOf('acme'), 'content-type': 'application/json', 'idempotency-key': key };
      const answer = await fetch(`${http.url}/v1/estimates`, {
        method: 'POST',
        headers: sent,
        body: JSON.stringify(body),
      });
      return ((await answer.json()) as { id: string }).id;
    };
    const keyed = (key: string) => headers(keyOf('acme'), { 'idempotency-key': key });
    const line = { mpn: partNumber(0), manufacturer: 'Yageo', quantity: 10 };
    const { id } = await build(askedLines(1), keyed('lines'));
    expect(await post('lines', { lines: [line] })).toBe(id);
    const sourceDocument = Buffer.from(`Quantity,MPN\n5,${partNumber(5)}\n`);
    const document = await build({ ...askedLines(0), sourceDocument, orderCosts: { alpha: '1' } }, keyed('document'));
    const body = { source_document: sourceDocument.toString('base64'), order_costs: { alpha: '1' } };
    expect(await post('document', body)).toBe(document.id);
    await http.stop();
  });

  it('refuse bad fields by name, and do not exist for another customer', async () => {
    const refused = await build({ ...askedLines(1), optimizationMode: 'cheap' }).catch((error: ServiceError) => error);
    expect(refused).toMatchObject({ code: status.INVALID_ARGUMENT });
    expect((refused as ServiceError).details).toContain('optimization_mode');
    const { id } = await build();
    await expect(get(id, globex)).rejects.toMatchObject({ code: status.NOT_FOUND });
    await expect(get('')).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    await expect(get(id, headers(undefined))).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
  });
});
