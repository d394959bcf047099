import { z } from 'zod';
import { readOutboundRules } from '../outbound/outbound-rules.ts';
import { apiKey, outboundRules, sealingKeys, text, type ValuesOf } from './config-values.ts';

/**
 * What a process is given by its surroundings: first keys, programs, the sealing key, and whom it
 * may call.
 */
export const surroundingsVariables = {
  BOOTSTRAP_ADMIN_KEY: apiKey()
    .optional()
    .describe(
      'The first administrator key, made at the first start and never again; 24 random characters or more. Left out: one is made and [told once](manage-callers.md#first-keys).',
    ),
  BOOTSTRAP_CUSTOMER_KEY: apiKey()
    .optional()
    .describe(
      'The first customer key, made at the first start and never again; 24 random characters or more. Left out: one is made and [told once](manage-callers.md#first-keys).',
    ),
  PATH: text().optional().describe('Where programs such as `nats-server` are looked for.'),
  SECRETS_KEY: sealingKeys()
    .optional()
    .describe(
      'Seals supplier credentials at rest: 32 bytes in base64, or several as `id:base64` between commas, newest first. Left out: a key file in `DATA_DIR`, which suits one machine only.',
    ),
  OUTBOUND_ALLOW: outboundRules('OUTBOUND_ALLOW')
    .optional()
    .describe(
      'Where suppliers, `JWT_JWKS_URL`, `LLM_BASE_URL` and `EXCHANGE_RATES_URL` may be besides https at public addresses, between commas: origins such as `http://10.0.0.5:8080`, or address ranges such as `10.20.0.0/16`. Left out: nowhere else.',
    ),
  WEBHOOKS_ALLOW: outboundRules('WEBHOOKS_ALLOW')
    .optional()
    .describe(
      'Where customers may have endpoints of webhooks besides https at public addresses, in the form of `OUTBOUND_ALLOW`, which does not hold for them. Left out: nowhere else.',
    ),
};

/** What is allowed besides https at public addresses when nothing is listed. */
export const nothingListed = readOutboundRules([]) ?? z.NEVER;

/** The surroundings as their variables have them. */
export const surroundingsSettings = (given: ValuesOf<typeof surroundingsVariables>) => ({
  programPath: given.PATH,
  bootstrap: { adminKey: given.BOOTSTRAP_ADMIN_KEY, customerKey: given.BOOTSTRAP_CUSTOMER_KEY },
  /** Newest first; undefined: the key file in `dataDir`. */
  sealingKeys: given.SECRETS_KEY,
  outboundRules: given.OUTBOUND_ALLOW ?? nothingListed,
  webhookRules: given.WEBHOOKS_ALLOW ?? { ...nothingListed, setting: 'WEBHOOKS_ALLOW' as const },
});
