import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import { ownProperty } from '../../../../domain/own-property.ts';
import { noticeTypes } from '../../../../domain/webhooks/notice.ts';
import {
  type Delivery,
  type DeliveryPage,
  documentOf,
  type IssuedWebhook,
  type Webhook,
  type WebhookPage,
} from '../../api.ts';
import { actionButton, badge, empty, notice, section, type Tone, table } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import type { ConsolePage } from '../../layout.ts';
import type { ActionHandler, PageHandler } from '../../page.ts';

/** A customer's endpoints, what was delivered to them, and what was given up. */

const reasons: Readonly<Record<NonNullable<Webhook['disabled_reason']>, string>> = {
  gone: 'it answered that it is gone',
  backlog: 'too many notices waited for it',
  by_customer: 'disabled by you',
  by_operator: 'disabled by the operators of the service',
};

/** Whether it is delivered to, and why not. */
const statusCell = ({ status, disabled_reason: why }: Webhook): Html =>
  status === 'enabled'
    ? badge('enabled', 'good')
    : html`${badge('disabled', 'warn')} <span class="faint">${why && reasons[why]}</span>`;

const endpointRow = (formats: Formats, webhook: Webhook): Html => html`<tr>
<td><a class="raw" href="/console/webhooks/${webhook.id}">${webhook.url}</a><div class="faint">${webhook.description}</div></td>
<td>${webhook.event_types.map((type) => badge(type))}</td>
<td>${statusCell(webhook)}</td>
<td class="figure">${formats.age(new Date(webhook.created_at))}</td></tr>`;

/** What notices are about, by what their types begin with. */
const topics: Readonly<Record<string, string>> = {
  estimate: 'Of your estimates',
  enrichment_job: 'Of jobs that ask suppliers',
  watch: 'Of what you watch',
};

/** What an endpoint can be told, by what it is about. */
const typeChoices = html`<div class="groups">${[...Map.groupBy(noticeTypes, (type) => type.split('.')[0] ?? '')].map(
  ([topic, types]) =>
    html`<fieldset class="choices"><legend>${ownProperty(topics, topic) ?? topic.replaceAll('_', ' ')}</legend>${types.map((type) => html`<label class="check"><input type="checkbox" name="event_types" value="${type}"> ${type}</label>`)}</fieldset>`,
)}</div>`;

/** Lets a form be sent again, by a page that is loaded anew, and be done once; `of` is its id. */
const once = (of: string): Html => html`<input type="hidden" name="once" value="${randomUUID()}" form="${of}">`;

const registerForm =
  (): Html => html`<form method="post" action="/console/webhooks" id="registration">${once('registration')}
<div class="fields"><label>Address <input name="url" type="url" required maxlength="2000" size="40" placeholder="https://shop.example/hooks/offerstream"></label>
<label>Description <input name="description" maxlength="200" placeholder="web shop"></label></div>
${typeChoices}<div class="actions"><button class="primary">Register the endpoint</button> <span class="faint">Its secret is shown once, on the next page.</span></div></form>`;

/** The page of endpoints. */
export const webhooksPage: PageHandler = async ({ api, formats, query }) => {
  const asked = { limit: '25', cursor: query.get('cursor') ?? '' };
  const { items, next_cursor: next } = await api.get(documentOf<WebhookPage>(), '/v1/webhooks', asked);
  const columns = [
    { name: 'Endpoint' },
    { name: 'What it is told' },
    { name: 'Status' },
    { name: 'Since', isFigure: true },
  ];
  return {
    title: 'Webhooks',
    body: html`<h1>Webhooks</h1>${section(
      'Your endpoints',
      items.length === 0
        ? empty(
            'No endpoints yet',
            'Register one below; it is told when estimates are ready, jobs end, and what you watch changes.',
          )
        : table(
            'Your endpoints',
            columns,
            items.map((each) => endpointRow(formats, each)),
          ),
    )}${next === undefined ? '' : html`<p><a class="button" href="/console/webhooks?cursor=${next.token}">Older</a></p>`}
${section('A new endpoint', registerForm())}`,
  };
};

const deliveryTones: Readonly<Record<Delivery['status'], Tone>> = { pending: 'info', delivered: 'good', dead: 'bad' };

const attemptWords = ({ attempts, attempt_count: count }: Delivery): string => {
  const last = attempts.at(-1);
  if (last === undefined) return 'not tried yet';
  const answer = last.status === undefined ? last.outcome.replaceAll('_', ' ') : `answered ${last.status}`;
  return `${count === 1 ? 'one attempt' : `${count} attempts`}, the last ${answer} in ${last.took_ms} ms`;
};

