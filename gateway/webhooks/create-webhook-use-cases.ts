import { hash } from 'node:crypto';
import type { Caller } from '../../domain/callers/caller.ts';
import { holdsScope } from '../../domain/callers/rights.ts';
import { Failure, notFound } from '../../domain/errors.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import { isNoticeType, noticeScopes, noticeTypes, testType } from '../../domain/webhooks/notice.ts';
import type { DeliveryLog, OwnEndpoint, WebhookEndpoints } from '../../domain/webhooks/ports.ts';
import { checkAllNamed, checkId, checkText, type Finding, throwIfAny } from '../request/check.ts';
import { type Cursors, creationOf, markOfCreation, pageOf } from '../request/paging.ts';
import type { RequestContext } from '../request/request-context.ts';
import type {
  EndpointName,
  IssuedEndpoint,
  RequestedEndpoint,
  RequestedRotation,
  WebhookUseCases,
} from './use-cases.ts';

/** Dependencies of these use cases. */
export interface WebhookDependencies {
  readonly endpoints: WebhookEndpoints;
  readonly deliveries: DeliveryLog;
  /** Why a URL may not be called; undefined when it may, as far as its text tells. */
  readonly refusalOf: (url: string) => string | undefined;
  /** Called when something is to be delivered. */
  readonly onDeliveries: () => void;
  readonly newId: (prefix: string) => string;
  readonly newSecret: () => string;
  readonly cursors: Cursors;
}

const maxUrlLength = 2_000;
const maxDescriptionLength = 200;
const maxKeyLength = 255;

/** A URL that a customer may name: its userinfo would be a secret in the open. */
const checkUrl = (url: string, refusalOf: WebhookDependencies['refusalOf']): Finding => {
  const finding = checkText('url', url, maxUrlLength);
  if (finding !== undefined) return finding;
  const parsed = URL.parse(url);
  if (parsed !== null && (parsed.username !== '' || parsed.password !== '' || parsed.hash !== ''))
    return { field: 'url', description: 'must have no user, password or fragment' };
  const refusal = refusalOf(url);
  return refusal === undefined ? undefined : { field: 'url', description: refusal };
};

/** Nobody hears through a webhook what it may not ask. Throws `permission_denied`. */
const requireScopes = (names: readonly string[], { scopes }: Caller): void => {
  const beyond = names.find((name) => isNoticeType(name) && !holdsScope(scopes, noticeScopes[name]));
  if (beyond === undefined || !isNoticeType(beyond)) return;
  throw new Failure('permission_denied', `the type ${beyond} needs the scope ${noticeScopes[beyond]}`);
};

/** Names of types that a caller may ask for. */
const checkTypes = (names: readonly string[], caller: Caller): Finding => {
  if (names.length === 0) return { field: 'event_types', description: 'must name at least one type' };
  const strange = checkAllNamed('event_types', names, noticeTypes);
  if (strange !== undefined) return strange;
  requireScopes(names, caller);
  return undefined;
};

const checkKey = (key: string | undefined): Finding =>
  key === undefined ? undefined : checkText('Idempotency-Key', key, maxKeyLength);

const typesOf = (names: readonly string[]) => [...new Set(names)].filter(isNoticeType);

const ownOf = ({ endpointId }: EndpointName, { caller }: RequestContext): OwnEndpoint => {
  throwIfAny(checkId('id', endpointId));
  return { endpointId, customerId: caller.customerId };
};

const found = <Value>(value: Value | undefined, { endpointId }: OwnEndpoint): Value => {
  if (value === undefined) throw notFound('webhook', endpointId);
  return value;
};

const digestOf = ({ url, description, eventTypes }: RequestedEndpoint): string =>
  hash('sha256', JSON.stringify([url, description, eventTypes]));

const createWebhook = async (
  deps: WebhookDependencies,
  given: RequestedEndpoint,
  { caller, now }: RequestContext,
): Promise<IssuedEndpoint> => {
  const { url, description, eventTypes, idempotencyKey: key } = given;
  throwIfAny(
    checkUrl(url, deps.refusalOf),
    checkText('description', description, maxDescriptionLength),
    checkTypes(eventTypes, caller),
    checkKey(key),
  );
  const secret = deps.newSecret();
  const { endpoint, isNew } = await deps.endpoints.create({
    id: deps.newId('whk'),
    customerId: caller.customerId,
    url,
    description,
    eventTypes: typesOf(eventTypes),
    secret,
    now: now(),
    ...(key && { repeat: { key, digest: digestOf(given) } }),
  });
  return { endpoint, secret: isNew ? secret : undefined };
};

/**
 * Whoever moves an endpoint, or gets a secret of it, must be allowed to hear what it is told. What
 * waits for it is of the types that it has now, whatever it is to have next.
 */
