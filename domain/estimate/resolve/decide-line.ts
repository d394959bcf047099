/**
 * From everything that a line names to one resolution. In this order, the first that is sure enough
 * is taken:
 *
 * 1. what the customer has chosen for such a line before (`exact`, rule `confirmed`);
 * 2. the first of its part numbers that is found `exact` or `strong`; its other numbers are the
 *    alternatives;
 * 3. its order numbers, where the supplier is named too (`strong`);
 * 4. the first of its part numbers that is `probable`, then order numbers whose supplier is not
 *    named;
 * 5. a part number in the place of its value;
 * 6. where it names no number as such: the product that the matcher's scores find at the beginning
 *    of its words;
 * 7. where it names none at all: the products that satisfy its figures.
 *
 * A value that is the number of another product than the part number leaves a person to say which
 * is meant. A line that names a number is never bought by its figures: what satisfies them is
 * offered to a person.
 */
import { figuresRule, type LineCandidate, type LineResolution } from '../resolution.ts';
import type { AskedLine } from './asked-line.ts';
import { identifyPart } from './compare-figures.ts';
import { haveSamePackage, toCandidates } from './decide-figures.ts';
import type { Finding, NumberDecision } from './decide-number.ts';
import { numbersAgree, type SkuDecision } from './decide-sku.ts';
import type { ProductCandidate } from './ports.ts';

/** What was found out about a line. */
export interface LineFindings {
  readonly chosen: ProductCandidate | undefined;
  /** In the order of the line's numbers. */
  readonly numbers: readonly NumberDecision[];
  readonly skus: SkuDecision;
  /** Of the number in the place of the value. */
  readonly inValue: NumberDecision;
  /** Of the words of a line without a number. */
  readonly inWords: NumberDecision;
  /** Products that satisfy its figures, what can be bought first. */
  readonly satisfying: readonly ProductCandidate[];
}

const scoreOf: Readonly<Record<Finding['confidence'], number>> = { exact: 1, strong: 0.95, probable: 0.8 };

/** Candidates at most. */
const candidatesAtMost = 20;

/** Each product once, where it stands first, with the best of its scores. */
const eachOnce = (candidates: readonly LineCandidate[]): readonly LineCandidate[] => {
  const best = new Map<string, LineCandidate>();
  for (const each of candidates) {
    const before = best.get(each.productId);
    if (before === undefined || before.score < each.score) best.set(each.productId, each);
  }
  return [...best.values()];
};

const distinct = (candidates: readonly LineCandidate[]): readonly LineCandidate[] =>
  eachOnce(candidates)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, candidatesAtMost);

const candidatesOf = ({ product, others, confidence, rule }: Finding): readonly LineCandidate[] =>
  [product, ...others].map(({ productId }) => ({ productId, score: scoreOf[confidence], rule }));

/**
 * What else a line names, in its order, which is its author's preference; where it is too much,
 * other packagings of a number are left out first.
 */
const inOrder = (findings: readonly Finding[], without: string): readonly LineCandidate[] => {
  const named = new Set(findings.map(({ product }) => product.productId));
  const all = eachOnce(findings.flatMap(candidatesOf)).filter(({ productId }) => productId !== without);
  const isNamed = ({ productId }: LineCandidate): boolean => named.has(productId);
  const kept = new Set([...all.filter(isNamed), ...all.filter((each) => !isNamed(each))].slice(0, candidatesAtMost));
  return all.filter((each) => kept.has(each));
};

const taken = (finding: Finding, more: readonly Finding[]): LineResolution => ({
  kind: 'resolved',
  productId: finding.product.productId,
  confidence: finding.confidence,
  rule: finding.rule,
  alternatives: inOrder([finding, ...more], finding.product.productId),
});

const byFigures = (asked: AskedLine, products: readonly ProductCandidate[]): LineResolution | undefined => {
  const [first, ...others] = products;
  if (first === undefined) return undefined;
  if (!haveSamePackage(asked, products))
    return { kind: 'doubtful', candidates: toCandidates(products), reason: 'too_vague' };
  return {
    kind: 'resolved',
    productId: first.productId,
    confidence: 'probable',
    rule: figuresRule,
    alternatives: toCandidates(others),
  };
};

