import { type TokenRules, tokenAlgorithms } from '../auth/web-tokens.ts';
import { listOf, text, url, type ValuesOf, wholeNumber } from './config-values.ts';

/** Web tokens that are taken beside keys. */
export const tokenVariables = {
  JWT_ISSUER: text()
    .optional()
    .describe('Issuer of web tokens that are taken beside keys: their `iss`. Left out: none are.'),
  JWT_AUDIENCE: text().optional().describe('What the `aud` of a token must hold. Goes with `JWT_ISSUER`.'),
  JWT_JWKS_URL: url('http', 'https').optional().describe("Where the issuer's public keys are. Goes with `JWT_ISSUER`."),
  JWT_ALGORITHMS: listOf(tokenAlgorithms)
    .prefault('RS256,PS256,ES256,EdDSA')
    .describe('Algorithms that a token may be signed with, between commas; only asymmetric ones can be allowed.'),
  JWT_CLOCK_SKEW_MS: wholeNumber(0, 600_000)
    .prefault('30000')
    .describe("How far the issuer's clock and ours may be apart."),
  JWT_CUSTOMER_CLAIM: text().prefault('customer_id').describe('The claim that holds the id of the customer.'),
  JWT_GROUPS_CLAIM: text()
    .optional()
    .describe("The claim that holds the customer's groups. Left out: those that the customer is in here."),
  JWT_SCOPES_CLAIM: text().prefault('scope').describe('The claim that holds the scopes, as a list or between blanks.'),
};

type Given = ValuesOf<typeof tokenVariables>;

/** How web tokens are judged; undefined: there are none. */
const tokenRules = (given: Given): TokenRules | undefined => {
  const { JWT_ISSUER: issuer, JWT_AUDIENCE: audience, JWT_JWKS_URL: jwksUrl } = given;
  if (issuer === undefined || audience === undefined || jwksUrl === undefined) return undefined;
  return {
    issuer,
    audience,
    jwksUrl,
    algorithms: given.JWT_ALGORITHMS,
    clockSkewMs: given.JWT_CLOCK_SKEW_MS,
    claims: {
      customer: given.JWT_CUSTOMER_CLAIM,
      groups: given.JWT_GROUPS_CLAIM,
      scopes: given.JWT_SCOPES_CLAIM,
    },
  };
};

/** Web tokens as their variables have them. */
export const tokenSettings = (given: Given) => ({ tokens: tokenRules(given) });
