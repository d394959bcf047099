import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MatchDecision } from '../../../domain/matching/ports.ts';
import { recordDecisions } from '../../../storage/matching/match-decisions.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { untraced } from '../../support/event-samples.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

describe('the rows of offers that are decided', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await putRows(database.pool.sql, 'product', [
      { id: 'prd_1', mpn: 'A' },
      { id: 'prd_2', mpn: 'B' },
    ]);
  });
  beforeEach(() => emptyTables(database.pool.sql, ['offer', 'part_want_offer']));
  afterAll(() => database.close());

  const decision: MatchDecision = {
    offerId: 'ofr_1',
    productId: 'prd_1',
    confidence: 'exact',
    strategy: 'deterministic',
    rule: 'manufacturer_and_mpn',
    evidence: {},
    create: undefined,
  };
  const says = { manufacturer: 'Maker', mpn: 'A' };
  const keys = { blockingKeys: ['A'] };
  /** An offer that was decided as the decision has it. */
  const decided = {
    matched_at: noon,
    product_id: 'prd_1',
    match_confidence: 'exact',
    match_strategy: 'deterministic',
    match_rule: 'manufacturer_and_mpn',
    match_evidence: {},
  };
  const human = { ...decided, match_strategy: 'human', match_rule: 'confirmed' };
  it.each<[string, Row, Partial<MatchDecision>, boolean]>([
    ['undecided', {}, {}, true],
    ['undecided that says the same', {}, { decidedOn: says }, true],
    ['of another maker by now', {}, { decidedOn: { ...says, manufacturer: 'Other' } }, false],
    ['of another number by now', {}, { decidedOn: { ...says, mpn: 'B' } }, false],
    ['of which no number is known', { mpn: null }, { decidedOn: { ...says, mpn: undefined } }, true],
    ['described otherwise by now', {}, { ...keys, decidedOn: { ...says, description: 'another' } }, false],
    ['described the same', {}, { ...keys, decidedOn: { ...says, description: 'text' } }, true],
    ['described otherwise where it does not matter', {}, { decidedOn: { ...says, description: 'another' } }, true],
    ['with keys, whatever it says', {}, keys, true],
    ['with as many verdicts', { verdicts: 2 }, { decidedOn: { ...says, verdicts: 2 } }, true],
    ['with another verdict by now', { verdicts: 2 }, { decidedOn: { ...says, verdicts: 1 } }, false],
    ['that nobody has wanted', { id: 'ofr_1' }, { decidedOn: { ...says, createsProducts: false } }, true],
    ['decided the same', decided, {}, false],
    ['decided for another product', { ...decided, product_id: 'prd_2' }, {}, true],
    ['decided with another confidence', { ...decided, match_confidence: 'strong' }, {}, true],
    ['decided by another rule', { ...decided, match_rule: 'mpn' }, {}, true],
    ['that made its product known', { ...decided, match_rule: 'new_canonical' }, {}, false],
    ['decided by a human', human, {}, false],
    ['decided by a human, otherwise', { ...human, product_id: 'prd_2' }, {}, false],
    ['decided by a human, by one', { ...human, product_id: 'prd_2' }, { strategy: 'human' }, true],
    ['decided by a human, whose maker changed', { ...human, matched_at: null }, {}, true],
  ])('are written or not: one %s', async (_, offer, changes, isWritten) => {
    const described = { manufacturer: 'Maker', mpn: 'A', description: 'text' };
    await putRows(database.pool.sql, 'offer', [
      { id: 'ofr_1', ...described, ...offer },
      { id: 'ofr_2', ...described },
    ]);
    await written({ ...decision, ...changes }, isWritten);
  });

  const written = async (given: MatchDecision, isWritten: boolean) => {
    const recording = { decisions: [given], context: untraced, now: fromNoon(9), onWrite: undefined };
    const count = await inTransaction(database.pool.sql, (transaction) => recordDecisions(transaction, recording));
    expect(count).toBe(Number(isWritten));
    const rows = await database.pool.sql`select id from offer where matched_at = ${fromNoon(9)}`;
    expect(rows).toEqual(isWritten ? [{ id: 'ofr_1' }] : []);
  };

  const unmatched = { productId: undefined, confidence: 'unmatched', rule: 'no_product' } as const;
  const [asked, unasked] = [true, false].map((createsProducts) => ({ decidedOn: { ...says, createsProducts } }));
  it.each<[string, Row, Partial<MatchDecision>, boolean]>([
    ['without it, undecided', {}, { ...unasked }, false],
    ['without it, decided before', { ...decided, product_id: 'prd_2' }, { ...unasked }, true],
    ['without it and without a product, decided before', decided, { ...unasked, ...unmatched }, false],
    ['with it', {}, { ...asked }, true],
    ['with it and without a product', decided, { ...asked, ...unmatched }, true],
  ])('that somebody has wanted since are decided anew: %s', async (_, offer, changes, isWritten) => {
    await putRows(database.pool.sql, 'offer', [{ id: 'ofr_1', ...says, ...offer }]);
    await putRows(database.pool.sql, 'part_want_offer', [{ offer_id: 'ofr_1', want_id: 'W1' }]);
    await written({ ...decision, ...changes }, isWritten);
  });
});
