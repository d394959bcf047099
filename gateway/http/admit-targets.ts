import { invalidArgument } from '../../domain/errors.ts';
import { type LoadShedder, overloaded } from '../protection/load-shedder.ts';
import type { NodeHandler } from './listener.ts';
import { isSheddable, requestTarget } from './request-target.ts';
import { problemWriter } from './write-problem.ts';

const refuseOverload = problemWriter(overloaded());

/**
 * What is decided of a request before the framework sees it, which costs more than these answers:
 * its target is put into its one form or refused, and under load the request may be refused.
 * Everything behind it sees the target in that form only.
 */
export const admitTargets =
  (shedder: LoadShedder | undefined, handler: NodeHandler): NodeHandler =>
  (incoming, outgoing) => {
    const target = requestTarget(incoming.url ?? '', incoming.httpVersionMajor);
    if (target.kind === 'refused') {
      problemWriter(invalidArgument({ field: 'path', description: target.description }))(incoming, outgoing);
    } else if (shedder !== undefined && isSheddable(target.path) && shedder.shouldRefuse()) {
      refuseOverload(incoming, outgoing);
    } else {
      incoming.url = target.target;
      handler(incoming, outgoing);
    }
  };
