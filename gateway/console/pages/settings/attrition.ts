import { html } from 'hono/html';
import { typedNumber } from '../../../request/typed-number.ts';
import { ApiProblem, type ConsoleApi, documentOf, type PackageAttritions } from '../../api.ts';
import { actionButton, compactTable, empty, section } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import type { ConsolePage } from '../../layout.ts';
import type { ActionHandler, PageHandler } from '../../page.ts';
import { refusal } from './editor.ts';
import { settingsTabs } from './lists.ts';

/** What is lost in assembly of parts by their package: a list with the form that changes it. */

type Lost = PackageAttritions['items'][number];

/** What stands in the form. */
type Written = Readonly<Record<keyof Lost, string>>;

const path = '/v1/admin/package-attrition';
const here = '/console/settings/attrition';
const title = 'Attrition by package';

const pathOf = (name: string): string => `${path}/${encodeURIComponent(name)}`;

const columns = [
  { name: 'Package' },
  { name: 'Percent', isFigure: true },
  { name: 'Pieces a line', isFigure: true },
  { name: '' },
];

const row = (formats: Formats, { package: name, percent, pieces }: Lost): Html => html`<tr>
<td><a class="mono" href="${here}?package=${encodeURIComponent(name)}">${name}</a></td>
<td class="figure">${formats.number(percent)}</td><td class="figure">${formats.number(pieces)}</td>
<td>${actionButton(`${here}/remove`, 'Remove', { package: name }, 'quiet')}</td></tr>`;

const form = ({
  package: name,
  percent,
  pieces,
}: Written): Html => html`<form class="fields" method="post" action="${here}">
<label>Package <input name="package" value="${name}" placeholder="0402" required></label>
<label>Percent of the pieces <input name="percent" value="${percent}" inputmode="decimal" required></label>
<label>Pieces of each line <input name="pieces" value="${pieces}" inputmode="numeric" required></label>
<button class="primary">Set it</button></form>`;

const listed = async (api: ConsoleApi): Promise<readonly Lost[]> =>
  (await api.get(documentOf<PackageAttritions>(), path)).items;

const attrition = (formats: Formats, items: readonly Lost[], written: Written, told: Html = html``): ConsolePage => ({
  title,
  body: html`${settingsTabs('attrition')}${section(
    title,
    html`<p class="faint">What is bought of a part besides what is built in, where neither its line nor the estimate says so.</p>
${told}${form(written)}${
  items.length === 0
    ? empty('Nothing is said of any package', 'Lines buy what they need, unless they or the estimate say more.')
    : compactTable(
        title,
        columns,
        items.map((each) => row(formats, each)),
      )
}`,
  )}`,
});

/** The page of what is lost; the package that is asked for stands in the form. */
export const attritionPage: PageHandler = async ({ api, formats, query }) => {
  const items = await listed(api);
  const name = query.get('package') ?? '';
  const { percent = 0, pieces = 0 } = items.find((each) => each.package === name) ?? {};
  return attrition(formats, items, { package: name, percent: String(percent), pieces: String(pieces) });
};

/**
 * Says what is lost of a package; what is refused stays in the form, as what is typed and no number
 * is by its field.
 */
export const setAttrition: ActionHandler = async ({ api, formats, fields }) => {
  const [name = '', percent = '', pieces = ''] = ['package', 'percent', 'pieces'].map((each) => fields.get(each) ?? '');
  try {
    await api.send('PUT', pathOf(name), { percent: typedNumber(percent), pieces: typedNumber(pieces) });
    return here;
  } catch (thrown) {
    if (!(thrown instanceof ApiProblem)) throw thrown;
    const { problem } = thrown;
    const page = attrition(formats, await listed(api), { package: name, percent, pieces }, refusal(problem));
    return { ...page, status: problem.status };
  }
};

/** Says nothing of a package any more. */
export const removeAttrition: ActionHandler = async ({ api, fields }) => {
  await api.send('DELETE', pathOf(fields.get('package') ?? ''));
  return here;
};
