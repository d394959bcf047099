import type { Logger } from '../../telemetry/logger.ts';
import type { Config } from '../config/config.ts';
import { createGuardedFetch } from '../outbound/guarded-fetch.ts';
import { type OutboundRules, outboundRefusal, withOrigins } from '../outbound/outbound-rules.ts';
import type { RunningDemo } from './demo.ts';
import type { Teardown } from './teardown.ts';

/** A way out: to suppliers, token issuers and language models, or to endpoints of webhooks. */
export interface Outbound {
  readonly fetch: typeof fetch;
  /** Why a URL may not be called, in words for an operator; undefined when it may. */
  readonly refusalOf: (url: string) => string | undefined;
}

const openGuarded = (
  what: string,
  rules: OutboundRules,
  { log, teardown }: { readonly log: Logger; readonly teardown: Teardown },
): Outbound => {
  const { fetch, close } = createGuardedFetch({
    rules,
    onRefused: (origin, reason) => log.warn('outbound.refused', { origin, reason }),
  });
  teardown.add(what, close);
  return { fetch, refusalOf: (url) => outboundRefusal(url, rules) };
};

/**
 * Opens the way out to what operators configure. The demo suppliers of this process are allowed by
 * their origins, whatever else is.
 */
export const openOutbound = (
  { outboundRules }: Pick<Config, 'outboundRules'>,
  {
    demo,
    ...surroundings
  }: { readonly demo: RunningDemo | undefined; readonly log: Logger; readonly teardown: Teardown },
): Outbound =>
  openGuarded(
    'outbound connections',
    withOrigins(outboundRules, demo?.suppliers.map(({ url }) => url) ?? []),
    surroundings,
  );

/**
 * Opens the way out to endpoints of webhooks, which customers name: what operators allow for
 * suppliers is not open to them.
 */
export const openWebhookOutbound = (
  { webhookRules }: Pick<Config, 'webhookRules'>,
  surroundings: { readonly log: Logger; readonly teardown: Teardown },
): Outbound => openGuarded('connections to webhooks', webhookRules, surroundings);
