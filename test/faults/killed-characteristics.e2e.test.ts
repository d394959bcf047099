import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type LookUpWorld, lookUpKey, lookUpWorld } from '../support/look-up-world.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { type Service, startService } from '../support/service.ts';

const headers = { 'x-api-key': lookUpKey, 'content-type': 'application/json' };

interface JobJson {
  readonly id: string;
  readonly status: string;
  readonly progress: number;
  readonly language_model?: string;
  readonly counts?: Readonly<Record<string, number>>;
}

describe('a refresh of characteristics whose service is killed while the language model thinks', () => {
  let world: LookUpWorld;
  let server: ModelServer;
  let service: Service | undefined;
  beforeAll(async () => {
    [world, server] = await Promise.all([lookUpWorld(10), startModelServer()]);
    // What only a customer's credential sees is sent to no model.
    await world.database.pool.sql`update credential set scope = 'system', owner_id = null`;
  }, 60_000);
  afterAll(async () => {
    await service?.stop();
    await Promise.all([world?.close(), server?.close()]);
  });

  const start = async (): Promise<Service> => {
    service = await startService({
      ...world.environment,
      LLM_BASE_URL: server.url,
      LLM_MODEL: 'small',
      LLM_API_KEY: 'sk-0',
    });
    return service;
  };
  const jobAt = async ({ httpUrl }: Service, id: string): Promise<JobJson> =>
    (await (await fetch(`${httpUrl}/v1/enrichment-jobs/${id}`, { headers })).json()) as JobJson;

  it('goes on at the question after the restart, with what the rules had read and no less progress', async () => {
    const { sql } = world.database.pool;
    const first = await start();
    const part = await eventually(async () => {
      const [row] = await sql<{ id: string }[]>`
        select product_id as id from offer where product_id is not null and description is not null order by id limit 1`;
      return row !== undefined && row;
    }, 60_000);
    server.answer(() => undefined);
    const body = JSON.stringify({ type: 'refresh_characteristics', target: { product_id: part.id }, priority: 'high' });
    const answer = await fetch(`${first.httpUrl}/v1/enrichment-jobs`, { method: 'POST', headers, body });
    expect(answer.status).toBe(201);
    const { id } = (await answer.json()) as JobJson;
    await eventually(async () => server.requests.length === 1, 60_000);
    const before = await jobAt(first, id);
    expect(before.status).toBe('started');
    await first.kill();
    service = undefined;
    server.answer('{"characteristics": []}');
    const second = await start();
    const after = await eventually(async () => {
      const job = await jobAt(second, id);
      expect(job.progress).toBeGreaterThanOrEqual(before.progress);
      return job.status !== 'started' && job.status !== 'queued' && job;
    }, 120_000);
    expect(after).toMatchObject({ status: 'completed', language_model: 'asked', counts: { asked: 1, products: 1 } });
    expect(server.requests.length).toBe(2);
    expect(server.requests[1]?.authorization).toBe('Bearer sk-0');
    const metrics = await (await fetch(`${second.httpUrl}/metrics`)).text();
    expect(metrics).toMatch(/llm_calls_total\{[^}]*model="small",intent="characteristics"[^}]*\} 1/);
    expect(metrics).toMatch(/llm_tokens_used_total\{[^}]*direction="input"[^}]*\} 200/);
  }, 400_000);
});
