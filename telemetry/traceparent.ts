/** The W3C trace context header, version 00. */

/** What the header says. */
export interface RemoteTrace {
  /** 32 lower-case hexadecimal digits, not all zero. */
  readonly traceId: string;
  /** 16 lower-case hexadecimal digits, not all zero: the caller's span. */
  readonly parentId: string;
  /** Whether the caller records its part of the trace. */
  readonly sampled: boolean;
}

const header = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;

/**
 * Reads the header; undefined when it is damaged. Versions to come are read by their first four
 * fields, as W3C asks.
 */
export const parseTraceparent = (text: string): RemoteTrace | undefined => {
  const [, traceId, parentId, flags] = header.exec(text) ?? [];
  if (traceId === undefined || parentId === undefined || flags === undefined || text.startsWith('ff')) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return undefined;
  return { traceId, parentId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
};

/** Writes the header. */
export const formatTraceparent = (traceId: string, spanId: string, sampled: boolean): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
