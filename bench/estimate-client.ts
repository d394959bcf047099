/** Estimates as a client asks for them. */
import { watchEvents } from '../test/support/server-sent-events.ts';

/** Where estimates are asked for, and by whom. */
export interface EstimateClient {
  readonly httpUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Ready {
  readonly version: number;
  readonly status: string;
  readonly certificate?: { readonly gap: number; readonly is_first_aim_proven?: boolean };
}

/** The state of an estimate that is ready under a version from `version` on. */
const readyFrom = async ({ httpUrl, headers }: EstimateClient, id: string, version: number): Promise<Ready> => {
  let last: Ready | undefined;
  for await (const state of watchEvents(`${httpUrl}/v1/estimates/${id}/events?until=ready`, headers))
    last = state as Ready;
  if (last?.status !== 'ready' || last.version < version) throw new Error(`an estimate ended as ${last?.status}`);
  return last;
};

/** From the request to `ready`, in milliseconds, and whether the basket is proven best. */
export const requestOne = async (
  client: EstimateClient,
  body: string,
): Promise<{ readonly id: string; readonly ms: number; readonly isProven: boolean }> => {
  const begin = performance.now();
  const answer = await fetch(`${client.httpUrl}/v1/estimates`, { method: 'POST', headers: client.headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  const { id } = (await answer.json()) as { id: string };
  const { certificate } = await readyFrom(client, id, 0);
  const { gap = 1, is_first_aim_proven: isAimProven = false } = certificate ?? {};
  return { id, ms: performance.now() - begin, isProven: gap === 0 && isAimProven };
};

/** From a change of an estimate to the `ready` version after it, in milliseconds. */
export const changeOne = async (client: EstimateClient, id: string, change: object): Promise<number> => {
  const begin = performance.now();
  const answer = await fetch(`${client.httpUrl}/v1/estimates/${id}`, {
    method: 'PATCH',
    headers: client.headers,
    body: JSON.stringify(change),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const { version } = (await answer.json()) as Ready;
  await readyFrom(client, id, version + 1);
  return performance.now() - begin;
};
