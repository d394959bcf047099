import { existsSync } from 'node:fs';
import type { Config } from './config/config.ts';
import type { CreatedFirstKeys } from './wire/first-keys.ts';
import type { RunningService } from './wire.ts';

/** What is said on a terminal at once, because the rest takes seconds. */
export const startingLine = ({ database, dataDir }: Pick<Config, 'database' | 'dataDir'>): string =>
  database.url === undefined && !existsSync(dataDir)
    ? `starting for the first time: a database is made in ${dataDir}`
    : 'starting';

/**
 * What the service prints when it starts: where everything is, first keys that were made, and
 * commands to try.
 */
export const startupNotice = (service: RunningService, config: Config): string => {
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  const http = `${config.tls === undefined ? 'http' : 'https'}://${host}:${service.edges.httpPort}`;
  const lines = [
    '',
    'Offerstream is running.',
    '',
    `  HTTP API   ${http}         (browse it at ${http}/docs)`,
    ...(config.roles.has('gateway') ? [`  console    ${http}/console         (sign in with a key)`] : []),
    ...(service.edges.grpcPort === undefined
      ? []
      : [`  gRPC API   ${host}:${service.edges.grpcPort}         (reflection is on)`]),
    `  database   ${service.database}`,
    `  bus        ${service.bus}`,
    ...(service.demo?.suppliers ?? []).map(({ name, url }) => `  supplier   ${name} on ${url}`),
  ];
  return `${[...lines, ...keyLines(service.madeKeys, http)].join('\n')}\n\n`;
};

const keyLines = (made: CreatedFirstKeys | undefined, http: string): readonly string[] => {
  if (made === undefined)
    return ['  keys       `npx offerstream keys list` shows which there are, `keys create` makes more'];
  const { customer, admin } = made.keys;
  if (made.file !== undefined) {
    return [
      `  keys       in ${made.file}, which only its owner can read`,
      ...examples(http, customer === undefined ? '$KEY' : '$CUSTOMER_KEY', `. ${made.file}`),
    ];
  }
  return [
    '',
    ...(customer === undefined ? [] : [`  customer key       ${customer}`]),
    ...(admin === undefined ? [] : [`  administrator key  ${admin}`]),
    '',
    'Keep what is shown here: it is shown this once. `npx offerstream keys create` makes more.',
    ...examples(http, customer ?? '$KEY'),
  ];
};

const examples = (http: string, key: string, ...before: readonly string[]): readonly string[] => [
  '',
  'Find a part, then ask what it costs:',
  '',
  ...before.map((command) => `  ${command}`),
  `  curl -s -H "x-api-key: ${key}" '${http}/v1/products?q=RC0603&limit=3'`,
  `  curl -s -H "x-api-key: ${key}" '${http}/v1/products/PRODUCT_ID/offers'`,
  `  curl -s -H "x-api-key: ${key}" -H 'content-type: application/json' \\`,
  `    -d '{"offer_id":"OFFER_ID","quantity":100}' ${http}/v1/pricing`,
];
