/**
 * The types of problems (RFC 9457): what each means and what to do about it. The service answers
 * each of them at its own address, `/problems/{slug}`.
 */
export interface ProblemType {
  /** The HTTP status code. */
  readonly status: number;
  /** One text for all problems of the type. */
  readonly title: string;
  /** What it means and what helps, for people; names of the contract stand in backticks. */
  readonly meaning: string;
}

const problemType = (status: number, title: string, meaning: string): ProblemType => ({ status, title, meaning });

const types = {
  'invalid-argument': problemType(
    400,
    'The request is not acceptable',
    'A field cannot be accepted, and nothing was done. `violations` names each field and what is expected, up to 50 of them; `violations_left_out` says how many more there are. Change them before you send it again.',
  ),
  'bad-request': problemType(
    400,
    'It is not HTTP',
    'What came is not well-formed HTTP/1.1. The connection is closed. Look at the client, and at proxies between it and the service.',
  ),
  unauthenticated: problemType(
    401,
    'A valid API key is needed',
    'No API key came with the request, or one that is unknown, revoked or expired. Send it as `Authorization: Bearer KEY` or as `x-api-key: KEY`. Of a web token the detail says what is wrong with it.',
  ),
  'permission-denied': problemType(
    403,
    'The API key does not allow this',
    'The key is good, but lacks the scope that the detail names, or would give away a scope that it does not have itself. An operator can give the key the scope, or make another one.',
  ),
  'not-found': problemType(
    404,
    'Not found',
    'The id or the path is unknown, or you may not see what it names. The two look alike on purpose.',
  ),
  'method-not-allowed': problemType(
    405,
    'The path does not know this method',
    'The path exists under another method; the header `Allow` names those that it knows.',
  ),
  'request-timeout': problemType(
    408,
    'It came too slowly',
    'The request did not arrive in time, and the connection was closed. Send it again.',
  ),
  conflict: problemType(
    409,
    'Something else changed it first',
    'What the request changes was changed meanwhile, or an id that it takes is taken. Fetch it again, and decide anew.',
  ),
  'failed-precondition': problemType(
    409,
    'Not possible in this state',
    'It cannot be done as things are; the detail says why. To send it again helps only after that has changed.',
  ),
  'precondition-failed': problemType(
    412,
    'It is not as If-Match says',
    'What the request changes has another `ETag` than `If-Match` names, or does not exist, and nothing was done. Fetch it again, and decide anew.',
  ),
  'too-large': problemType(
    413,
    'The request is too large',
    'The body is larger than the service reads (`MAX_BODY_BYTES`, for uploads `MAX_UPLOAD_BYTES`). Send less at once.',
  ),
  'unsupported-media-type': problemType(
    415,
    'The content type is not known',
    'The body must be of a content type that the operation names, and its text in UTF-8.',
  ),
  'expectation-failed': problemType(
    417,
    'Not expected',
    'The header `Expect` asks for something else than `100-continue`, which is all that can be met.',
  ),
  'idempotency-key-reused': problemType(
    422,
    'The Idempotency-Key was used for another request',
    'Within the last day the key came with another request of this kind, and nothing was done now. A new request needs a new key; the same request may be sent again with the old one.',
  ),
  exhausted: problemType(
    429,
    'Too many requests',
    'A limit of your key or customer is reached, or the service is overloaded; the detail says which. Wait as many seconds as `Retry-After` says, and try again.',
  ),
  'headers-too-large': problemType(
    431,
    'The headers are too large',
    'The request line and the headers together are too long. Send fewer of them, and a shorter query.',
  ),
  cancelled: problemType(
    499,
    'The caller went away',
    'The connection was closed before there was an answer. This is counted and never read.',
  ),
  internal: problemType(
    500,
    'The service has a fault',
    'This is not your fault, and it has been recorded. Name the `correlation_id` when you ask about it.',
  ),
  unimplemented: problemType(
    501,
    'Not available yet',
    'The service is not set up for this operation; the detail says what it lacks.',
  ),
  unavailable: problemType(
    503,
    'A part of the service is not available',
    'A store does not answer in time, or the process is shutting down. Wait as many seconds as `Retry-After` says, and try again; `/readyz` names the part.',
  ),
  'deadline-exceeded': problemType(
    504,
    'It took too long',
    'The deadline of the request has passed, and the work on it was stopped. A change may have been made all the same: look before you send it again, or use an `Idempotency-Key`.',
  ),
} as const satisfies Readonly<Record<string, ProblemType>>;

/** The name of a type, which is the last part of its address. */
export type ProblemSlug = keyof typeof types;

/** Every type of problem, by its name. */
export const problemTypes: Readonly<Record<ProblemSlug, ProblemType>> = types;

/**
 * What all problems of a type have in common. The type is the path at which the service describes
 * it.
 */
export const problemHeading = (slug: ProblemSlug) => {
  const { title, status } = problemTypes[slug];
  return { type: `/problems/${slug}`, title, status };
};
