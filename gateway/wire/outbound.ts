import type { Logger } from '../../telemetry/logger.ts';
import type { Config } from '../config/config.ts';
import { createGuardedFetch } from '../outbound/guarded-fetch.ts';
import { outboundRefusal, withOrigins } from '../outbound/outbound-rules.ts';
import type { RunningDemo } from './demo.ts';
import type { Teardown } from './teardown.ts';

/** The way out for everything that calls suppliers, token issuers and language models. */
export interface Outbound {
  readonly fetch: typeof fetch;
  /** Why a URL may not be called, in words for an operator; undefined when it may. */
  readonly refusalOf: (url: string) => string | undefined;
}

/**
 * Opens the way out. The demo suppliers of this process are allowed by their origins, whatever else
 * is.
 */
export const openOutbound = (
  { outboundRules }: Pick<Config, 'outboundRules'>,
  {
    demo,
    log,
    teardown,
  }: { readonly demo: RunningDemo | undefined; readonly log: Logger; readonly teardown: Teardown },
): Outbound => {
  const rules = withOrigins(outboundRules, demo?.suppliers.map(({ url }) => url) ?? []);
  const { fetch, close } = createGuardedFetch({
    rules,
    onRefused: (origin, reason) => log.warn('outbound.refused', { origin, reason }),
  });
  teardown.add('outbound connections', close);
  return { fetch, refusalOf: (url) => outboundRefusal(url, rules) };
};
