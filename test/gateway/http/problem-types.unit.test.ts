import { expect, it } from 'vitest';
import { errorTable } from '../../../gateway/errors/error-table.ts';
import { appWithoutService } from '../../support/http-app.ts';

/** A program that does not know a problem, and a person who reads of one, can look it up. */

interface Described {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly meaning: string;
}

const app = appWithoutService();

const ask = async (path: string, accept = '*/*') => {
  const answer = await app.request(path, { headers: { accept } });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};

const listed = async (): Promise<readonly Described[]> => JSON.parse((await ask('/problems')).text).problems;

it('lists every type of problem, and answers each at its own address', async () => {
  const problems = await listed();
  const kinds = Object.values(errorTable).map(({ slug }) => `/problems/${slug}`);
  expect(problems.map(({ type }) => type)).toEqual(expect.arrayContaining(kinds));
  expect(problems.length).toBeGreaterThan(kinds.length);
  for (const problem of problems) {
    const answer = await ask(problem.type);
    expect(answer, problem.type).toMatchObject({ status: 200, type: 'application/json' });
    expect(JSON.parse(answer.text)).toEqual(problem);
    expect(problem.meaning.length).toBeGreaterThan(40);
  }
});

it('is a page for browsers, with the same text', async () => {
  const problems = await listed();
  const list = await ask('/problems', 'text/html,*/*;q=0.8');
  for (const { type, title, meaning } of problems) {
    expect(list.text).toContain(`href="${type}"`);
    const page = await ask(type, 'text/html,*/*;q=0.8');
    expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
    expect(page.text).toContain(title);
    expect(page.text).toContain(meaning.split('`')[0]);
    expect(page.text).not.toContain('`');
  }
});

it('is where the problems of answers point to', async () => {
  for (const [path, method, status] of [
    ['/nothing', 'GET', 404],
    ['/healthz', 'POST', 405],
    ['/problems/none', 'GET', 404],
    ['/problems/__proto__', 'GET', 404],
  ] as const) {
    const answer = await app.request(path, { method });
    const problem = (await answer.json()) as Described;
    expect(problem).toMatchObject({ status });
    expect(JSON.parse((await ask(problem.type)).text)).toMatchObject({ title: problem.title, status });
  }
});
