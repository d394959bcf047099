/** The chat protocol of OpenAI, as far as one question and its answer need it. */
import { z } from 'zod';
import type { ModelFault } from '../../../domain/characteristics/model-fault.ts';
import { boundedFetch } from './bounded-fetch.ts';
import type { Prompt } from './prompt.ts';

/** Where questions go. */
export interface ChatEndpoint {
  /** To which `/chat/completions` is added. */
  readonly baseUrl: string;
  readonly model: string;
  /** Undefined for an endpoint that asks for none. */
  readonly apiKey: string | undefined;
}

/** What came back; undefined for what is missing or not of the agreed form. */
export interface ChatCompletion {
  /** What the model says. */
  readonly text: string | undefined;
  /** Tokens read. */
  readonly input: number | undefined;
  /** Tokens written. */
  readonly output: number | undefined;
}

/** A call that the endpoint has not answered, or refused. Says nothing that the endpoint wrote. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly fault: ModelFault;

  constructor(fault: ModelFault) {
    super(`the endpoint is ${fault}`);
    this.fault = fault;
  }
}

const maxAnswerBytes = 262_144;

/** The longest answer that is asked for. */
export const maxAnswerTokens = 1_000;

const tokens = z.int().nonnegative().optional().catch(undefined);

const completionSchema = z
  .object({
    choices: z.array(z.object({ message: z.object({ content: z.string() }) })).catch([]),
    usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).catch({}),
  })
  .catch({ choices: [], usage: {} });

const bodyOf = (model: string, { instructions, question }: Prompt): string =>
  JSON.stringify({
    model,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: question },
    ],
    max_completion_tokens: maxAnswerTokens,
  });

/** A function that asks one question, once, until its signal is aborted. */
export const chatWith = ({ baseUrl, model, apiKey }: ChatEndpoint, fetch: typeof globalThis.fetch) => {
  const url = `${baseUrl.replace(/\/$/, '')}/chat/completions`;
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  };
  const bounded = boundedFetch(maxAnswerBytes, fetch);

  /**
   * @throws CallFailed when there is no connection or the status is an error; something else when
   * the body is cut off, too large or no JSON
   */
  return async (prompt: Prompt, signal: AbortSignal): Promise<ChatCompletion> => {
    const answer = await bounded(url, { method: 'POST', headers, body: bodyOf(model, prompt), signal }).catch(() => {
      throw new CallFailed('unavailable');
    });
    if (!answer.ok) {
      await answer.body?.cancel().catch(() => undefined);
      throw new CallFailed(answer.status < 500 ? 'refused' : 'unavailable');
    }
    const { choices, usage } = completionSchema.parse(await answer.json());
    return { text: choices[0]?.message.content, input: usage.prompt_tokens, output: usage.completion_tokens };
  };
};
