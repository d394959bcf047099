/** The statuses that a call can end with, by the names of gRPC; the place of each is its number. */
export const codes = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
] as const;

/** How a call ended that did not succeed. */
export type Code = Exclude<(typeof codes)[number], 'OK'>;

/** How a call ended that its signal has ended; undefined: the signal has not. */
export const codeOfAbort = ({ aborted, reason }: AbortSignal): Code | undefined => {
  if (!aborted) return undefined;
  return reason instanceof DOMException && reason.name === 'TimeoutError' ? 'DEADLINE_EXCEEDED' : 'CANCELLED';
};

/** The name of a gRPC status number. */
export const codeOf = (status: number): Code => {
  const code = codes[status];
  return code === undefined || code === 'OK' ? 'UNKNOWN' : code;
};
