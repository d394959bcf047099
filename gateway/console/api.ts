import type { HttpBindings } from '@hono/node-server';
import type { Problem } from '../errors/problem.ts';

/**
 * The service's own HTTP API, called within the process with the credential of a session. So the
 * console can do nothing that the API cannot: keys, scopes, limits, visibility, metrics and the
 * audit trail are those of any other caller.
 */
export interface ConsoleApi {
  /** A message of the contract. Throws `ApiProblem`. */
  get<Message>(codec: Reader<Message>, path: string, query?: Query): Promise<Message>;
  /**
   * Sends a document, and gives the answer; under an `Idempotency-Key` it is done once, however
   * often it is sent. Throws `ApiProblem`.
   */
  send(method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, document?: object, key?: string): Promise<unknown>;
  /** The answer as it comes, whatever its status. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Parameters of a query; an empty one is left out. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Reads a message out of JSON. */
export interface Reader<Message> {
  fromJSON(document: unknown): Message;
}

/** Reads an answer of the admin API, which has no messages, as what its document says. */
export const documentOf = <Document>(): Reader<Document> => ({ fromJSON: (document) => document as Document });

/** An answer of the API that is a problem. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** What a page shows beside the rest may be missing without the rest. */
export const orNothing = async <Message>(asked: Promise<Message>): Promise<Message | undefined> => {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof ApiProblem) return undefined;
    throw thrown;
  }
};

/** What calls the API: the application of the HTTP edge. */
export type Dispatch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

/** The request on whose behalf the API is called. */
export interface Behalf {
  readonly env: HttpBindings;
  readonly credential: string;
  readonly correlationId: string;
  readonly forwardedFor: string | undefined;
}

const pathWith = (path: string, query: Query): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of typeof value === 'string' ? [value] : (value ?? []))
      if (each !== '') parameters.append(name, each);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
};

const problemOf = async (answer: Response): Promise<ApiProblem> => new ApiProblem((await answer.json()) as Problem);

/** The API as a session may use it. */
export const createConsoleApi = (dispatch: Dispatch, behalf: Behalf): ConsoleApi => {
  const fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('x-api-key', behalf.credential);
    headers.set('x-correlation-id', behalf.correlationId);
    if (behalf.forwardedFor !== undefined) headers.set('x-forwarded-for', behalf.forwardedFor);
    return dispatch(new Request(new URL(path, 'http://console.internal'), { ...init, headers }), behalf.env);
  };
  return {
    fetch,
    get: async (codec, path, query = {}) => {
      const answer = await fetch(pathWith(path, query));
      if (!answer.ok) throw await problemOf(answer);
      return codec.fromJSON(await answer.json());
    },
    send: async (method, path, document, key = '') => {
      const headers = {
        ...(document && { 'content-type': 'application/json' }),
        ...(key !== '' && { 'idempotency-key': key }),
      };
      const body = document && { body: JSON.stringify(document) };
      const answer = await fetch(path, { method, headers, ...body });
      if (!answer.ok) throw await problemOf(answer);
      return answer.json();
    },
  };
};
