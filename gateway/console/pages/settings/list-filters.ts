import { html } from 'hono/html';
import type { Html } from '../../format.ts';

/** Forms that narrow a list down. What is asked for stands in the address, as the API has it. */

/** One thing that a list is narrowed down by. */
export interface ListFilter {
  /** The parameter of the API, and of the address. */
  readonly name: string;
  readonly label: string;
  /** What may be chosen: as the API has it, and in words. Left out: it is written. */
  readonly choices?: readonly (readonly [value: string, words: string])[];
}

/** What is asked for: parameters that are not empty. */
export type Asked = Readonly<Record<string, string>>;

/** What an address asks for. A word that is no choice, of an old address, asks for nothing. */
export const askedOf = (filters: readonly ListFilter[], query: URLSearchParams): Asked =>
  Object.fromEntries(
    filters.flatMap(({ name, choices }) => {
      const value = query.get(name)?.trim() ?? '';
      const isChoice = choices === undefined || choices.some(([each]) => each === value);
      return value === '' || !isChoice ? [] : [[name, value]];
    }),
  );

/** Words of the API as one reads them. */
export const inWords = (values: readonly string[]): readonly (readonly [value: string, words: string])[] =>
  values.map((value) => [value, value.replaceAll('_', ' ')]);

const field = ({ name, label, choices }: ListFilter, value: string): Html => {
  if (choices === undefined)
    return html`<label>${label} <input name="${name}" value="${value}" spellcheck="false" autocomplete="off"></label>`;
  const option = ([each, words]: readonly [string, string]): Html =>
    html`<option value="${each}"${each === value ? html` selected` : ''}>${words}</option>`;
  return html`<label>${label} <select name="${name}"><option value="">any</option>${choices.map(option)}</select></label>`;
};

/** The form of a list; nothing for one that is not narrowed down. */
export const filterForm = (action: string, filters: readonly ListFilter[], asked: Asked): Html =>
  filters.length === 0
    ? html``
    : html`<form class="fields" role="search" action="${action}">${filters.map((each) => field(each, asked[each.name] ?? ''))}
<button>Show</button>${Object.keys(asked).length === 0 ? '' : html`<a class="button quiet" href="${action}">Show all</a>`}</form>`;