const deliveryRow = (formats: Formats, id: string, delivery: Delivery): Html => html`<tr>
<td>${delivery.type}<div class="faint mono">${delivery.subject}</div></td>
<td>${badge(delivery.status, deliveryTones[delivery.status])} ${delivery.dead_reason === undefined ? '' : html`<span class="faint">${delivery.dead_reason.replaceAll('_', ' ')}</span>`}</td>
<td>${attemptWords(delivery)}${delivery.next_attempt_at === undefined ? '' : html`<div class="faint">again ${formats.age(new Date(delivery.next_attempt_at))}</div>`}</td>
<td class="figure">${formats.age(new Date(delivery.created_at))}</td>
<td>${delivery.status === 'dead' ? actionButton(`/console/webhooks/${id}/deliveries/${delivery.id}/replay`, 'Deliver again') : ''}</td></tr>`;

const deliveryColumns = [
  { name: 'Notice' },
  { name: 'Status' },
  { name: 'Attempts' },
  { name: 'Made', isFigure: true },
  { name: '' },
];

const deliverySection = (formats: Formats, id: string, { items, next_cursor: next }: DeliveryPage): Html =>
  section(
    'Deliveries',
    html`${
      items.length === 0
        ? empty('Nothing was delivered yet', 'Send a test to see one.')
        : table(
            'Deliveries, newest first',
            deliveryColumns,
            items.map((each) => deliveryRow(formats, id, each)),
          )
    }${next === undefined ? '' : html`<p><a class="button" href="/console/webhooks/${id}?cursor=${next.token}">Older</a></p>`}`,
    actionButton(`/console/webhooks/${id}/replay`, 'Deliver everything given up again'),
  );

const changes = ({ id, status }: Webhook): Html => {
  const path = `/console/webhooks/${id}`;
  const toggled = status === 'enabled' ? 'Disable' : 'Enable';
  return section(
    'Change it',
    html`<div class="actions">${actionButton(`${path}/change`, toggled, { enabled: String(status !== 'enabled') })}
<form method="post" action="${path}/rotate" class="inline" id="rotation"><label for="overlap">The present secret signs too for</label>
<select id="overlap" name="overlap"><option value="0s">no longer</option><option value="1h">1 hour</option><option value="1d" selected>1 day</option><option value="7d">7 days</option></select><button>New secret</button></form>
${actionButton(`${path}/delete`, 'Remove', {}, 'danger')}</div>`,
  );
};

/** The page of an endpoint with its deliveries. */
export const webhookPage: PageHandler = async ({ api, formats, param, query }) => {
  const path = `/v1/webhooks/${encodeURIComponent(param('id'))}`;
  const [webhook, deliveries] = await Promise.all([
    api.get(documentOf<Webhook>(), path),
    api.get(documentOf<DeliveryPage>(), `${path}/deliveries`, { limit: '25', cursor: query.get('cursor') ?? '' }),
  ]);
  const { id, url, description, event_types: types, previous_secret_until: until } = webhook;
  return {
    title: 'Webhook',
    body: html`<div id="webhook" data-every="5000"><div class="title"><div><h1 class="raw">${url}</h1>
<p class="faint">${description} <span class="mono">${id}</span></p><p>${types.map((type) => badge(type))}</p></div>
<div class="actions">${statusCell(webhook)} ${actionButton(`/console/webhooks/${id}/test`, 'Send a test', {}, 'primary')}</div></div>
${until === undefined ? '' : notice('info', html`The secret before signs too, until ${formats.age(new Date(until))}.`)}
${deliverySection(formats, id, deliveries)}${changes(webhook)}</div>${once('rotation')}`,
  };
};

/** What a customer does to endpoints, each by the API. */

const pathOf = (param: (name: string) => string): string => `/v1/webhooks/${encodeURIComponent(param('id'))}`;

const placeOf = (param: (name: string) => string): string => `/console/webhooks/${encodeURIComponent(param('id'))}`;

/** The page that shows a secret, this once: it stands in no address and is kept by no browser. */
const secretPage = ({ webhook, secret }: IssuedWebhook): ConsolePage => ({
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
  return secretPage(answer as IssuedWebhook);
};

/** Gives an endpoint another secret, and shows it; the same form sent again gives no other. */
export const rotateWebhook: ActionHandler = async ({ api, param, fields }) => {
  const asked = { overlap: fields.get('overlap') ?? '' };
  const answer = await api.send('POST', `${pathOf(param)}/rotate`, asked, fields.get('once') ?? '');
  return secretPage(answer as IssuedWebhook);
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
