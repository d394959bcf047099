/** What a browser says of where a request comes from. */
export interface RequestOrigin {
  readonly host: string | undefined;
  /** `Origin`. */
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`. */
  readonly fetchSite: string | undefined;
}

/**
 * Whether a form was sent by a page of this server. Browsers say so in one header or the other with
 * every POST; what says nothing is no browser with a session, and is refused.
 */
export const isSameOrigin = ({ host, origin, fetchSite }: RequestOrigin): boolean => {
  if (fetchSite !== undefined) return fetchSite === 'same-origin';
  return origin !== undefined && host !== undefined && URL.parse(origin)?.host === host;
};
