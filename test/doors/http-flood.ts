import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** What is sent, again and again. */
export interface Flood {
  readonly url: string;
  readonly perSecond: number;
  readonly seconds: number;
  /** The request with the number; path as it is to be sent. */
  readonly requestAt: (at: number) => { readonly path: string; readonly headers?: OutgoingHttpHeaders };
}

const maxSockets = 16;
const turnMs = 10;

/** Requests that wait for an answer at most: a service that does not answer gets no more. */
const maxUnderWay = 200;

/**
 * Sends requests at a pace over connections that are kept; tells how many there were of each
 * status.
 */
export const flood = async ({ url, perSecond, seconds, requestAt }: Flood): Promise<ReadonlyMap<number, number>> => {
  const agent = new Agent({ keepAlive: true, maxSockets });
  const { hostname, port } = new URL(url);
  const answers = new Map<number, number>();
  let underWay = 0;
  const send = (at: number): Promise<void> =>
    new Promise((resolve) => {
      underWay += 1;
      const end = (status: number): void => {
        underWay -= 1;
        answers.set(status, (answers.get(status) ?? 0) + 1);
        resolve();
      };
      const sent = request({ hostname, port, agent, ...requestAt(at) }, (answer) => {
        answer.resume();
        answer.once('end', () => end(answer.statusCode ?? 0));
      });
      sent.once('error', () => end(0));
      sent.end();
    });
  const startedAtMs = performance.now();
  const all: Promise<void>[] = [];
  while (performance.now() - startedAtMs < seconds * 1_000) {
    const due = Math.ceil(((performance.now() - startedAtMs) / 1_000) * perSecond);
    while (all.length < due && underWay < maxUnderWay) all.push(send(all.length));
    await pause(turnMs);
  }
  await Promise.all(all);
  agent.destroy();
  return answers;
};

/** All answers of a flood. */
export const countOf = (answers: ReadonlyMap<number, number>): number =>
  [...answers.values()].reduce((sum, count) => sum + count, 0);
