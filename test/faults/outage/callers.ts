import type { Pool } from '../../../storage/pool/pool.ts';
import { eventually } from '../../support/eventually.ts';
import type { Service } from '../../support/service.ts';

/** Customers who ask all the time, whatever they are answered. */
export interface Callers {
  stop(): Promise<void>;
  /** The addresses of jobs and estimates that the service said it had accepted. */
  accepted(): readonly string[];
  /** Those of them that have come to no end within the time. */
  unfinished(withinMs: number): Promise<readonly string[]>;
  /** Answers so far, by status; 0 counts calls without an answer. */
  answers(): Readonly<Record<number, number>>;
}

/** What is asked for, and how often, in milliseconds. */
const paces = { price: 50, job: 1_000, estimate: 2_000 } as const;
const patienceMs = 5_000;

const hasEnded = (status: unknown): boolean => ['completed', 'failed', 'ready', 'error'].includes(String(status));

/** Starts to ask about the products and offers that are there. */
export const startCallers = async ({ httpUrl }: Service, { sql }: Pool, key: string): Promise<Callers> => {
  const offers = await sql<{ id: string; product: string; mpn: string }[]>`
    select offer.id, product.id as product, product.mpn from offer join product on product.id = offer.product_id
    order by offer.id limit 200`;
  if (offers.length === 0) throw new Error('there is no offer to ask for');
  const [headers, accepted, answers] = [{ 'x-api-key': key }, new Set<string>(), {} as Record<number, number>];
  const underWay = new Set<Promise<void>>();

  const post = async (path: string, body: string | FormData): Promise<void> => {
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const signal = AbortSignal.timeout(patienceMs);
    const request = { method: 'POST', headers: { ...headers, ...type }, body, signal };
    try {
      const answer = await fetch(`${httpUrl}${path}`, request);
      const text = await answer.text();
      answers[answer.status] = (answers[answer.status] ?? 0) + 1;
      if (path !== '/v1/pricing' && answer.ok) accepted.add(`${path}/${(JSON.parse(text) as { id: string }).id}`);
    } catch {
      answers[0] = (answers[0] ?? 0) + 1;
    }
  };
  const ask = {
    price: (offer: (typeof offers)[number]) =>
      post('/v1/pricing', JSON.stringify({ offer_id: offer.id, quantity: 100 })),
    job: (offer: (typeof offers)[number]) =>
      post(
        '/v1/enrichment-jobs',
        JSON.stringify({ type: 'rebuild_supply_chain', target: { product_id: offer.product } }),
      ),
    estimate: (offer: (typeof offers)[number]) => {
      const body = new FormData();
      body.set('file', new Blob([`Quantity,MPN\n10,${offer.mpn}\n`]), 'list.csv');
      return post('/v1/estimates', body);
    },
  };
  const timers = (Object.keys(paces) as (keyof typeof paces)[]).map((what) => {
    let turn = 0;
    return setInterval(() => {
      turn += 1;
      const offer = offers[turn % offers.length];
      if (offer === undefined) return;
      const asking = ask[what](offer).finally(() => underWay.delete(asking));
      underWay.add(asking);
    }, paces[what]);
  });

  const isFinished = async (path: string): Promise<boolean> => {
    const answer = await fetch(`${httpUrl}${path}`, { headers });
    return answer.ok && hasEnded(((await answer.json()) as { status: string }).status);
  };
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(underWay);
    },
    accepted: () => [...accepted],
    answers: () => answers,
    unfinished: async (withinMs) => {
      const left = new Set(accepted);
      const look = async (): Promise<boolean> => {
        for (const path of left) if (await isFinished(path)) left.delete(path);
        return left.size === 0;
      };
      await eventually(look, withinMs).catch(() => undefined);
      return [...left];
    },
  };
};
