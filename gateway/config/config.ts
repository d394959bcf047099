import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { outboundRefusal } from '../outbound/outbound-rules.ts';
import { analyticsSettings, analyticsVariables } from './analytics.ts';
import { busSettings, busVariables } from './bus.ts';
import { ConfigError } from './config-error.ts';
import { checkTransport } from './config-transport.ts';
import { demoSettings, demoSwitch, demoVariables } from './demo.ts';
import { edgeSettings, edgeVariables } from './edges.ts';
import { estimateSettings, estimateVariables } from './estimates.ts';
import { ingestionSettings, ingestionVariables } from './ingestion.ts';
import { languageModelSettings, languageModelVariables } from './language-model.ts';
import { limitSettings, limitVariables, sizeVariables } from './limits.ts';
import { deliveryVariables, offerMemoryVariables, pricingSettings, rateVariables } from './pricing.ts';
import { endingVariables, processSettings, processVariables, roles } from './process.ts';
import { retentionSettings, retentionVariables } from './retention.ts';
import { storageSettings, storageVariables } from './storage.ts';
import { nothingListed, surroundingsSettings, surroundingsVariables } from './surroundings.ts';
import { tokenSettings, tokenVariables } from './tokens.ts';
import { tracingSettings, tracingVariables } from './tracing.ts';

/**
 * The service's configuration: environment variables, read here and nowhere else. Every variable
 * has a default or may be left out, so that the service starts with none; an empty one counts as
 * left out. One bad value stops the start with one line that names the variable and what is
 * expected, and never what was given.
 *
 * Secrets of the configuration that come from files, as Docker, Kubernetes and systemd hand them
 * out: `NAME_FILE` names a file that holds the value of `NAME`. A file shows in no listing of
 * processes and in no dump of an environment.
 */

/** Environment variables, trimmed, without those that are empty. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Larger than any secret; what is named by mistake is not read whole. */
const maxBytes = 65_536;

/** The variables that are given at all: an empty one counts as left out. */
const nonEmptyVariables = (environment: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const trimmed = value?.trim() ?? '';
      return trimmed === '' ? [] : [[name, trimmed]];
    }),
  );

/**
 * The variables with the values of those that files hold. Throws `ConfigError`, which names the
 * variable and never its value.
 */
