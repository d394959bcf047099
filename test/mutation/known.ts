import { readFileSync } from 'node:fs';
import type { Mutant } from './mutate.ts';

/**
 * Changes that went unnoticed once. Each has a test now, and stays here to hold it.
 */

interface Known {
  readonly file: string;
  /** Stands once in the file. */
  readonly was: string;
  readonly becomes: string;
  /** What it would do. */
  readonly says: string;
}

const known: readonly Known[] = [
  {
    file: 'domain/ingestion/lease-rules.ts',
    was: 'ttlMs * 0.9',
    becomes: 'ttlMs * 1.1',
    says: 'a holder counts on its lease for longer than the store: two owners',
  },
  {
    file: 'storage/jobs/requester-reach.ts',
    was: 'where group_member.customer_id = requester.customer_id',
    becomes: 'where true',
    says: "a customer reaches another group's credential",
  },
  {
    file: 'storage/connectors/rate-budget-store.ts',
    was: 'not_before = greatest(held.not_before, excluded.not_before)',
    becomes: 'not_before = excluded.not_before',
    says: 'a shorter wait that the supplier asked for replaces a longer one',
  },
  {
    file: 'storage/connectors/rate-budget-store.ts',
    was: `then greatest(\${minFactor}::float8,`,
    becomes: `then least(\${minFactor}::float8,`,
    says: 'a rate that was learned falls below the least',
  },
  {
    file: 'storage/connectors/rate-budget-store.ts',
    was: 'usage = greatest(0, usage -',
    becomes: 'usage = least(0, usage -',
    says: 'units given back take all of the use away',
  },
  {
    file: 'actors/connector/budget-source.ts',
    was: 'Math.min(...budgets.map(slackMs)) / 2',
    becomes: 'Math.min(...budgets.map(slackMs)) * 2',
    says: 'leased units are used four times as long after their instant',
  },
  {
    file: 'domain/ingestion/rate-budget.ts',
    was: 'usageWindow.minMs / Math.max(...paces.map(({ intervalMs }) => intervalMs)), usageWindow.minUnits)',
    becomes: 'usageWindow.minMs / Math.min(...paces.map(({ intervalMs }) => intervalMs)), usageWindow.minUnits)',
    says: 'use is told against the fastest pace',
  },
  {
    file: 'domain/ingestion/rate-budget.ts',
    was: 'minUnits: 32',
    becomes: 'minUnits: 1',
    says: 'one unit of a slow rate is all of its use',
  },
  {
    file: 'actors/connector/look-up.ts',
    was: "const failed = outcomes.find((outcome) => outcome.status === 'rejected');",
    becomes: 'const failed = undefined as { reason: unknown } | undefined;',
    says: 'a batch that failed counts as asked',
  },
  {
    file: 'domain/ingestion/credential-health.ts',
    was: 'recent = [...health.recent, !isFault].slice(-rules.recentCalls)',
    becomes: 'recent = [...health.recent, !isFault].slice(-2 * rules.recentCalls)',
    says: "the breaker's window is twice as long",
  },
  {
    file: 'domain/ingestion/credential-health.ts',
    was: 'recent.length >= rules.minCalls',
    becomes: 'recent.length > rules.minCalls',
    says: 'the breaker judges a call later',
  },
  {
    file: 'storage/event-log/outbox.ts',
    was: `    order by position
    limit \${limit}`,
    becomes: `    order by position desc
    limit \${limit}`,
    says: 'the newest of the outbox goes first',
  },
  {
    file: 'storage/event-log/outbox.ts',
    was: '  order by due.position`',
    becomes: '  order by due.position desc`',
    says: 'a batch of the outbox is turned around',
  },
  {
    file: 'storage/idempotency/idempotency.ts',
    was: "keptFor = '1 day'",
    becomes: "keptFor = '1 hour'",
    says: 'an idempotency key is forgotten after an hour',
  },
  {
    file: 'domain/estimate/optimise.ts',
    was: '(total - bound) / total : 0',
    becomes: '(total - bound) / bound : 0',
    says: 'the gap is a share of the bound',
  },
  {
    file: 'domain/estimate/optimise.ts',
    was: 'if (units <= maxUnits) return',
    becomes: 'if (units <= maxUnits * 8) return',
    says: 'sums beyond what doubles count exactly',
  },
  {
    file: 'domain/estimate/optimise.ts',
    was: 'return sum + Math.max(ownProperty(orderCosts, seller) ?? 0, ...steps.map(({ cost }) => cost));',
    becomes: 'return sum + Math.max(0, ...steps.map(({ cost }) => cost));',
    says: 'order costs are left out of the sum that must be countable',
  },
  {
    file: 'domain/matching/decide-offer.ts',
    was: 'minMargin = 0.05',
    becomes: 'minMargin = 0.02',
    says: 'two candidates that score nearly alike are told apart',
  },
  {
    file: 'domain/identity/strategy.ts',
    was: 'probability >= thresholds.probable',
    becomes: 'probability > thresholds.probable',
    says: 'a score at the threshold is below it',
  },
  {
    file: 'domain/identity/strategy.ts',
    was: 'probability >= thresholds.strong',
    becomes: 'probability > thresholds.strong',
    says: 'a score at the threshold is below it',
  },
  {
    file: 'domain/identity/strategy.ts',
    was: "probability >= thresholds.weak ? 'weak'",
    becomes: "probability > thresholds.weak ? 'weak'",
    says: 'a score at the threshold is below it',
  },
  {
    file: 'domain/pricing/effective-ladder.ts',
    was: '* 2n + divisor) / (divisor * 2n)',
    becomes: '* 2n) / (divisor * 2n)',
    says: 'unit prices of a ladder are cut instead of rounded',
  },
  {
    file: 'domain/pricing/calculate.ts',
    was: 'return quotientText({ units: unrounded, places }, buy.pieces, unitPricePlaces)',
    becomes: 'return quotientText({ units: unrounded, places }, buy.pieces, 2)',
    says: 'the unit price under rules is rounded to coins',
  },
  {
    file: 'domain/backoff.ts',
    was: 'Math.min(failures - 1, 40)',
    becomes: 'failures - 1',
    says: 'a pause of no number after very many failures',
  },
  {
    file: 'domain/quantities/units.ts',
    was: "{ base: 'Pa', spellings: ['psi'], factor: 6894.757293168 }",
    becomes: "{ base: 'Pa', spellings: ['psi'], factor: 6984.757293168 }",
    says: 'a psi is something else',
  },
  {
    file: 'domain/quantities/units.ts',
    was: `spellings: ['g', 'г', 'gram', 'grams'],
    factor: 1e-3,`,
    becomes: `spellings: ['g', 'г', 'gram', 'grams'],
    factor: 1e-6,`,
    says: 'a gram is a milligram',
  },
  {
    file: 'telemetry/redaction.ts',
    was: "['auth', 'credential', 'credentials', 'dsn', 'pass', 'pin', 'sid']",
    becomes: "['auth', 'credential', 'credentials', 'dsn', 'pin', 'sid']",
    says: 'a field of a secret is logged',
  },
  {
    file: 'telemetry/redaction.ts',
    was: "'middlename', 'person'",
    becomes: "'middlename'",
    says: 'a field of a person is logged',
  },
  {
    file: 'telemetry/redact-text.ts',
    was: "  'accesscode',\n",
    becomes: '',
    says: 'a word of secrets is forgotten',
  },
  {
    file: 'gateway/catalog/observation-source.ts',
    was: 'group: ObservationSource_Type.GROUP_SHARED',
    becomes: 'group: ObservationSource_Type.CUSTOMER_CREDENTIAL',
    says: "a group's credential is called the customer's",
  },
  {
    file: 'actors/connector/suppliers/http.ts',
    was: 'headers: { ...options.headers, ...request.headers }',
    becomes: 'headers: { ...request.headers }',
    says: 'suppliers are called without correlation id',
  },
  {
    file: 'storage/connectors/ingestion-survey.ts',
    was: 'select max(extract(epoch from clock_timestamp()',
    becomes: 'select 1000 * max(extract(epoch from clock_timestamp()',
    says: 'the lag is told in milliseconds',
  },
  {
    file: 'gateway/wire/teardown.ts',
    was: 'for (let part = parts.pop(); part !== undefined; part = parts.pop())',
    becomes: 'for (let part = parts.shift(); part !== undefined; part = parts.shift())',
    says: 'what was started first is stopped first',
  },
  {
    file: 'domain/pricing/exchange-rates.ts',
    was: 'find((each) => each.day <= day)',
    becomes: 'find(() => true)',
    says: 'a rate of a day to come is in force',
  },
  {
    file: 'domain/offers/freshness.ts',
    was: 'b !== undefined && b.getTime() < a.getTime() ? b : a',
    becomes: 'b !== undefined && b.getTime() > a.getTime() ? b : a',
    says: 'an offer counts as stale since the later of two doubts',
  },
  {
    file: 'domain/estimate/search/branch-and-bound.ts',
    was: '(context.cost - offset - 1) * context.scale',
    becomes: '(context.cost - offset - 2) * context.scale',
    says: 'a basket that is one unit cheaper is not looked for',
  },
  {
    file: 'domain/estimate/search/stepped/branch-and-bound.ts',
    was: '(context.cutoff - 1) * bound.scale - value',
    becomes: '(context.cutoff - 2) * bound.scale - value',
    says: 'a basket under stepped costs that is one unit cheaper is not looked for',
  },
  {
    file: 'domain/estimate/search/presolve.ts',
    was: '(structure.entryCost[e] as number) >= limit',
    becomes: '(structure.entryCost[e] as number) >= limit - 1',
    says: 'what makes a line one unit cheaper is left out',
  },
];

const mutantOf = ({ file, was, becomes, says }: Known): Mutant => {
  const bytes = readFileSync(file);
  const start = bytes.indexOf(was);
  if (start < 0 || bytes.indexOf(was, start + 1) >= 0) throw new Error(`${file} does not have once: ${was}`);
  const line = bytes.subarray(0, start).toString().split('\n').length;
  return { file, line, start, end: start + Buffer.byteLength(was), replacement: becomes, isSql: false, says };
};

/** All of them, at their places in the files as they are. */
export const knownMutants = (): readonly Mutant[] => known.map(mutantOf);
