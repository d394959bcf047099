import { html } from 'hono/html';
import { actionButton, section } from '../../components.ts';
import type { Html } from '../../html.ts';
import type { Connector, Credential } from './documents.ts';

/** Secrets of a supplier's credentials: entered here, sealed on arrival, and in no page again. */

const words = (name: string): string => name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const secretInputs = (fields: readonly string[], of: string): Html =>
  html`${fields.map((name) => html`<label>${words(name)} <input id="${of}-${name}" name="secret.${name}" type="password" autocomplete="new-password" maxlength="4096" spellcheck="false"></label>`)}`;

const ofCredential = (connector: Connector, fields: readonly string[], credential: Credential): Html => {
  const path = `/console/connectors/${encodeURIComponent(connector.id)}/credentials/${encodeURIComponent(credential.id)}`;
  const isDisabled = credential.state === 'disabled';
  return html`<div class="held"><details id="secret-${credential.id}"><summary>Another secret for ${credential.label}</summary>
<form method="post" action="${path}/secret" class="fields"><p class="faint">It takes the place of all of the one before: a field that is left empty is removed.</p>${secretInputs(fields, credential.id)}<button class="primary">Seal it</button></form></details>
${actionButton(`${path}/${isDisabled ? 'enable' : 'disable'}`, `${isDisabled ? 'Use' : 'Do not use'} ${credential.label}`)}</div>`;
};

const addForm = ({ id }: Connector, fields: readonly string[]): Html => html`
<div class="held"><details id="new-credential"><summary>A new credential</summary><form method="post" action="/console/connectors/${encodeURIComponent(id)}/credentials" class="fields">
<label>Label <input name="label" required maxlength="200" placeholder="house account"></label>
<label>Whose it is <select name="scope"><option value="system">the service</option><option value="group">a group</option><option value="customer">a customer</option></select></label>
<label>Group or customer <input name="owner_id" maxlength="128" placeholder="none"></label>
${secretInputs(fields, 'new')}<button class="primary">Add it</button></form></details></div>`;

/** Where secrets are entered. */
export const secretSection = (connector: Connector): Html => {
  const { secret_fields: fields, credentials } = connector;
  return section(
    'Secrets',
    fields === undefined
      ? html`<p class="bad">Its plug-in does not take its settings, so a secret could not be checked.</p>`
      : html`<p class="faint">A secret is sealed when it arrives and never shown again. What the plug-in can do without may stay empty.</p>
${credentials.map((each) => ofCredential(connector, fields, each))}${addForm(connector, fields)}`,
  );
};
