import { z } from 'zod';
import type { AnswerClass } from '../../../../domain/ingestion/answer-class.ts';
import { classifyByStatus, retryAfterMs } from '../answer-status.ts';
import { readJson } from '../rows.ts';
import type { SupplierResponse } from '../supplier-client.ts';
import { tolerant } from '../tolerant.ts';

/**
 * What Mouser's answers mean. It throttles with 403, sometimes 429 and sometimes a 200, and says so
 * in the errors of the body; whether the minute's calls or the day's are used up stands in the
 * message only, which may be missing.
 */

const error = z.object({ Code: tolerant.text, Message: tolerant.text, PropertyName: tolerant.text });

const problem = z.object({
  Errors: tolerant.list(error),
  Message: tolerant.text,
  SearchResults: z
    .object({ Parts: tolerant.list(z.unknown()) })
    .nullish()
    .catch(undefined),
});

type MouserError = z.infer<typeof error>;

const credentialRefused: AnswerClass = { kind: 'authentication', refused: 'credential' };

const tooManyCalls = /too ?many ?requests|maximum calls/i;

const windowOf = (message: string): 'burst' | 'daily' | 'unknown' => {
  if (/per day|daily/i.test(message)) return 'daily';
  return /per (minute|second)/i.test(message) ? 'burst' : 'unknown';
};

const isAboutKey = ({ Code = '', Message = '', PropertyName = '' }: MouserError): boolean =>
  Code === 'Invalid' && /api ?key/i.test(`${PropertyName} ${Message}`);

const meaningOf = (given: MouserError, response: SupplierResponse): AnswerClass => {
  const { Code = '', Message = '' } = given;
  if (tooManyCalls.test(`${Code} ${Message}`)) {
    return { kind: 'throttled', window: windowOf(Message), retryAfterMs: retryAfterMs(response) };
  }
  return isAboutKey(given) ? credentialRefused : { kind: 'bad_input', reason: knownCode(Code) };
};

/** Only codes that are known are repeated: a text of the supplier may hold anything. */
const knownCode = (code: string): string =>
  /^(Invalid|Required|InvalidCharacters|InvalidValue)$/.test(code) ? code : 'refused';

/** What an answer means. */
export const classify = (response: SupplierResponse): AnswerClass => {
  const read = readJson(response.body, problem);
  const errors = read?.Errors ?? [];
  const found = read?.SearchResults?.Parts.length ?? 0;
  const [first] = errors.length > 0 || read?.Message === undefined ? errors : [{ ...noCode, Message: read.Message }];
  const byStatus = classifyByStatus(response);
  if (first === undefined || response.status >= 500) return withoutSession(byStatus);
  // Parts beside an error are still what was asked for.
  if (byStatus.kind === 'success' && found > 0) return byStatus;
  const meaning = meaningOf(first, response);
  const isOnlyInput = meaning.kind === 'bad_input' && byStatus.kind !== 'success' && byStatus.kind !== 'bad_input';
  return isOnlyInput ? withoutSession(byStatus) : meaning;
};

const noCode = { Code: undefined, PropertyName: undefined };

/** There are no sessions here, so a refused login means a wrong key. */
const withoutSession = (meaning: AnswerClass): AnswerClass =>
  meaning.kind === 'authentication' ? credentialRefused : meaning;
