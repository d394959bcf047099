import { once } from 'node:events';
import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http';
import { openLoop } from '../benchmark.ts';

/** People who look at a page, without their browsers. */

/** Opens an event stream for each of so many viewers; the answer ends them. */
export const openStreams = async (url: string, cookie: string, count: number): Promise<() => void> => {
  const opened: ClientRequest[] = [];
  /** Servers take so many new connections at once. */
  const atOnce = 50;
  const open = async (): Promise<void> => {
    const request = get(url, { headers: { cookie }, agent: false });
    opened.push(request);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
    answer.resume();
    // The end of a stream that is ended here.
    answer.on('error', () => undefined);
    request.on('error', () => undefined);
  };
  for (let at = 0; at < count; at += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - at) }, open));
  return () => {
    for (const request of opened) request.destroy();
  };
};

/**
 * Loads the page as its script does, so often that so many viewers have it anew every few seconds;
 * the work is the answers, and those that are refused for overload, or came too late, are told
 * besides.
 */
export const look = async (
  url: string,
  cookie: string,
  { viewers, everyMs, durationMs }: { readonly viewers: number; readonly everyMs: number; readonly durationMs: number },
) => {
  let refused = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  /** A connection that the server has closed, because nothing was asked over it, is made again. */
  const answerOf = async (): Promise<IncomingMessage> => {
    const request = get(url, { headers: { cookie }, agent });
    try {
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      return answer;
    } catch (error) {
      if (request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET') return answerOf();
      throw error;
    }
  };
  const call = async (): Promise<number> => {
    const answer = await answerOf();
    answer.resume();
    await once(answer, 'end');
    if (answer.statusCode === 200) return 1;
    if (![503, 504].includes(answer.statusCode ?? 0)) throw new Error(`${url} answered ${answer.statusCode}`);
    refused += 1;
    return 0;
  };
  try {
    return { ...(await openLoop({ rate: (viewers * 1_000) / everyMs, durationMs, call })), refused };
  } finally {
    agent.destroy();
  }
};
