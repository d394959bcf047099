import type { Change } from '../../../domain/store-context.ts';
import type { RequestContext } from '../../request/request-context.ts';

/** The operator who makes a change, and the request that it makes it by. */
export const changeBy = (context: RequestContext): Change => ({ by: context.caller.keyId, context });
