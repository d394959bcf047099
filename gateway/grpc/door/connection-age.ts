/**
 * Ends connections that have reached their age, so that clients come to new processes and see a
 * renewed certificate. The client is told to make no new calls here (GOAWAY) and opens another
 * connection; calls under way go on through the grace. What is open after it, as a watch is, ends
 * with UNAVAILABLE and when to come back, which its client does over the new connection.
 */
import { constants, type Http2Server, type ServerHttp2Session } from 'node:http2';
import { after } from '../../../concurrency/delay.ts';
import { connectionOf } from './connection.ts';

/** How old connections become. */
export interface ConnectionAge {
  /** After so long, a tenth more or less, a connection takes no new calls. */
  readonly ageMs: number;
  /** Running calls may last this much longer. */
  readonly graceMs: number;
}

/** What ends what is open over a connection. */
export type EndCalls = (peer: string) => void;

/** So that connections opened together, as after a restart, do not end together. */
const jitter = 0.1;

/** What is ended is told so before the connection is cut. */
const farewellMs = 1_000;

/** Every stream is processed that was opened before the client heard of it. */
const anyStream = 2 ** 31 - 1;
const reason = Buffer.from('max_age');

const endAtMaxAge = (session: ServerHttp2Session, { ageMs, graceMs }: ConnectionAge, endCalls: EndCalls): void => {
  const { peer } = connectionOf(session);
  let cancel = after(ageMs * (1 - jitter + Math.random() * 2 * jitter), () => {
    if (session.destroyed) return;
    session.goaway(constants.NGHTTP2_NO_ERROR, anyStream, reason);
    session.close();
    cancel = after(graceMs, () => {
      endCalls(peer);
      cancel = after(farewellMs, () => session.destroy());
    });
  });
  session.once('close', () => cancel());
};

/** Bounds the age of every connection of a server. */
export const boundAge = (http2: Http2Server, age: ConnectionAge, endCalls: EndCalls): void => {
  http2.on('session', (session: ServerHttp2Session) => endAtMaxAge(session, age, endCalls));
};
