import type { ServerResponse } from 'node:http';
import { Failure } from '../../domain/errors.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { failureFrom } from '../errors/failures.ts';
import type { HttpEdge } from './edge.ts';
import { cachedMetrics } from './health.ts';
import { type Listener, type ListenerOptions, listen, type NodeHandler } from './listener.ts';
import { requestTarget } from './request-target.ts';
import { problemWriter } from './write-problem.ts';

/** Where the metrics are served, and whose. */
export interface MetricsServerOptions extends ListenerOptions, Pick<HttpEdge, 'metrics' | 'now'> {
  readonly log: Logger;
}

const refuseElse = problemWriter(new Failure('not_found', 'there is nothing here but /metrics'));

/**
 * Serves `/metrics` and nothing else, on a port of its own. Rejects when it cannot be listened on.
 */
export const startMetricsServer = ({ metrics, log, now, ...where }: MetricsServerOptions): Promise<Listener> => {
  const written = cachedMetrics({ metrics, now });
  const headers = { 'content-type': metrics.registry.contentType, 'cache-control': 'no-store' };
  const handler: NodeHandler = (incoming, outgoing) => {
    const target = requestTarget(incoming.url ?? '', incoming.httpVersionMajor);
    const isRead = incoming.method === 'GET' || incoming.method === 'HEAD';
    if (target.kind === 'refused' || target.path !== '/metrics' || !isRead) {
      refuseElse(incoming, outgoing);
      return;
    }
    written().then(
      (body) => {
        (outgoing as ServerResponse).writeHead(200, { ...headers, 'content-length': body.byteLength }).end(body);
      },
      (error: unknown) => {
        log.error('request.failed', { route: 'GET /metrics', err: error });
        problemWriter(failureFrom(error))(incoming, outgoing);
      },
    );
  };
  return listen(where, handler);
};
