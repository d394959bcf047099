import type { Config } from './config.ts';
import type { RunningService } from './wire.ts';

/** What is shown to whoever starts the service: where everything is, the first keys, and two commands to try. */
export const notice = (service: RunningService, config: Config): string => {
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  const http = `${config.tls === undefined ? 'http' : 'https'}://${host}:${service.edges.httpPort}`;
  const lines = [
    '',
    'Offerstream is running.',
    '',
    `  HTTP API   ${http}         (browse it at ${http}/docs)`,
    ...(service.edges.grpcPort === undefined
      ? []
      : [`  gRPC API   ${host}:${service.edges.grpcPort}         (reflection is on)`]),
    `  database   ${service.database}`,
    `  bus        ${service.bus}`,
    ...(service.demo?.suppliers ?? []).map(({ name, url }) => `  supplier   ${name} on ${url}`),
  ];
  if (service.firstKeys !== undefined) {
    const { customerKey, adminKey } = service.firstKeys;
    lines.push(
      '',
      `  customer key       ${customerKey}`,
      `  administrator key  ${adminKey}`,
      '',
      'Find a part, then ask what it costs:',
      '',
      `  curl -s -H 'x-api-key: ${customerKey}' '${http}/v1/products?q=RC0603&limit=3'`,
      `  curl -s -H 'x-api-key: ${customerKey}' '${http}/v1/products/PRODUCT_ID/offers'`,
      `  curl -s -H 'x-api-key: ${customerKey}' -H 'content-type: application/json' \\`,
      `    -d '{"offer_id":"OFFER_ID","quantity":100}' ${http}/v1/pricing`,
    );
  }
  return `${lines.join('\n')}\n\n`;
};
