import { randomBytes } from 'node:crypto';
import { randomId } from '../../domain/ids.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { currentContext } from '../../telemetry/context.ts';
import { currentTraceparent } from '../../telemetry/tracing.ts';

/** A new id with the prefix. */
export const newId = (prefix: string): string => randomId(prefix, randomBytes(13));

/**
 * The context of work that somebody asked for and that runs now: the correlation id of the request,
 * and the trace of the step.
 */
export const workContext = (): WriteContext => ({
  correlationId: currentContext()?.correlationId ?? newId('cor'),
  traceparent: currentTraceparent(),
});

/** The context of work without a request: a correlation id of its own, and its trace. */
export const newContext = (): WriteContext => ({ correlationId: newId('cor'), traceparent: currentTraceparent() });
