import { html } from 'hono/html';
import { notice } from '../../components.ts';
import type { ConsolePage } from '../../layout.ts';
import type { ActionHandler } from '../../page.ts';

/** What operators do to the keys of a customer, each by the API. */

interface Issued {
  readonly key: { readonly label: string; readonly customer_id: string };
  readonly secret: string;
}

const customerOf = (param: (name: string) => string): string => encodeURIComponent(param('customer'));

const pathOf = (param: (name: string) => string): string => `/v1/admin/customers/${customerOf(param)}/keys`;

const keyPathOf = (param: (name: string) => string): string => `${pathOf(param)}/${encodeURIComponent(param('key'))}`;

/** The page that shows a secret, this once: it stands in no address and is kept by no browser. */
const secretPage = ({ key: { label, customer_id: customer }, secret }: Issued): ConsolePage => ({
  title: 'The secret of the key',
  body: html`<h1>The secret of the key</h1>
${notice('warn', 'It is shown this once, and stored nowhere. Give it to whoever is to call with it.')}
<p class="panel secret"><code class="mono raw">${secret}</code></p>
<p>It is that of ${label}, of ${customer}.</p>
<p><a class="button" href="/console/settings/customers/${encodeURIComponent(customer)}">To the keys</a></p>`,
});

/** Makes a key, and shows its secret. A day ends with it in UTC. */
export const createKey: ActionHandler = async ({ api, param, fields }) => {
  const until = fields.get('until')?.trim() ?? '';
  const asked = {
    label: fields.get('label')?.trim() ?? '',
    scopes: fields.getAll('scopes'),
    ...(until !== '' && { expires_at: `${until}T23:59:59Z` }),
  };
  return secretPage((await api.send('POST', pathOf(param), asked)) as Issued);
};

/** Gives a key another secret, and shows it. */
export const rotateKey: ActionHandler = async ({ api, param, fields }) => {
  const asked = { overlap: fields.get('overlap') ?? '' };
  return secretPage((await api.send('POST', `${keyPathOf(param)}/rotate`, asked)) as Issued);
};

/** Ends a key for good. */
export const revokeKey: ActionHandler = async ({ api, param }) => {
  await api.send('POST', `${keyPathOf(param)}/revoke`);
  return `/console/settings/customers/${customerOf(param)}`;
};
