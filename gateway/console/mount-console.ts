import type { Context, Hono } from 'hono';
import { adminScopes, type Caller, customerScopes } from '../../domain/callers/caller.ts';
import { holdsScope } from '../../domain/callers/rights.ts';
import { Failure } from '../../domain/errors.ts';
import { failureFrom } from '../errors/failures.ts';
import { problemOf } from '../errors/problem.ts';
import type { HttpEdge } from '../http/edge.ts';
import type { EdgeEnv } from '../http/operation.ts';
import { readBytes } from '../http/read-bytes.ts';
import { correlationIdOf, respond } from '../http/respond.ts';
import { ApiProblem, type ConsoleApi, createConsoleApi } from './api.ts';
import { mountAssets } from './assets.ts';
import { createFormats, localeOf } from './format.ts';
import { createGate, type Gate, type SignedIn } from './gate.ts';
import { type ConsolePage, layout, type Viewer } from './layout.ts';
import type { ActionHandler, PageHandler } from './page.ts';
import { pageBefore } from './page-before.ts';
import { componentsPage } from './pages/components.ts';
import { failurePage, noSuchPage } from './pages/failure.ts';
import { signInPage } from './pages/sign-in.ts';
import { actions, pages, passed, sharedPages } from './routes.ts';
import { isSameOrigin } from './same-origin.ts';
import { sharedPage } from './shared-page.ts';
import { withVisibleMarks } from './visible-marks.ts';

/**
 * The console: pages over the service's own API for whoever has signed in with a key. A request
 * without a session is sent to sign in; a form that another site sent is refused. Nothing is kept
 * between requests but the sealed cookie.
 */

/** Fields of a form without a file, in bytes. */
const maxFormBytes = 1_000_000;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const paramsOf =
  (context: Context<EdgeEnv>) =>
  (name: string): string =>
    encodeURIComponent(context.req.param(name) ?? '');

/** A path of the console, and nothing that leads elsewhere. */
const ownPath = (path: string | undefined): string =>
  path !== undefined && /^\/console(?:\/|$)/.test(path) ? path : '/console';

const seeOther = (path: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status: 303, headers: { location: path, 'cache-control': 'no-store', ...headers } });

const nobody: Viewer = { name: undefined, isCustomer: false, isOperator: false, path: '', locale: 'en' };

const readerLocale = ({ req }: Context<EdgeEnv>): string => localeOf(req.header('accept-language'));

const viewerOf = ({ customerId, scopes }: Caller, context: Context<EdgeEnv>): Viewer => ({
  name: customerId,
  isCustomer: customerScopes.some((scope) => holdsScope(scopes, scope)),
  isOperator: adminScopes.some((scope) => holdsScope(scopes, scope)),
  path: context.req.path,
  locale: readerLocale(context),
});

/** Answers with a page, for whoever looks at it. */
const answerPage = async (context: Context<EdgeEnv>, page: ConsolePage, viewer: Viewer): Promise<Response> =>
  respond(page.status ?? 200, 'text/html; charset=utf-8', withVisibleMarks(String(await layout(page, viewer))), {
    'content-security-policy': policy,
    'referrer-policy': 'same-origin',
    'x-correlation-id': correlationIdOf(context),
  });

/** Answers a request of the console. */
type Handler = (context: Context<EdgeEnv>) => Promise<Response>;

/** Answers a request of a caller who has signed in, who asks through the API. */
type SignedInHandler = (context: Context<EdgeEnv>, signedIn: SignedIn, api: ConsoleApi) => Promise<Response>;

/** Refuses a form that no page of this server sent. */
const sent =
  (handler: Handler): Handler =>
  async (context) => {
    const { req } = context;
    const origin = { host: req.header('host'), origin: req.header('origin'), fetchSite: req.header('sec-fetch-site') };
    if (isSameOrigin(origin)) return handler(context);
    const failure = new Failure('permission_denied', 'the form was sent by another site');
    return answerPage(context, failurePage(problemOf(failure, correlationIdOf(context))), nobody);
  };

const fieldsOf = async (context: Context<EdgeEnv>): Promise<URLSearchParams> =>
  new URLSearchParams(Buffer.from(await readBytes(context, maxFormBytes)).toString());

/** The page that a form was sent from. */
const sentFrom = ({ req }: Context<EdgeEnv>): string => pageBefore(req.header('referer'), req.header('host'));

/** What was asked for opens after signing in; of what was sent, the page that it was sent from. */
const toSignIn = (context: Context<EdgeEnv>): Response => {
  const { req } = context;
  const { pathname, search } = new URL(req.url);
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  const next = isRead ? pathname + search : sentFrom(context);
  return seeOther(`/console/sign-in?${new URLSearchParams({ next, ...(!isRead && { unsent: 'yes' }) })}`);
};

