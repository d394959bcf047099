import { categoryPath } from './category.ts';
import { mpnKey } from './identity.ts';

/**
 * Which of several statements of a product's fact is served. Of each supplier one statement counts,
 * the one it has come to last; the catalogue is a source like a supplier.
 *
 * 1. What the manufacturer itself says, where it is one of the suppliers.
 * 2. Of a description, what the catalogue says: it is written for readers, and suppliers never
 *    agree on words.
 * 3. What most sources say.
 * 4. What a source has come to say last. That a source says the same again changes nothing, so that
 *    suppliers that disagree do not take turns.
 *
 * What only tenants' credentials have seen counts where no other source says anything, so that one
 * customer's sight does not change what others are told. A fact that nobody states any more stays
 * what it was.
 */

/** The facts that suppliers' statements decide. */
export const followedFacts = ['description', 'lifecycle', 'replacedByMpn', 'category'] as const;

/** A fact that suppliers' statements decide. */
export type FollowedFact = (typeof followedFacts)[number];

/** What a source says, and since when it does. */
export interface Statement {
  readonly value: string;
  readonly since: Date;
}

/** What one source says of one product. */
export type Statements = { readonly [Fact in FollowedFact]?: Statement };

/** Somebody who says something of a product. */
export interface FactSource {
  /** `catalogue`, or the id of the supplier. */
  readonly by: string;
  readonly kind: 'catalogue' | 'manufacturer' | 'supplier';
  /** Whether only credentials of customers and groups have seen it. */
  readonly isTenants: boolean;
  readonly said: Statements;
}

/**
 * What a source says now, after what it was known to say: a fact that it says as before keeps the
 * instant since which it does. `at` tells when it said each fact last.
 */
export const restate = (
  before: Statements,
  now: { readonly [Fact in FollowedFact]?: { readonly value: string; readonly at: Date } | undefined },
): Statements => {
  const said: { [Fact in FollowedFact]?: Statement } = {};
  for (const fact of followedFacts) {
    const statement = now[fact];
    if (statement === undefined) continue;
    const { value, at } = statement;
    const known = before[fact];
    said[fact] = known?.value === value ? known : { value, since: at };
  }
  return said;
};

/** Part numbers of one product, and categories, are written in several ways. */
const comparable = (fact: string, value: string): string => {
  if (fact === 'replacedByMpn') return mpnKey(value) || value;
  return fact === 'category' ? (categoryPath(value) ?? value) : value;
};

/** A statement and who makes it. */
export interface Vote extends Statement {
  readonly source: Pick<FactSource, 'by' | 'kind' | 'isTenants'>;
}

const latest = (votes: readonly Vote[]): Vote | undefined =>
  votes.reduce<Vote | undefined>(
    (best, each) => (best === undefined || each.since > best.since ? each : best),
    undefined,
  );

/** One vote of each who says something. */
const countedVotes = (all: readonly Vote[]): readonly Vote[] => {
  const everybodys = all.filter(({ source }) => !source.isTenants);
  const counted = everybodys.length > 0 ? everybodys : all;
  return [...Map.groupBy(counted, ({ source }) => source.by).values()].flatMap((own) => latest(own) ?? []);
};

/** The statement that is served of a fact; undefined when nobody states it. */
export const servedVote = (fact: string, all: readonly Vote[]): Vote | undefined => {
  const votes = countedVotes(all);
  const ofManufacturer = votes.filter(({ source }) => source.kind === 'manufacturer');
  if (ofManufacturer.length > 0) return latest(ofManufacturer);
  const ofCatalogue = votes.find(({ source }) => source.kind === 'catalogue');
  if (fact === 'description' && ofCatalogue !== undefined) return ofCatalogue;
  const byValue = [...Map.groupBy(votes, ({ value }) => comparable(fact, value)).values()];
  const most = Math.max(0, ...byValue.map(({ length }) => length));
  return latest(byValue.filter(({ length }) => length === most).flat());
};

/** The statement that is served of a followed fact; undefined when nobody states it. */
export const servedStatement = (fact: FollowedFact, sources: readonly FactSource[]): Vote | undefined =>
  servedVote(
    fact,
    sources.flatMap((source) => {
      const statement = source.said[fact];
      return statement === undefined ? [] : [{ ...statement, source }];
    }),
  );
