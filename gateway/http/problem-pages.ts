import type { Hono } from 'hono';
import { notFound } from '../../domain/errors.ts';
import { type ProblemSlug, type ProblemType, problemHeading, problemTypes } from '../errors/problem-types.ts';
import type { EdgeEnv } from './edge-env.ts';
import { linkList, type Page, respondPage } from './pages.ts';
import { correlationIdOf, respondFailure } from './respond.ts';

/** What the types of problems mean, at the addresses that problem documents point to. */

const described = Object.entries(problemTypes).map(([slug, { meaning }]: [string, ProblemType]) => ({
  slug,
  ...problemHeading(slug as ProblemSlug),
  meaning,
}));

const pageOf = ({ slug: _, ...json }: (typeof described)[number]): Page => ({
  title: json.title,
  content: `<p>${json.meaning.replaceAll(/`([^`]*)`/g, '<code>$1</code>')}</p>
<p>HTTP ${json.status} <code>${json.type}</code></p>
<p><a href="/problems">All types of problems</a></p>`,
  json,
});

const pages = new Map(described.map((each) => [each.slug, pageOf(each)]));

const list: Page = {
  title: 'Types of problems',
  content: linkList(described.map(({ type, title, status }) => ({ path: type, text: `${title} (HTTP ${status})` }))),
  json: { problems: [...pages.values()].map(({ json }) => json) },
};

/** Serves `/problems` and the address of every type. */
export const mountProblems = (app: Hono<EdgeEnv>): void => {
  app.get('/problems', (context) => respondPage(context, list));
  app.get('/problems/:slug', (context) => {
    const slug = context.req.param('slug');
    const page = pages.get(slug);
    return page === undefined
      ? respondFailure(notFound('problem', slug), context.req.path, correlationIdOf(context))
      : respondPage(context, page);
  });
};
