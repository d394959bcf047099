import { type FeatureGroup, share, sorted, unknown } from './feature-group.ts';
import type { PreparedRecord } from './prepare.ts';

interface ModelFinding {
  /** Whether the rarest model token is found on the other side. */
  readonly rarest: number;
  readonly rarestLength: number;
  /** Share of all model tokens found, by rarity. */
  readonly found: number;
  readonly foundCount: number;
  readonly missingCount: number;
}

const noModels: ModelFinding = {
  rarest: unknown,
  rarestLength: unknown,
  found: unknown,
  foundCount: unknown,
  missingCount: unknown,
};

const findModels = (own: PreparedRecord, other: PreparedRecord): ModelFinding => {
  const [first] = own.models;
  if (first === undefined) return noModels;
  let found = 0;
  let total = 0;
  let foundCount = 0;
  for (const { token, weight } of own.models) {
    total += weight;
    if (!other.squeezedAll.includes(token)) continue;
    found += weight;
    foundCount += 1;
  }
  return {
    rarest: other.squeezedAll.includes(first.token) ? 1 : 0,
    rarestLength: first.token.length,
    found: share(found, total),
    foundCount,
    missingCount: own.models.length - foundCount,
  };
};

const models: FeatureGroup = {
  names: [
    'model_rarest_found_less',
    'model_rarest_found_more',
    'model_rarest_length_less',
    'model_rarest_length_more',
    'model_found_share_less',
    'model_found_share_more',
    'model_found_count',
    'model_missing_less',
    'model_missing_more',
  ],
  measure: (a, b) => {
    const ofA = findModels(a, b);
    const ofB = findModels(b, a);
    return [
      ...sorted(ofA.rarest, ofB.rarest),
      ...sorted(ofA.rarestLength, ofB.rarestLength),
      ...sorted(ofA.found, ofB.found),
      Math.max(ofA.foundCount, ofB.foundCount),
      ...sorted(ofA.missingCount, ofB.missingCount),
    ];
  },
};

/**
 * How much of the beginning of a title's rarest model token is found on the other side: colours and
 * regions end a number.
 */
const leadFound = (own: PreparedRecord, other: PreparedRecord): number => {
  const [token] = own.titleModels;
  if (token === undefined) return unknown;
  let length = token.length;
  while (length > 1 && !other.squeezedAll.includes(token.slice(0, length))) length -= 1;
  return length / token.length;
};

const commonPrefix = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a[at] === b[at]) at += 1;
  return at;
};

/**
 * Model tokens of the titles that contradict each other: neither is found on the other side, but
 * they begin alike.
 */
const conflicts: FeatureGroup = {
  names: [
    'model_longest_common',
    'model_conflict_prefix',
    'model_conflict_pairs',
    'model_title_found_share',
    'model_title_rarest_less',
    'model_title_rarest_more',
    'model_lead_found_less',
    'model_lead_found_more',
  ],
  measure: (a, b) => {
    const [firstA, firstB] = [a.titleModels[0], b.titleModels[0]];
    const rarest = [
      ...sorted(
        firstA === undefined ? unknown : Number(b.squeezedAll.includes(firstA)),
        firstB === undefined ? unknown : Number(a.squeezedAll.includes(firstB)),
      ),
      ...sorted(leadFound(a, b), leadFound(b, a)),
    ];
    if (firstA === undefined || firstB === undefined) return [unknown, unknown, unknown, unknown, ...rarest];
    const loneA = a.titleModels.filter((token) => !b.squeezedAll.includes(token));
    const loneB = b.titleModels.filter((token) => !a.squeezedAll.includes(token));
    const longest = Math.max(
      0,
      ...a.titleModels.filter((token) => b.squeezedAll.includes(token)).map((token) => token.length),
      ...b.titleModels.filter((token) => a.squeezedAll.includes(token)).map((token) => token.length),
    );
    const prefixes = loneA.flatMap((own) =>
      loneB.map((other) => commonPrefix(own, other) / Math.max(own.length, other.length)),
    );
    return [
      longest,
      prefixes.length === 0 ? unknown : Math.max(...prefixes),
      Math.min(loneA.length, loneB.length),
      1 - (loneA.length + loneB.length) / (a.titleModels.length + b.titleModels.length),
      ...rarest,
    ];
  },
};

const mpns: FeatureGroup = {
  names: ['mpn_equal', 'mpn_within', 'mpn_in_text_less', 'mpn_in_text_more', 'mpn_prefix'],
  measure: (a, b) => {
    const inB = a.mpn === undefined ? unknown : Number(b.squeezedAll.includes(a.mpn));
    const inA = b.mpn === undefined ? unknown : Number(a.squeezedAll.includes(b.mpn));
    const inText =
      Number.isNaN(inA) || Number.isNaN(inB) ? [inA, inB].filter((each) => !Number.isNaN(each)) : sorted(inA, inB);
    const less = inText[0] ?? unknown;
    const more = inText[1] ?? less;
    if (a.mpn === undefined || b.mpn === undefined) return [unknown, unknown, less, more, unknown];
    return [
      Number(a.mpn === b.mpn),
      Number(a.mpn.includes(b.mpn) || b.mpn.includes(a.mpn)),
      less,
      more,
      commonPrefix(a.mpn, b.mpn) / Math.max(a.mpn.length, b.mpn.length),
    ];
  },
};

/** What two records say of model tokens and manufacturer part numbers. */
export const modelTokenGroups: readonly FeatureGroup[] = [models, conflicts, mpns];