const withSecretFiles = (
  given: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, string>> => {
  const fromFiles = names.flatMap((name) => {
    const file = given[`${name}_FILE`];
    if (file === undefined) return [];
    if (given[name] !== undefined) throw new ConfigError(`${name}_FILE: expected only one of it and ${name}`);
    return [[name, contentOf(`${name}_FILE`, file)]];
  });
  return { ...given, ...Object.fromEntries(fromFiles) };
};

const contentOf = (variable: string, file: string): string => {
  const content = readSmall(variable, file).trim();
  if (content === '') throw new ConfigError(`${variable}: expected a file that is not empty`);
  return content;
};

const readSmall = (variable: string, file: string): string => {
  try {
    const { size } = statSync(file);
    if (size <= maxBytes) return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(`${variable}: expected a file that can be read`);
  }
  throw new ConfigError(`${variable}: expected a file of at most ${maxBytes} bytes`);
};

const variables = z.object({
  ...processVariables,
  ...demoSwitch,
  ...storageVariables,
  ...busVariables,
  ...analyticsVariables,
  ...surroundingsVariables,
  ...deliveryVariables,
  ...rateVariables,
  ...ingestionVariables,
  ...demoVariables,
  ...sizeVariables,
  ...offerMemoryVariables,
  ...estimateVariables,
  ...limitVariables,
  ...edgeVariables,
  ...tokenVariables,
  ...languageModelVariables,
  ...tracingVariables,
  ...retentionVariables,
  ...endingVariables,
});

/** Variables that are given all or not at all. */
const goTogether =
  <Name extends string>(...together: readonly Name[]) =>
  (given: Readonly<Partial<Record<Name, unknown>>>, context: z.RefinementCtx): void => {
    const missing = together.filter((name) => given[name] === undefined);
    if (missing.length === together.length) return;
    for (const name of missing) {
      context.addIssue({ code: 'custom', path: [name], message: `expected together with ${together.join(', ')}` });
    }
  };

/** Addresses that the service calls obey the same rule as those of suppliers. */
const mayBeCalled =
  (...names: readonly ('JWT_JWKS_URL' | 'LLM_BASE_URL' | 'EXCHANGE_RATES_URL')[]) =>
  (given: z.output<typeof variables>, context: z.RefinementCtx): void => {
    for (const name of names) {
      const refusal = given[name] && outboundRefusal(given[name], given.OUTBOUND_ALLOW ?? nothingListed);
      if (refusal) context.addIssue({ code: 'custom', path: [name], message: refusal });
    }
  };

const settings = variables
  .refine((given) => given.DELIVERY_ZONES.includes(given.DEFAULT_DELIVERY_ZONE), {
    path: ['DEFAULT_DELIVERY_ZONE'],
    message: 'expected one of DELIVERY_ZONES',
  })
  .refine(
    ({ DELIVERY_ZONES: zones, DELIVERY_ZONE_COUNTRIES: stated = {} }) =>
      Object.keys(stated).every((zone) => zones.includes(zone)),
    { path: ['DELIVERY_ZONE_COUNTRIES'], message: 'expected names of DELIVERY_ZONES' },
  )
  .superRefine(checkTransport)
  .superRefine(goTogether('TLS_CERT_FILE', 'TLS_KEY_FILE'))
  .refine((given) => given.TLS_CLIENT_CA_FILE === undefined || given.TLS_CERT_FILE !== undefined, {
    path: ['TLS_CLIENT_CA_FILE'],
    message: 'expected together with TLS_CERT_FILE, TLS_KEY_FILE',
  })
  .refine(
    ({ BOOTSTRAP_ADMIN_KEY: admin, BOOTSTRAP_CUSTOMER_KEY: customer }) => admin === undefined || admin !== customer,
    {
      path: ['BOOTSTRAP_CUSTOMER_KEY'],
      message: 'expected another key than BOOTSTRAP_ADMIN_KEY',
    },
  )
  .superRefine(mayBeCalled('JWT_JWKS_URL', 'LLM_BASE_URL', 'EXCHANGE_RATES_URL'))
  .superRefine(goTogether('LLM_BASE_URL', 'LLM_MODEL'))
  .superRefine(goTogether('JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_JWKS_URL'))
  .refine((given) => (given.ANALYTICS === 'server') === (given.ANALYTICS_URL !== undefined), {
    path: ['ANALYTICS_URL'],
    message: 'expected together with ANALYTICS=server',
  })
  .refine((given) => given.ANALYTICS !== 'embedded' || given.ROLES.size === roles.length, {
    path: ['ANALYTICS'],
    message: 'expected off or server where ROLES shares the work between processes',
  })
  .transform((given) => ({
    ...processSettings(given),
    ...demoSettings(given),
    ...storageSettings(given),
    ...busSettings(given),
    ...analyticsSettings(given),
    ...surroundingsSettings(given),
    ...pricingSettings(given),
    ...ingestionSettings(given),
    ...estimateSettings(given),
    ...limitSettings(given),
    ...edgeSettings(given),
    ...tokenSettings(given),
    ...languageModelSettings(given),
    ...tracingSettings(given),
    ...retentionSettings(given),
  }));

/** The configuration as the composition root uses it. */
export type Config = z.output<typeof settings>;

/** Variables that are secrets or hold one. Each can come from a file: `NAME_FILE` names it. */
const secretNames = [
  'DATABASE_URL',
  'NATS_PASSWORD',
  'NATS_TOKEN',
  'ANALYTICS_URL',
  'BOOTSTRAP_ADMIN_KEY',
  'BOOTSTRAP_CUSTOMER_KEY',
  'SECRETS_KEY',
  'LLM_API_KEY',
] as const satisfies readonly (keyof typeof variables.shape)[];

/** Reads the configuration. Throws `ConfigError` with one line that names every bad variable. */
export const loadConfig = (environment: Environment = process.env): Config => {
  const result = settings.safeParse(withSecretFiles(nonEmptyVariables(environment), secretNames));
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
};

const isSecret = (name: string): boolean => secretNames.some((secret) => secret === name);

/**
 * Every variable with its default and meaning as a Markdown table; `docs/howto/configure.md` holds
 * it.
 */
export const configTable = (): string => {
  const { properties = {} } = z.toJSONSchema(variables, { io: 'input' });
  const rows = Object.entries(properties).map(([name, property]) => {
    const { default: value, description } = typeof property === 'object' ? property : {};
    const meaning = isSecret(name) ? `${description} Or \`${name}_FILE\`: a file that holds it.` : description;
    return `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${meaning} |`;
  });
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
};
