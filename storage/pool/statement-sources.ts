import type { Stated } from '../../domain/ingestion/merge.ts';
import { instantText } from './instant-text.ts';

/**
 * Who said which parts, as stored beside the values of the parts: one entry an observation, because
 * an observation usually says several parts at once.
 */
export type StatementSource<Part extends string = string> = readonly [
  observedAt: string,
  observationId: string,
  parts: readonly Part[],
];

type StatedParts<Part extends string> = { readonly [Each in Part]?: Stated<unknown> };

/** The sources of what is stated. */
export const sourcesOf = <Part extends string>(
  parts: readonly Part[],
  stated: StatedParts<Part>,
): readonly StatementSource<Part>[] => {
  const sources: [observedAt: string, observationId: string, parts: Part[]][] = [];
  for (const part of parts) {
    const statement = stated[part];
    if (statement === undefined) continue;
    const at = instantText(statement.at);
    const source = sources.find((each) => each[1] === statement.by && each[0] === at);
    if (source === undefined) sources.push([at, statement.by, [part]]);
    else source[2].push(part);
  }
  return sources;
};

/**
 * Puts values and their sources together again; a value without a source was never stated and is
 * left out.
 */
export const withSources = <Values extends object>(
  values: Values,
  sources: readonly StatementSource<keyof Values & string>[],
): { readonly [Part in keyof Values]?: Stated<NonNullable<Values[Part]>> } => {
  const stated: { [Part in keyof Values]?: Stated<NonNullable<Values[Part]>> } = {};
  for (const [observedAt, by, parts] of sources) {
    const at = new Date(observedAt);
    for (const part of parts) {
      const value = values[part];
      if (value !== undefined && value !== null) stated[part] = { value, at, by };
    }
  }
  return stated;
};