const requireHearing = async (
  { endpoints }: WebhookDependencies,
  of: OwnEndpoint,
  { caller, signal }: RequestContext,
): Promise<void> => requireScopes(found(await endpoints.endpoint(of, { signal }), of).eventTypes, caller);

const updateWebhook =
  (deps: WebhookDependencies): WebhookUseCases['updateWebhook'] =>
  async ({ endpointId, ...change }, context) => {
    const of = ownOf({ endpointId }, context);
    const { url, description, eventTypes, isEnabled } = change;
    throwIfAny(
      url === undefined ? undefined : checkUrl(url, deps.refusalOf),
      description === undefined ? undefined : checkText('description', description, maxDescriptionLength),
      eventTypes === undefined ? undefined : checkTypes(eventTypes, context.caller),
    );
    if (url !== undefined) await requireHearing(deps, of, context);
    const wanted = { url, description, eventTypes: eventTypes && typesOf(eventTypes), isEnabled };
    return found(await deps.endpoints.change(of, wanted, context.now()), of);
  };

/** A secret is told to the first of the requests that have a key. */
const rotateSecret = async (
  deps: WebhookDependencies,
  { overlapMs, idempotencyKey: key, ...name }: RequestedRotation,
  context: RequestContext,
): Promise<IssuedEndpoint> => {
  const of = ownOf(name, context);
  throwIfAny(checkKey(key));
  await requireHearing(deps, of, context);
  const secret = deps.newSecret();
  const previousUntil = new Date(context.now().getTime() + overlapMs);
  const digest = hash('sha256', JSON.stringify([of.endpointId, overlapMs]));
  const repeat = key ? { key, digest, rotationId: deps.newId('rot') } : undefined;
  const { endpoint, isNew } = found(await deps.endpoints.rotate(of, secret, previousUntil, repeat), of);
  return { endpoint, secret: isNew ? secret : undefined };
};

/** Deliveries are listed by their place, which stands for a rank in cursors. */
const listDeliveries =
  ({ endpoints, deliveries, cursors }: WebhookDependencies): WebhookUseCases['listDeliveries'] =>
  async (request, context) => {
    const of = ownOf(request, context);
    const { signal } = context;
    found(await endpoints.endpoint(of, { signal }), of);
    return pageOf(request, {
      cursors,
      query: ['webhook_deliveries', of.customerId, of.endpointId],
      markOf: ({ place, id }) => ({ rank: place, id }),
      read: (after, limit) => deliveries.page(of, after?.rank, limit, { signal }),
    });
  };

const testWebhook =
  ({ deliveries, newId, onDeliveries }: WebhookDependencies): WebhookUseCases['testWebhook'] =>
  async (name, context) => {
    const of = ownOf(name, context);
    const id = newId('msg');
    const notice = {
      id,
      customerId: of.customerId,
      type: testType,
      subject: `webhook/${of.endpointId}`,
      occurredAt: context.now(),
      data: { webhook_id: of.endpointId },
    } as const;
    const { correlationId, traceparent } = context;
    await deliveries.send(of, notice, { correlationId, traceparent });
    onDeliveries();
    return { deliveryId: id };
  };

/**
 * Creates the operations over webhooks. An endpoint of another customer is answered as one that
 * does not exist.
 */
export const createWebhookUseCases = (deps: WebhookDependencies): WebhookUseCases => {
  const { endpoints, deliveries, cursors, onDeliveries } = deps;
  const own = async (name: EndpointName, context: RequestContext): Promise<WebhookEndpoint> => {
    const of = ownOf(name, context);
    return found(await endpoints.endpoint(of, { signal: context.signal }), of);
  };
  return {
    createWebhook: (given, context) => createWebhook(deps, given, context),
    getWebhook: own,
    updateWebhook: updateWebhook(deps),
    listDeliveries: listDeliveries(deps),
    testWebhook: testWebhook(deps),

    listWebhooks: (request, { caller: { customerId }, signal }) =>
      pageOf(request, {
        cursors,
        query: ['webhooks', customerId],
        markOf: markOfCreation,
        read: (after, limit) => endpoints.page(customerId, after && creationOf(after), limit, { signal }),
      }),

    deleteWebhook: async (name, context) => {
      const of = ownOf(name, context);
      found((await endpoints.remove(of)) || undefined, of);
      return { endpointId: of.endpointId };
    },

    rotateWebhookSecret: (given, context) => rotateSecret(deps, given, context),

    replayDeliveries: async ({ deliveryId, ...name }, context) => {
      const of = ownOf(name, context);
      if (deliveryId !== undefined) throwIfAny(checkId('delivery_id', deliveryId));
      const replayed = await deliveries.replay(of, deliveryId ?? 'all', context.now());
      if (deliveryId !== undefined && replayed === 0) throw notFound('dead delivery', deliveryId);
      if (replayed > 0) onDeliveries();
      return { replayed };
    },
  };
};
