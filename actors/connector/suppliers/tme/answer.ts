import { z } from 'zod';
import type { AnswerClass } from '../../../../domain/ingestion/answer-class.ts';
import { ownProperty } from '../../../../domain/own-property.ts';
import { classifyByStatus } from '../answer-status.ts';
import { readJson } from '../rows.ts';
import type { SupplierResponse } from '../supplier-client.ts';
import { tolerant } from '../tolerant.ts';

/**
 * What TME's answers mean, in both versions: an error is named by a code that begins with `E_`, in
 * `code`, `Status`, `status` or `ErrorCode`; the token endpoint names its own by OAuth's `error`.
 * The status alone misleads: an expired token is a 403 and an invalid one a 400.
 */

const sessionGone: AnswerClass = { kind: 'authentication', refused: 'session' };
const credentialRefused: AnswerClass = { kind: 'authentication', refused: 'credential' };

const meaningOf: Readonly<Record<string, AnswerClass>> = {
  E_AUTH_TOKEN_EXPIRED: sessionGone,
  E_AUTH_TOKEN_IS_INVALID: sessionGone,
  E_AUTHORIZATION_FAILED: credentialRefused,
  E_INVALID_SIGNATURE: credentialRefused,
  E_ACTION_FORBIDDEN: { kind: 'blocked' },
  E_INPUT_PARAMS_VALIDATION_ERROR: { kind: 'bad_input', reason: 'E_INPUT_PARAMS_VALIDATION_ERROR' },
  invalid_client: credentialRefused,
  invalid_grant: credentialRefused,
  unauthorized_client: credentialRefused,
};

const problem = z.object({
  code: tolerant.text,
  status: tolerant.text,
  Status: tolerant.text,
  ErrorCode: tolerant.text,
  error: tolerant.text,
});

/** The error that a body names; undefined when it names none. */
const codeIn = (body: string): string | undefined => {
  const read = readJson(body, problem);
  if (read === undefined) return undefined;
  const names = [read.code, read.Status, read.status, read.ErrorCode, read.error];
  return names.find((name) => name !== undefined && (name.startsWith('E_') || Object.hasOwn(meaningOf, name)));
};

const isHtml = (response: SupplierResponse): boolean => response.body.trimStart().startsWith('<');

/** What an answer of either version means. */
export const classify = (response: SupplierResponse): AnswerClass => {
  // Reading a page twice would be waste: a success begins with its status, and an error is short.
  const code = response.status < 300 && response.bodyBytes > maxErrorBytes ? undefined : codeIn(response.body);
  const byCode = code === undefined ? undefined : ownProperty(meaningOf, code);
  if (byCode !== undefined) return byCode;
  // A 403 without a code of its own is a token that is gone, unless a wall before the API answered.
  if (response.status === 403) return isHtml(response) ? { kind: 'blocked' } : sessionGone;
  const byStatus = classifyByStatus(response);
  return code !== undefined && byStatus.kind === 'success' ? { kind: 'bad_input', reason: codeShown(code) } : byStatus;
};

/** Bytes that an answer with an error has at most. */
const maxErrorBytes = 4096;

/** A code is the supplier's own text, so only what looks like one is shown. */
const codeShown = (code: string): string => (/^E_[A-Z0-9_]{1,64}$/.test(code) ? code : 'an unknown error');