/** Runs what a signed-in caller asks for; a problem becomes a page that says so. */
const createGuard =
  (app: Hono<EdgeEnv>, { log }: HttpEdge, gate: Gate) =>
  (work: SignedInHandler): Handler =>
  async (context) => {
    const correlationId = correlationIdOf(context);
    // Each call of the API that a page is made of listens for the end of the connection.
    context.env.outgoing.setMaxListeners(64);
    let viewer = nobody;
    try {
      const signedIn = await gate.signedIn(context);
      if (signedIn === undefined) return toSignIn(context);
      viewer = viewerOf(signedIn.caller, context);
      const api = createConsoleApi((request, env) => app.fetch(request, env), {
        env: context.env,
        credential: signedIn.credential,
        correlationId,
        forwardedFor: context.req.header('x-forwarded-for'),
      });
      return await work(context, signedIn, api);
    } catch (thrown) {
      if (thrown instanceof ApiProblem) return answerPage(context, failurePage(thrown.problem), viewer);
      if (!(thrown instanceof Failure)) log.error('request.failed', { err: thrown });
      return answerPage(context, failurePage(problemOf(failureFrom(thrown), correlationId)), viewer);
    }
  };

const pageAnswer =
  (handler: PageHandler, now: () => Date): SignedInHandler =>
  async (context, { caller }, api) => {
    const viewer = viewerOf(caller, context);
    const at = now();
    const formats = createFormats(viewer.locale, at);
    const query = new URL(context.req.url).searchParams;
    const param = (name: string): string => context.req.param(name) ?? '';
    return answerPage(context, await handler({ api, formats, now: at, viewer, query, param }), viewer);
  };

const actionAnswer =
  (handler: ActionHandler, now: () => Date): SignedInHandler =>
  async (context, { caller }, api) => {
    const contentType = context.req.header('content-type') ?? '';
    const isUpload = contentType.startsWith('multipart/form-data');
    const upload = isUpload ? { body: context.req.raw.body, contentType } : undefined;
    const fields = isUpload ? new URLSearchParams() : await fieldsOf(context);
    const param = (name: string): string => context.req.param(name) ?? '';
    const viewer = viewerOf(caller, context);
    const formats = createFormats(viewer.locale, now());
    const outcome = await handler({ api, fields, upload, param, formats, sentFrom: sentFrom(context) });
    return typeof outcome === 'string' ? seeOther(outcome) : answerPage(context, outcome, viewer);
  };

const passedAnswer =
  (target: (param: (name: string) => string) => string): SignedInHandler =>
  (context, _, api) => {
    const lastEventId = context.req.header('last-event-id');
    const headers = lastEventId === undefined ? undefined : { 'last-event-id': lastEventId };
    return api.fetch(target(paramsOf(context)) + new URL(context.req.url).search, headers && { headers });
  };

/** How the console is served. */
export interface ConsoleSettings {
  /** Shared by all gateways of an installation. */
  readonly secret: Uint8Array;
  /** Whether the page of components is served, for those who change how the console looks. */
  readonly showsComponents: boolean;
  /** How long what all operators share stays as it is, in milliseconds; left out: the usual. */
  readonly pagesSharedForMs?: number;
}

/** Puts the console on its paths. */
export const mountConsole = (
  app: Hono<EdgeEnv>,
  edge: HttpEdge,
  { secret, showsComponents, pagesSharedForMs }: ConsoleSettings,
): void => {
  const gate = createGate(edge, secret);
  const guarded = createGuard(app, edge, gate);
  mountAssets(app);
  if (showsComponents) app.get('/console/components', guarded(pageAnswer(componentsPage, edge.now)));
  for (const [path, handler] of pages) app.get(path, guarded(pageAnswer(handler, edge.now)));
  for (const [path, handler] of sharedPages)
    app.get(path, guarded(pageAnswer(sharedPage(handler, pagesSharedForMs), edge.now)));
  for (const [path, handler] of actions) app.post(path, sent(guarded(actionAnswer(handler, edge.now))));
  for (const [path, target] of passed) app.get(path, guarded(passedAnswer(target)));
  mountSignIn(app, gate);
  const start = ({ scopes }: Caller): string => (holdsScope(scopes, 'catalog') ? '/console/search' : '/console/now');
  app.get(
    '/console',
    guarded(async (_, { caller }) => seeOther(start(caller))),
  );
  app.get('/console/', () => seeOther('/console'));
  // Behind all others: whatever else is asked for is a page that there is not, but for files.
  app.get('/console/:path{(?!assets/).+}', guarded(pageAnswer(noSuchPage, edge.now)));
};

const mountSignIn = (app: Hono<EdgeEnv>, gate: Gate): void => {
  app.get('/console/sign-in', (context) =>
    answerPage(
      context,
      signInPage(ownPath(context.req.query('next')), { isUnsent: context.req.query('unsent') !== undefined }),
      nobody,
    ),
  );
  app.post(
    '/console/sign-in',
    sent(async (context) => {
      const fields = await fieldsOf(context);
      const next = ownPath(fields.get('next') ?? undefined);
      try {
        return seeOther(next, { 'set-cookie': await gate.signIn(context, fields.get('credential')?.trim() ?? '') });
      } catch (thrown) {
        const { kind, message } = failureFrom(thrown);
        const refusal = kind === 'unauthenticated' ? 'That is no key that is valid here.' : message;
        return answerPage(context, signInPage(next, { refusal }), nobody);
      }
    }),
  );
  app.post(
    '/console/sign-out',
    sent(async (context) => seeOther('/console/sign-in', { 'set-cookie': gate.signOut(context) })),
  );
};
