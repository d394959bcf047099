/** Estimates as a client asks for them. */
import { watchEvents } from '../test/support/server-sent-events.ts';

/** Where estimates are asked for, and by whom. */
export interface EstimateClient {
  readonly httpUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Ready {
  readonly status: string;
  readonly certificate?: { readonly gap: number; readonly is_first_aim_proven?: boolean };
}

/** From the request to `ready`, in milliseconds, and whether the basket is proven best. */
export const requestOne = async (
  { httpUrl, headers }: EstimateClient,
  body: string,
): Promise<{ readonly ms: number; readonly isProven: boolean }> => {
  const begin = performance.now();
  const answer = await fetch(`${httpUrl}/v1/estimates`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  const { id } = (await answer.json()) as { id: string };
  let last: Ready | undefined;
  for await (const state of watchEvents(`${httpUrl}/v1/estimates/${id}/events?until=ready`, headers))
    last = state as Ready;
  if (last?.status !== 'ready') throw new Error(`an estimate ended as ${last?.status}`);
  const { gap = 1, is_first_aim_proven: isAimProven = false } = last.certificate ?? {};
  return { ms: performance.now() - begin, isProven: gap === 0 && isAimProven };
};
