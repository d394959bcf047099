import { html } from 'hono/html';
import { notFound } from '../../../../domain/errors.ts';
import type { Problem } from '../../../errors/problem.ts';
import { typedNumber } from '../../../request/typed-number.ts';
import { ApiProblem, type ConsoleApi, type Customers, documentOf } from '../../api.ts';
import { notice, section } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import type { ConsolePage } from '../../layout.ts';
import type { ActionHandler, PageHandler } from '../../page.ts';
import { type SettingsPath, settingsTabs } from './lists.ts';

/**
 * An editor of what operators set, as the API has it. What a draft would change, and for whom, is
 * shown before it can be put in force.
 */

/** A draft with what it would take the place of. */
export interface Draft {
  readonly document: object;
  /** Undefined for something new. */
  readonly replaces: { readonly id: string; readonly version: number } | undefined;
}

/** What is edited, and how. */
interface Edited {
  readonly path: SettingsPath;
  /** `pricing rule`. */
  readonly what: string;
  /** Where all of them are listed, for those who may see one. */
  readonly list: string;
  /** Where a new one begins; left out: here, those that there are are changed, and none is made. */
  readonly example?: object;
  /** What is written in it. */
  readonly hint: Html;
  readonly read: (api: ConsoleApi, id: string) => Promise<{ readonly document: object; readonly version: number }>;
  /** What it would change, and for whom. */
  readonly dryRun: (api: ConsoleApi, draft: Draft, formats: Formats) => Promise<Html>;
  readonly save: (api: ConsoleApi, draft: Draft) => Promise<void>;
}

interface Form {
  readonly id: string;
  readonly version: string;
  readonly text: string;
}

/** A customer whom a draft is tried for. */
export type Customer = Pick<Customers['items'][number], 'id' | 'name' | 'groups'>;

/** Customers that a dry run looks at. */
const maxCustomers = 12;

/** The first customers; all of them where there are few. */
export const someCustomers = async (api: ConsoleApi): Promise<readonly Customer[]> => {
  const path = '/v1/admin/customers';
  return (await api.get(documentOf<Customers>(), path, { limit: String(maxCustomers) })).items;
};

/** Why the API refused something, field by field. */
export const refusal = ({ detail, violations = [] }: Problem): Html => {
  const [only, ...more] = violations;
  if (only !== undefined && more.length === 0)
    return notice('bad', html`The field <span class="mono">${only.field}</span> ${only.description}.`);
  return html`${notice('bad', detail)}
${violations.length === 0 ? '' : html`<ul class="violations">${violations.map(({ field, description }) => html`<li><span class="mono">${field}</span> ${description}</li>`)}</ul>`}`;
};

const editorPage = (
  { path, what, hint }: Edited,
  { id, version, text }: Form,
  below: Html,
  isTried: boolean,
): ConsolePage => {
  const title = id === '' ? `A new ${what}` : `The ${what} ${id}`;
  return {
    title,
    body: html`${settingsTabs(path)}${section(
      title,
      html`<p class="faint">${hint}</p>
<form method="post" action="/console/settings/${path}/edit"><input type="hidden" name="id" value="${id}"><input type="hidden" name="version" value="${version}">
${isTried ? html`<input type="hidden" name="tried" value="${text}">` : ''}<label class="unseen" for="document">The ${what} as JSON</label>
<textarea id="document" name="document" rows="16" spellcheck="false" required>${text}</textarea>
<div class="actions"><button name="do" value="try"${isTried ? '' : html` class="primary"`}>Try it</button>
${isTried ? html`<button name="do" value="save" class="primary">Put it in force</button>` : ''}
<a class="button" href="/console/settings/${path}">Leave it</a>${isTried ? '' : html`<span class="faint">Nothing changes until it was tried and put in force.</span>`}</div></form>`,
    )}${below}`,
  };
};

/** Forms send line ends as they like. */
const isSameText = (one: string | null, other: string): boolean =>
  one?.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n');

const draftIn = ({ id, version, text }: Form): Draft | string => {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document !== 'object' || document === null || Array.isArray(document))
      return 'It must be a JSON object.';
    return { document, replaces: id === '' ? undefined : { id, version: typedNumber(version) } };
  } catch (error) {
    return `That is no JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.`;
  }
};

/** The page of an editor, and what its form does. */
export const createEditor = (edited: Edited): { readonly page: PageHandler; readonly submit: ActionHandler } => ({
  page: async ({ api, query }) => {
    const id = query.get('id') ?? '';
    // An empty editor is for those alone who may see what is set.
    if (id === '') await api.get(documentOf(), edited.list);
    if (id === '' && edited.example === undefined) throw notFound(edited.what, id);
    const { document, version } =
      id === '' ? { document: edited.example ?? {}, version: 0 } : await edited.read(api, id);
    const form = { id, version: String(version), text: JSON.stringify(document, null, 2) };
    return editorPage(edited, form, html``, false);
  },

  submit: async ({ api, fields, formats }) => {
    const [id = '', version = '', text = ''] = ['id', 'version', 'document'].map((name) => fields.get(name) ?? '');
    const form = { id, version, text };
    const draft = draftIn(form);
    if (typeof draft === 'string') return { ...editorPage(edited, form, notice('bad', draft), false), status: 400 };
    try {
      // What was changed after it was tried is tried again.
      if (fields.get('do') !== 'save' || !isSameText(fields.get('tried'), text))
        return editorPage(edited, form, await edited.dryRun(api, draft, formats), true);
      await edited.save(api, draft);
      return `/console/settings/${edited.path}`;
    } catch (thrown) {
      if (!(thrown instanceof ApiProblem)) throw thrown;
      const { problem } = thrown;
      return { ...editorPage(edited, form, refusal(problem), false), status: problem.status };
    }
  },
});
