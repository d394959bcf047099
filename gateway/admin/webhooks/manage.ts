import type { WebhookEndpoint } from '../../../domain/webhooks/endpoint.ts';
import type { EndpointQuery, WebhookAdministration } from '../../../domain/webhooks/ports.ts';
import { type Cursors, markOfId, type Page, type PageRequest, pageOf } from '../../request/paging.ts';
import type { UseCase } from '../../request/request-context.ts';
import { narrowedBy } from '../request/list-filters.ts';

/** Names an endpoint of any customer. */
export interface OfWebhook {
  readonly webhookId: string;
}

/** What operators do with the endpoints of customers. */
export interface WebhookCases {
  /** In the order of their ids. */
  readonly listAllWebhooks: UseCase<EndpointQuery & PageRequest, Page<WebhookEndpoint>>;
  readonly disableWebhook: UseCase<OfWebhook, WebhookEndpoint>;
  readonly enableWebhook: UseCase<OfWebhook, WebhookEndpoint>;
}

/** Dependencies of the operations. */
export interface WebhookAdminDependencies {
  readonly webhookAdministration: WebhookAdministration;
  readonly cursors: Cursors;
}

/** Operations on the endpoints of customers. Their secrets are no operator's. */
export const manageWebhooks = ({ webhookAdministration, cursors }: WebhookAdminDependencies): WebhookCases => ({
  listAllWebhooks: (request, { signal }) => {
    const { customerId, isEnabled, text } = request;
    const query = { customerId, isEnabled, text };
    return pageOf(request, {
      cursors,
      query: ['all_webhooks', ...narrowedBy(query)],
      markOf: ({ id }) => markOfId(id),
      read: (after, limit) => webhookAdministration.page(query, { afterId: after?.id, limit }, { signal }),
    });
  },
  disableWebhook: ({ webhookId }, { now, act }) => webhookAdministration.setDisabled(webhookId, true, now(), act),
  enableWebhook: ({ webhookId }, { now, act }) => webhookAdministration.setDisabled(webhookId, false, now(), act),
});
