/**
 * A language model behind any endpoint that speaks the chat protocol of OpenAI.
 *
 * Every call has a time limit that covers the whole answer, a limit on its size, and no retry: the
 * caller decides. Tokens are set aside before a call, by an estimate that is too high rather than
 * too low, and what was spent takes their place afterwards; a call that may have been paid for
 * without an answer counts in full. What a provider writes in an error is never logged or passed
 * on, because some repeat a part of the key in it.
 *
 * Provider down, slow or full: the reading is a fault of that kind. Budget's store down: nothing is
 * asked.
 */
import { withDeadline } from '../../../concurrency/deadline.ts';
import { type ModelFault, modelFaults } from '../../../domain/characteristics/model-fault.ts';
import type { LanguageModel, ModelReading, TokenBudget } from '../../../domain/enrichment/characteristic-ports.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import { readAnswer } from './answer.ts';
import { CallFailed, type ChatEndpoint, chatWith, maxAnswerTokens } from './chat-completion.ts';
import { type Prompt, promptFor } from './prompt.ts';

/** Where a model is, and what it may cost. */
export interface LanguageModelSettings extends ChatEndpoint {
  /** Tokens that all processes together may spend on a day in UTC, in both directions. */
  readonly dailyTokens: number;
  readonly timeoutMs: number;
}

/** What the model needs from outside. */
export interface LanguageModelDependencies {
  readonly budget: TokenBudget;
  readonly metrics: Metrics['languageModel'];
  readonly log: Logger;
  readonly now: () => Date;
  /** Sends what goes to the endpoint. */
  readonly fetch: typeof fetch;
}

/** What the calls are for, as metrics name it. */
const intent = 'characteristics';

/**
 * No script needs more tokens than one for every two bytes, give or take what surrounds a message.
 */
const estimate = ({ instructions, question }: Prompt): number =>
  Math.ceil(Buffer.byteLength(instructions + question) / 2) + 32 + maxAnswerTokens;

/** What is neither late nor refused was answered, but not as agreed. */
const faultOf = (error: unknown, isTimeOver: boolean): ModelFault => {
  if (isTimeOver) return 'timeout';
  return error instanceof CallFailed ? error.fault : 'malformed';
};

/** A series that begins with its first count hides that count from `increase`. */
const startAtZero = (metrics: LanguageModelDependencies['metrics'], provider: string, model: string): void => {
  metrics.calls.inc({ provider, model, intent }, 0);
  for (const direction of ['input', 'output']) metrics.tokens.inc({ provider, direction }, 0);
  for (const reason of modelFaults) metrics.faults.inc({ provider, reason }, 0);
};

/** Faults before which the provider did no work that it would charge for. */
const isFree = (fault: ModelFault): boolean => fault === 'refused' || fault === 'unavailable';

/** Creates the model. */
export const createOpenAiModel = (settings: LanguageModelSettings, deps: LanguageModelDependencies): LanguageModel => {
  const { baseUrl, model, dailyTokens, timeoutMs } = settings;
  const { budget, metrics, log, now } = deps;
  const provider = new URL(baseUrl).host;
  startAtZero(metrics, provider, model);
  const chat = chatWith(settings, deps.fetch);

  const call = async (prompt: Prompt, signal: AbortSignal) => {
    metrics.calls.inc({ provider, model, intent });
    const { text, input, output } = await chat(prompt, signal);
    metrics.tokens.inc({ provider, direction: 'input' }, input ?? 0);
    metrics.tokens.inc({ provider, direction: 'output' }, output ?? 0);
    return {
      values: text === undefined ? undefined : readAnswer(text),
      spent: input === undefined || output === undefined ? undefined : input + output,
    };
  };

  const failed = (fault: ModelFault): ModelReading => {
    metrics.faults.inc({ provider, reason: fault });
    log.warn('enrichment.language_model.failed', { provider, model, reason: fault });
    return { kind: 'fault', fault };
  };

  return {
    read: async (question, signal) => {
      const prompt = promptFor(question);
      const reserved = estimate(prompt);
      const reservedAt = now();
      if (!(await budget.reserve(reserved, dailyTokens, reservedAt))) return { kind: 'over_budget' };
      let late: AbortSignal | undefined;
      try {
        const { values, spent } = await withDeadline({ what: provider, ms: timeoutMs, owner: signal }, (given) => {
          late = given;
          return call(prompt, given);
        });
        await budget.settle(reserved, spent ?? reserved, reservedAt);
        return values === undefined ? failed('malformed') : { kind: 'answered', values, model };
      } catch (error) {
        signal.throwIfAborted();
        const fault = faultOf(error, late?.aborted === true);
        if (isFree(fault)) await budget.settle(reserved, 0, reservedAt);
        return failed(fault);
      }
    },
  };
};
