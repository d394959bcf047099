import { z } from 'zod';
import { dayMs } from '../../../../domain/duration.ts';
import { endpointUrl, secretOf } from '../request-url.ts';
import { readJson, readRows } from '../rows.ts';
import { settingsOf } from '../settings.ts';
import { singlePage } from '../single-page.ts';
import type { Decoded, SupplierClient, SupplierConfig, SupplierRequest, SupplierResponse } from '../supplier-client.ts';
import { readTokenAnswer } from '../token-answer.ts';
import { classify } from './answer.ts';
import { multiMatchBody, numbersOf, queriesPerCall } from './query.ts';
import { offerDraft, offerRow, partsIn, rowsOfPart } from './rows.ts';
import { nexarSettings } from './settings.ts';

/**
 * Nexar, which gathers the offers of many sellers: client credentials at a host of its own for a
 * session of a day, then one GraphQL query for up to 20 numbers. It bills the parts that it
 * returns, not the calls, so a request costs the most parts it could return and what was not
 * returned goes back to the budget. SKUs are not asked for: the part of a number brings all its
 * offers, where each SKU asked for would be billed as that part again.
 */

const answer = z.object({ data: z.object({ supMultiMatch: z.array(z.unknown()) }) });

const tokenPath = '/connect/token';
const queryPath = '/graphql';
const monthMs = 31 * dayMs;

/**
 * Makes the client. The secret holds `clientId` and `clientSecret`. Throws RangeError when one is
 * missing or a setting is not usable.
 */
export const createNexarClient = (config: SupplierConfig): SupplierClient => {
  const settings = settingsOf(config, nexarSettings);
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: secretOf(config, 'clientId'),
    client_secret: secretOf(config, 'clientSecret'),
  }).toString();
  const maxParts = queriesPerCall * settings.partsPerNumber;
  return {
    phases: ['lookup'],
    budgets: {
      session: [{ rate: 12, periodMs: 60_000, burst: 2 }],
      parts: [{ rate: Math.max(settings.monthlyParts, maxParts), periodMs: monthMs, burst: maxParts }],
    },
    pageSize: undefined,
    lookup: {
      byNumber: queriesPerCall,
      bySku: queriesPerCall,
      cost: { unit: 'parts', ofNumber: settings.partsPerNumber },
    },
    origins: [new URL(settings.identityUrl).origin],
    session: {
      request: () => ({
        method: 'POST',
        url: endpointUrl(settings.identityUrl, tokenPath),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form,
        endpoint: 'session',
        safePath: tokenPath,
        cost: 1,
      }),
      read: readTokenAnswer,
    },
    request: (_phase, _cursor, { sessionToken, parts }): SupplierRequest => ({
      method: 'POST',
      url: endpointUrl(config.baseUrl, queryPath),
      headers: {
        'content-type': 'application/json',
        ...(sessionToken === undefined ? {} : { authorization: `Bearer ${sessionToken}` }),
      },
      body: multiMatchBody(parts, settings),
      endpoint: 'parts',
      safePath: queryPath,
      cost: Math.max(1, numbersOf(parts).length * settings.partsPerNumber),
    }),
    classify,
    decode: (_phase, _cursor, response) => decode(response, settings.currency),
    spent,
  };
};

const spent = (response: SupplierResponse): number =>
  partsIn(readJson(response.body, answer)?.data.supMultiMatch ?? []).length;

const decode = (response: SupplierResponse, currency: string): Decoded => {
  const read = readJson(response.body, answer);
  if (read === undefined) return { kind: 'malformed', reason: 'no matches in the answer' };
  const rows = partsIn(read.data.supMultiMatch).flatMap(rowsOfPart);
  return singlePage(readRows(rows, offerRow, (row) => offerDraft(row, currency)));
};
