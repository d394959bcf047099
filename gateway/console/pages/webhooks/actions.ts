import { html } from 'hono/html';
import { notice } from '../../components.ts';
import type { ConsolePage } from '../../layout.ts';
import type { ActionHandler } from '../../page.ts';
import type { Issued } from './documents.ts';

/** What a customer does to endpoints, each by the API. */

const pathOf = (param: (name: string) => string): string => `/v1/webhooks/${encodeURIComponent(param('id'))}`;

const placeOf = (param: (name: string) => string): string => `/console/webhooks/${encodeURIComponent(param('id'))}`;

/** The page that shows a secret, this once: it stands in no address and is kept by no browser. */
const secretPage = ({ webhook, secret }: Issued): ConsolePage => ({
  title: 'The secret of the endpoint',
  body: html`<h1>The secret of the endpoint</h1>
${notice('warn', 'It is shown this once. Keep it where the endpoint verifies what it is sent.')}
<p class="panel secret"><code class="mono raw">${secret ?? 'It was shown before and is not shown again.'}</code></p>
<p>It signs what is sent to <span class="mono raw">${webhook.url}</span>.</p>
<p><a class="button" href="/console/webhooks/${webhook.id}">To the endpoint</a></p>`,
});

/** Registers an endpoint, and shows its secret; the same form sent again registers no other. */
export const registerWebhook: ActionHandler = async ({ api, fields }) => {
  const asked = {
    url: fields.get('url') ?? '',
    description: fields.get('description') ?? '',
    event_types: fields.getAll('event_types'),
  };
  const answer = await api.send('POST', '/v1/webhooks', asked, fields.get('once') ?? '');
  return secretPage(answer as Issued);
};

/** Gives an endpoint another secret, and shows it; the same form sent again gives no other. */
export const rotateWebhook: ActionHandler = async ({ api, param, fields }) => {
  const asked = { overlap: fields.get('overlap') ?? '' };
  const answer = await api.send('POST', `${pathOf(param)}/rotate`, asked, fields.get('once') ?? '');
  return secretPage(answer as Issued);
};

/** Disables an endpoint, or enables it again. */
export const changeWebhook: ActionHandler = async ({ api, param, fields }) => {
  await api.send('PATCH', pathOf(param), { enabled: fields.get('enabled') === 'true' });
  return placeOf(param);
};

/** Sends a notice that says nothing but that it arrives. */
export const testWebhook: ActionHandler = async ({ api, param }) => {
  await api.send('POST', `${pathOf(param)}/test`);
  return placeOf(param);
};

/** Removes an endpoint with its deliveries. */
export const removeWebhook: ActionHandler = async ({ api, param }) => {
  await api.send('DELETE', pathOf(param));
  return '/console/webhooks';
};

/** Delivers everything that was given up once more. */
export const replayDeliveries: ActionHandler = async ({ api, param }) => {
  await api.send('POST', `${pathOf(param)}/replay`);
  return placeOf(param);
};

/** Delivers one that was given up once more. */
export const replayDelivery: ActionHandler = async ({ api, param }) => {
  await api.send('POST', `${pathOf(param)}/deliveries/${encodeURIComponent(param('delivery'))}/replay`);
  return placeOf(param);
};