const namesSomething = ({ line, text, figures }: AskedLine): boolean =>
  line.skus.length > 0 || text.trim() !== '' || Object.keys(figures.numbers).length > 0;

/** The finding that is sure enough to be taken. */
const bestOf = ({ numbers, skus, inValue, inWords }: LineFindings): Finding | undefined => {
  const found = numbers.filter((each) => each.kind === 'found');
  const sku = skus.kind === 'found' ? skus : undefined;
  const isSure = ({ confidence }: Finding): boolean => confidence !== 'probable';
  const rest = [inValue, inWords].find((each) => each.kind === 'found');
  return found.find(isSure) ?? (sku !== undefined && isSure(sku) ? sku : undefined) ?? found[0] ?? sku ?? rest;
};

const doubtedBy = ({ numbers, skus, inValue, inWords }: LineFindings) => {
  const unsure = [...numbers, inValue, inWords].filter((each) => each.kind === 'unsure');
  const ofSkus = skus.kind === 'unsure' ? skus.candidates : [];
  return {
    isAmbiguous: ofSkus.length > 0 || unsure.some(({ reason }) => reason === 'ambiguous'),
    candidates: distinct([
      ...unsure.flatMap(({ candidates }) => candidates),
      ...ofSkus.map(({ productId }) => ({ productId, score: 0.6, rule: 'supplier_sku' })),
    ]),
  };
};

/** What to say of a line of which nothing is taken. */
const notTaken = (asked: AskedLine, findings: LineFindings): LineResolution => {
  const { isAmbiguous, candidates } = doubtedBy(findings);
  const isNumbered = asked.numbers.length > 0 || asked.line.skus.length > 0;
  if (candidates.length > 0) return { kind: 'doubtful', candidates, reason: isAmbiguous ? 'ambiguous' : 'not_found' };
  if (findings.satisfying.length > 0)
    return { kind: 'doubtful', candidates: toCandidates(findings.satisfying, numberedScore), reason: 'not_found' };
  if (isNumbered || asked.inValue !== undefined || asked.tokens.length > 0 || identifyPart(asked.figures))
    return { kind: 'unresolved', reason: 'not_found' };
  return { kind: 'unresolved', reason: namesSomething(asked) ? 'too_vague' : 'nothing_named' };
};

/** What satisfies the figures of a line that names another number. */
const numberedScore = 0.4;

/** What the line means by what it names itself, else the first that would do instead. */
const ownOrInstead = (asked: AskedLine, findings: LineFindings) => {
  const isOwn = (_: NumberDecision, at: number): boolean => !asked.numbers[at]?.isAlternative;
  const own = bestOf({ ...findings, numbers: findings.numbers.filter(isOwn) });
  const instead = findings.numbers.find(({ kind }, at) => kind === 'found' && asked.numbers[at]?.isAlternative);
  const best = own ?? (instead?.kind === 'found' ? instead : undefined);
  return { best, more: own === undefined && best !== undefined ? { isAlternative: true as const } : {} };
};

/** Decides a line. Pure and total. */
export const decideLine = (asked: AskedLine, findings: LineFindings): LineResolution => {
  const { chosen, numbers, inValue, satisfying } = findings;
  const found = numbers.filter((each) => each.kind === 'found');
  if (chosen !== undefined)
    return taken({ product: chosen, confidence: 'exact', rule: 'confirmed', others: [] }, found);
  const { best, more } = ownOrInstead(asked, findings);
  if (best !== undefined)
    return inValue.kind === 'found' && !numbersAgree(best.product.mpn, inValue.product.mpn)
      ? { kind: 'doubtful', candidates: distinct([best, inValue].flatMap(candidatesOf)), reason: 'ambiguous' }
      : { ...taken(best, found), ...more };
  const isNumbered = asked.numbers.length > 0 || asked.inValue !== undefined || findings.skus.kind !== 'none';
  const satisfied = isNumbered ? undefined : byFigures(asked, satisfying);
  return satisfied ?? notTaken(asked, findings);
};
