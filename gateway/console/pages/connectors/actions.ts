import { typedNumber } from '../../../request/typed-number.ts';
import type { ActionHandler } from '../../page.ts';

/** What operators order of suppliers, and which secrets they give them, each by the API. */

const pageOf = (param: (name: string) => string): string =>
  `/console/connectors/${encodeURIComponent(param('supplier'))}`;

/** An order to a connector; its page then shows how it stands. */
const order =
  (
    method: 'POST' | 'PATCH',
    what: string,
    documentIn: (fields: URLSearchParams) => object | undefined,
    place: 'all' | 'own' = 'all',
  ): ActionHandler =>
  async ({ api, param, fields }) => {
    await api.send(method, `/v1/admin/connectors/${encodeURIComponent(param('supplier'))}/${what}`, documentIn(fields));
    return place === 'own' || fields.get('from') === 'own' ? pageOf(param) : '/console/connectors';
  };

const field = (fields: URLSearchParams, name: string): string => fields.get(name) ?? '';

/** Pauses a supplier for a while. */
export const pauseConnector = order('POST', 'pause', (fields) => ({
  reason: field(fields, 'reason'),
  ttl: field(fields, 'ttl'),
}));
/** Lets a supplier go on. */
export const resumeConnector = order('POST', 'resume', () => undefined);
/** Asks a supplier now. */
export const fetchConnector = order('POST', 'fetch', () => undefined);
/** Lowers the rate of one endpoint for a while. */
export const lowerRate = order(
  'PATCH',
  'rate-limits',
  (fields) => ({
    [field(fields, 'endpoint')]: { rate: typedNumber(field(fields, 'rate')), period: field(fields, 'period') },
    ttl: field(fields, 'ttl'),
  }),
  'own',
);
/** Has fewer requests under way for a while. */
export const limitWorkers = order(
  'PATCH',
  'workers',
  (fields) => ({
    max_concurrent_per_credential: typedNumber(field(fields, 'most')),
    ttl: field(fields, 'ttl'),
  }),
  'own',
);
/** Has every call in the log for a while. */
export const logCalls = order('PATCH', 'call-log', (fields) => ({ ttl: field(fields, 'ttl') }), 'own');

const credentialsOf = (param: (name: string) => string): string =>
  `/v1/admin/connectors/${encodeURIComponent(param('supplier'))}/credentials`;

const credentialOf = (param: (name: string) => string): string =>
  `${credentialsOf(param)}/${encodeURIComponent(param('credential'))}`;

/** What was entered of a secret: it goes to where it is sealed, and into no page. */
const secretIn = (fields: URLSearchParams): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...fields]
      .filter(([name, value]) => name.startsWith('secret.') && value !== '')
      .map(([name, value]) => [name.slice('secret.'.length), value]),
  );

/** Adds a credential with its secret. */
export const addCredential: ActionHandler = async ({ api, param, fields }) => {
  const owner = field(fields, 'owner_id').trim();
  await api.send('POST', credentialsOf(param), {
    label: field(fields, 'label'),
    scope: field(fields, 'scope'),
    ...(owner !== '' && { owner_id: owner }),
    secret: secretIn(fields),
  });
  return pageOf(param);
};

/** Gives a credential another secret. */
export const rotateCredential: ActionHandler = async ({ api, param, fields }) => {
  await api.send('PUT', `${credentialOf(param)}/secret`, { secret: secretIn(fields) });
  return pageOf(param);
};

const setInUse =
  (what: 'enable' | 'disable'): ActionHandler =>
  async ({ api, param }) => {
    await api.send('POST', `${credentialOf(param)}/${what}`);
    return pageOf(param);
  };

/** Puts a credential back into use. */
export const enableCredential = setInUse('enable');
/** Takes a credential out of use. */
export const disableCredential = setInUse('disable');
