import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a language model's server was asked. */
export interface ModelRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  };
}

/** How it answers the next calls: a text of the model, or something else altogether. */
export type ModelAnswer = string | ((response: ServerResponse) => void);

/** A server that speaks the chat protocol of OpenAI, and whatever else it is told to. */
export interface ModelServer {
  /** To be configured as the base URL. */
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  /** Answers from now on like this. */
  answer(how: ModelAnswer): void;
  close(): Promise<void>;
}

/** Tokens that every answer says it has cost. */
export const modelUsage = { prompt_tokens: 200, completion_tokens: 40, total_tokens: 240 };

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Answers with a status and an error as OpenAI words it. */
export const modelError =
  (status: number, message: string) =>
  (response: ServerResponse): void =>
    sendJson(response, status, { error: { message, type: 'error', code: null } });

const completion = (content: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'as-served',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: modelUsage,
});

const bodyOf = async (request: IncomingMessage): Promise<ModelRequest['body']> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as ModelRequest['body'];
};

/** Starts the server. */
export const startModelServer = async (): Promise<ModelServer> => {
  const requests: ModelRequest[] = [];
  let how: ModelAnswer = '{"characteristics": []}';
  const server: Server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
    if (typeof how === 'string') sendJson(response, 200, completion(how));
    else how(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answer: (next) => {
      how = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
