import { randomUUID } from 'node:crypto';

/** The header, and the gRPC metadata key, that carries the correlation id in and out. */
export const correlationHeader = 'x-correlation-id';

/**
 * Safe to log, to send on and to put into a header: visible ASCII without quotes, at most 128
 * characters.
 */
const acceptable = /^[\w.:+/=@~-]{1,128}$/;

/**
 * The caller's correlation id when it is acceptable, else a new one: a bad one is replaced and
 * never an error.
 */
export const correlationIdFrom = (given: string | undefined): string =>
  given !== undefined && acceptable.test(given) ? given : randomUUID();
