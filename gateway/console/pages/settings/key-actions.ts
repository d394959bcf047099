import { html } from 'hono/html';
import { ApiProblem } from '../../api.ts';
import { notice } from '../../components.ts';
import type { ConsolePage } from '../../layout.ts';
import type { ActionHandler } from '../../page.ts';
import { refusal } from './editor.ts';
import { type Key, keysOf, keysView, type WrittenKey } from './keys.ts';

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

/** Whether a key of this name came after the one that was the newest when the form was made. */
const isMadeAlready = (keys: readonly Key[], newest: string, { label }: WrittenKey): boolean => {
  const before = keys.findIndex(({ id }) => id === newest);
  return keys.slice(0, before === -1 ? keys.length : before).some((key) => key.label === label);
};

/**
 * Makes a key, and shows its secret; the same form sent again makes no other. A day ends with it in
 * UTC. What is refused stays in the form.
 */
export const createKey: ActionHandler = async ({ api, formats, param, fields }) => {
  const customer = param('customer');
  const written = {
    label: fields.get('label')?.trim() ?? '',
    until: fields.get('until')?.trim() ?? '',
    scopes: fields.getAll('scopes'),
  };
  const { label, until, scopes } = written;
  const keys = await keysOf(api, customer);
  if (isMadeAlready(keys, fields.get('newest') ?? '', written)) {
    const told = notice('bad', 'A key of this name was made just now; look at the list.');
    return { ...keysView(formats, customer, keys, { told }), status: 409 };
  }
  try {
    const asked = { label, scopes, ...(until !== '' && { expires_at: `${until}T23:59:59Z` }) };
    return secretPage((await api.send('POST', pathOf(param), asked)) as Issued);
  } catch (thrown) {
    if (!(thrown instanceof ApiProblem)) throw thrown;
    const { problem } = thrown;
    return { ...keysView(formats, customer, keys, { written, refused: refusal(problem) }), status: problem.status };
  }
};

/**
 * Gives a key another secret, and shows it. A form that was made before the key was given its last
 * one does nothing: sent twice, it would end the secret that was to work on for a while.
 */
export const rotateKey: ActionHandler = async ({ api, formats, param, fields }) => {
  const customer = param('customer');
  const keys = await keysOf(api, customer);
  const until = keys.find(({ id }) => id === param('key'))?.previous_secret_until ?? '';
  if (until !== (fields.get('previous_until') ?? '')) {
    const told = notice('bad', 'This key was given another secret just now; look at the list.');
    return { ...keysView(formats, customer, keys, { told }), status: 409 };
  }
  const asked = { overlap: fields.get('overlap') ?? '' };
  return secretPage((await api.send('POST', `${keyPathOf(param)}/rotate`, asked)) as Issued);
};

/** Ends a key for good. */
export const revokeKey: ActionHandler = async ({ api, param }) => {
  await api.send('POST', `${keyPathOf(param)}/revoke`);
  return `/console/settings/customers/${customerOf(param)}`;
};
