import { text, url, type ValuesOf, wholeNumber } from './config-values.ts';

/** The language model that completes characteristics. */
export const languageModelVariables = {
  LLM_BASE_URL: url('http', 'https')
    .optional()
    .describe(
      'Endpoint of a language model that speaks the chat protocol of OpenAI, such as `https://api.openai.com/v1`: it completes characteristics that rules cannot read. Left out: none is asked.',
    ),
  LLM_MODEL: text().optional().describe('Name of the model there. Goes with `LLM_BASE_URL`.'),
  LLM_API_KEY: text().optional().describe('Key for the endpoint. Left out: it asks for none.'),
  LLM_DAILY_TOKENS: wholeNumber(1, 1_000_000_000_000)
    .prefault('500000')
    .describe('Tokens that all processes together may spend on a day in UTC, read and written.'),
  LLM_TIMEOUT_MS: wholeNumber(100, 120_000).prefault('30000').describe('Time that the model has for a whole answer.'),
};

type Given = ValuesOf<typeof languageModelVariables>;

/** The language model that is asked; undefined: none. */
const modelOf = (given: Given) => {
  const { LLM_BASE_URL: baseUrl, LLM_MODEL: model } = given;
  if (baseUrl === undefined || model === undefined) return undefined;
  const { LLM_API_KEY: apiKey, LLM_DAILY_TOKENS: dailyTokens, LLM_TIMEOUT_MS: timeoutMs } = given;
  return { baseUrl, model, apiKey, dailyTokens, timeoutMs };
};

/** The language model as its variables have it. */
export const languageModelSettings = (given: Given) => ({ languageModel: modelOf(given) });
