/** The header that tells a wait; none where there is no wait to tell. */
export const retryAfter = (seconds: number | undefined): Readonly<Record<string, string>> =>
  seconds === undefined ? {} : { 'retry-after': String(seconds) };

/** The throttle answer of RFC 6585: status 429, and `Retry-After` when there is a wait to tell. */
export const tooManyRequests = (_window: 'burst' | 'daily', retryAfterSeconds: number | undefined): Response =>
  Response.json({ error: 'too_many_requests' }, { status: 429, headers: retryAfter(retryAfterSeconds) });
