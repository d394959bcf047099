/** The throttle answer of RFC 6585: status 429, and `Retry-After` when there is a wait to tell. */
export const tooManyRequests = (_window: 'burst' | 'daily', retryAfterSeconds: number | undefined): Response =>
  Response.json(
    { error: 'too_many_requests' },
    {
      status: 429,
      headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
    },
  );
