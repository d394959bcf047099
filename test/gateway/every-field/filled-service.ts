import { testKey } from '../../support/sealer.ts';
import { type Service, startService } from '../../support/service.ts';
import { goodValues, namedSupplierId } from './good-values.ts';
import { type OpenApiDocument, type Operation, operationsOf } from './openapi-operations.ts';

/** The key of an operator who may do everything. */
const operatorKey = 'os_operatoroperatoroperatoroperator';

const answerWithinMs = 20_000;

/** Sends a request as the operator. Rejects when it is not answered in time. */
export type Send = (method: string, path: string, body?: string) => Promise<Response>;

/** Sends requests to a service. */
const sendTo =
  ({ httpUrl }: Pick<Service, 'httpUrl'>): Send =>
  (method, path, body) =>
    fetch(`${httpUrl}${path}`, {
      method,
      headers: { 'x-api-key': operatorKey, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(answerWithinMs),
      ...(body !== undefined && { body }),
    });

/** A running service in which what the examples of its contract name is there. */
export interface FilledService {
  readonly service: Service;
  readonly send: Send;
  /** Every operation of its OpenAPI document with a good request. */
  readonly operations: readonly Operation[];
}

/**
 * Starts a service that limits nobody, and fills it, so that a request gets as far as the store.
 */
export const startFilledService = async (environment: Readonly<Record<string, string>>): Promise<FilledService> => {
  const service = await startService({
    BUS: 'embedded',
    HOST: '127.0.0.1',
    SECRETS_KEY: Buffer.from(testKey(7)).toString('base64'),
    BOOTSTRAP_ADMIN_KEY: operatorKey,
    KEY_REQUESTS_PER_SECOND: '1000000',
    KEY_REQUESTS_PER_DAY: '1000000000',
    ...environment,
  });
  const send = sendTo(service);
  const put = async (method: string, path: string, body: object): Promise<void> => {
    const answer = await send(method, path, JSON.stringify(body));
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${await answer.text()}`);
  };
  await put('POST', '/v1/admin/customers', { id: 'acme', name: 'Acme' });
  await put('PUT', '/v1/admin/customer-groups/gold', { name: 'Gold' });
  // Requests name a supplier that somebody buys from, and no operation takes out of service.
  for (const id of ['acme', namedSupplierId])
    await put('PUT', `/v1/admin/suppliers/${id}`, {
      name: `${id} Components`,
      plugin: 'demo-bulk',
      base_url: 'http://127.0.0.1:1',
      settings: {},
    });
  await put('POST', `/v1/admin/connectors/${namedSupplierId}/credentials`, {
    scope: 'system',
    label: 'house account',
    secret: { login: 'a', password: 'b' },
  });
  const document = (await (await send('GET', '/openapi.json')).json()) as OpenApiDocument;
  return { service, send, operations: operationsOf(document, goodValues) };
};

/** The path and query of an operation with the values of its parameters. */
export const urlOf = ({ path, parameters }: Pick<Operation, 'path' | 'parameters'>): string => {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, value } of parameters) {
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value.toWellFormed()));
    else if (place === 'query') query.append(name, value);
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
};
