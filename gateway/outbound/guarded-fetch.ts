import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, type RequestInit as AgentRequest, fetch as agentFetch } from 'undici';
import { mayConnect, type OutboundRules, outboundRefusal } from './outbound-rules.ts';

/** A request that the rules do not allow. Nothing was sent, and no connection made. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused';
}

/** What the guard needs from outside. */
export interface GuardOptions {
  readonly rules: OutboundRules;
  /**
   * Told the origin of every request that was refused, and why; no path, query or header, which may
   * be secret.
   */
  readonly onRefused: (origin: string, reason: string) => void;
  /** Left out: the system's. */
  readonly lookup?: (host: string, done: (error: Error | null, found: readonly LookupAddress[]) => void) => void;
}

/** A `fetch` that connects only where the rules allow, and a way to close its connections. */
export interface GuardedFetch {
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

const systemAddresses: NonNullable<GuardOptions['lookup']> = (host, done) =>
  systemLookup(host, { all: true, verbatim: true }, (error, found) => done(error, found));

/**
 * Names are looked up when a connection is made, and all addresses that come of it must be allowed:
 * a name that was public when it was configured and leads to a private address now is refused, and
 * the connection goes to the very address that was looked at.
 */
const guardedLookup =
  (rules: OutboundRules, lookup: NonNullable<GuardOptions['lookup']>): LookupFunction =>
  (host, { all, family }, done) =>
    lookup(host, (error, found) => {
      if (error !== null) return done(error, []);
      const refused = found.find(({ address }) => !mayConnect(address, rules));
      if (refused !== undefined || found.length === 0) return done(notAllowed(host, rules), []);
      if (all === true) return done(null, [...found]);
      const [first] = found.filter((each) => !family || each.family === family);
      return first === undefined ? done(notAllowed(host, rules), []) : done(null, first.address, first.family);
    });

const notAllowed = (host: string, { setting }: OutboundRules): OutboundRefused =>
  new OutboundRefused(`${host} leads to an address that is not public, and ${setting} does not list it`);

const refusalIn = (error: unknown): OutboundRefused | undefined => {
  if (error instanceof OutboundRefused) return error;
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause) : undefined;
};

const urlOf = (input: string | URL | Request): URL => new URL(input instanceof Request ? input.url : input);

/**
 * Makes a `fetch` whose requests go to https and public addresses and to what the rules list, and
 * nowhere else. It follows no redirect: a 3xx is an answer, or an error where the request says so,
 * so that no header goes on to another origin.
 */
export const createGuardedFetch = ({ rules, onRefused, lookup = systemAddresses }: GuardOptions): GuardedFetch => {
  const guarded = new Agent({ connect: { lookup: guardedLookup(rules, lookup) } });
  const listed = new Agent();

  const guardedFetch: typeof fetch = async (input, init) => {
    const url = urlOf(input);
    const refusal = outboundRefusal(url.href, rules);
    if (refusal !== undefined) {
      onRefused(url.origin, refusal);
      throw new OutboundRefused(`${url.origin} ${refusal}`);
    }
    const request = {
      ...(init as AgentRequest | undefined),
      redirect: init?.redirect === 'error' ? 'error' : 'manual',
      dispatcher: rules.origins.has(url.origin) ? listed : guarded,
    } as const;
    try {
      return (await agentFetch(url, request)) as unknown as Response;
    } catch (error) {
      const reason = refusalIn(error);
      if (reason === undefined) throw error;
      onRefused(url.origin, reason.message);
      throw reason;
    }
  };
  return {
    fetch: guardedFetch,
    close: async () => {
      await Promise.all([guarded.destroy(), listed.destroy()]);
    },
  };
};
