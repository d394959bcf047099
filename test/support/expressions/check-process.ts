/**
 * Finds every regular expression of the service and measures it; prints the outcome as JSON. A
 * process of its own, because it keeps its thread busy and replaces `RegExp` while the service's
 * modules are loaded. Arguments: the files as a glob, and how many findings are enough; each takes
 * seconds to make sure of.
 */
import { globSync } from 'node:fs';
import type { Place } from '../../../ops/structure/syntax.ts';
import { builtExpressions } from './built-expressions.ts';
import { expressionsIn } from './source-expressions.ts';
import { growthOfExpression, type Superlinear, type Use } from './time-growth.ts';

/** What is said of one expression. */
export interface Finding {
  readonly places: readonly Place[];
  readonly source: string;
  readonly superlinear: Superlinear;
}

/** What the process prints. */
export interface Outcome {
  /** Expressions that were measured, each spelling once. */
  readonly measured: number;
  readonly findings: readonly Finding[];
  /** Places that build an expression, but did not while their module was loaded. */
  readonly notSeen: readonly Place[];
}

const [files = '', enough = '3'] = process.argv.slice(2);
const read = globSync(files).sort().map(expressionsIn);
const sites = read.flatMap(({ built }) => built);
const built = await builtExpressions([...new Set(sites.map(({ file }) => file))]);

interface Spelling {
  readonly source: string;
  readonly flags: string;
  readonly use: Use;
  readonly places: readonly Place[];
}

const all: readonly Spelling[] = [
  ...read.flatMap(({ literals }) =>
    literals.map(({ source, flags, use, place }) => ({ source, flags, use, places: [place] })),
  ),
  ...built.map((each) => ({ ...each, use: 'test' as const })),
];
const distinct = Map.groupBy(all, ({ source, flags, use }) => `${use} /${source}/${flags}`);
const findings: Finding[] = [];
for (const [first, ...others] of distinct.values()) {
  if (first === undefined || findings.length >= Number(enough)) continue;
  const superlinear = growthOfExpression(new RegExp(first.source, first.flags), first.use);
  const places = [first, ...others].flatMap((each) => each.places);
  if (superlinear !== undefined) findings.push({ places, source: first.source, superlinear });
}
const seen = new Set(built.flatMap(({ places }) => places.map(({ file, line }) => `${file}:${line}`)));
const notSeen = sites.filter(({ file, line }) => !seen.has(`${file}:${line}`));
const outcome: Outcome = { measured: distinct.size, findings, notSeen };
process.stdout.write(JSON.stringify(outcome));
