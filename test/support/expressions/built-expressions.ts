/** Records the regular expressions that modules build from text while they are loaded. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Place } from '../../../ops/structure/syntax.ts';

/** An expression with the places that it was built by: the call and what called it. */
export interface BuiltExpression {
  readonly source: string;
  readonly flags: string;
  readonly places: readonly Place[];
}

const frame = /(file:\/\/[^\s)]+):(\d+):\d+/gu;

const placesOf = (stack: string, files: ReadonlyMap<string, string>): readonly Place[] =>
  [...stack.matchAll(frame)].flatMap(([, url = '', line]) => {
    const file = files.get(url);
    return file === undefined ? [] : [{ file, line: Number(line) }];
  });

/**
 * Loads the files with a recording constructor in the place of the real one. To be called in a
 * process of its own.
 */
export const builtExpressions = async (files: readonly string[]): Promise<readonly BuiltExpression[]> => {
  const byUrl = new Map(files.map((file) => [pathToFileURL(resolve(file)).href, file]));
  const built: BuiltExpression[] = [];
  const Real = RegExp;
  Error.stackTraceLimit = 50;
  const record = (source: string | RegExp, flags?: string): RegExp => {
    const expression = new Real(source, flags);
    const places = placesOf(new Error().stack ?? '', byUrl);
    if (places.length > 0) built.push({ source: expression.source, flags: expression.flags, places });
    return expression;
  };
  globalThis.RegExp = new Proxy(Real, {
    construct: (_, [source, flags]) => record(source, flags),
    apply: (_, __, [source, flags]) => record(source, flags),
  });
  try {
    for (const url of byUrl.keys()) await import(url);
  } finally {
    globalThis.RegExp = Real;
  }
  return built;
};
