import type { ParsedLine } from '../domain/estimate/parse/parsed-bom.ts';
import type { LineResolution, LineResolver } from '../domain/estimate/resolution.ts';
import { manufacturerKey, mpnKey } from '../domain/identity.ts';
import { run, type Sql } from './pool.ts';

interface FoundRow {
  readonly id: string;
  readonly mpnKey: string;
  readonly maker: string;
}

/** Finds products by maker and number, or by a number that only one product has. */
export const createExactLineResolver = (sql: Sql): LineResolver => ({
  resolve: async (lines) => {
    const numbers = [...new Set(lines.flatMap(({ parts }) => parts.flatMap(({ partNumber }) => partNumber ?? [])))];
    const rows = await run(sql<FoundRow[]>`
      select id, mpn_key as "mpnKey", manufacturer_key as maker from product
      where mpn_key = any(${numbers.map(mpnKey)}::text[])`);
    const byNumber = Map.groupBy(rows, (row) => row.mpnKey);
    return lines.map((line) => resolutionOf(line, byNumber));
  },
});

const resolutionOf = (line: ParsedLine, byNumber: ReadonlyMap<string, readonly FoundRow[]>): LineResolution => {
  const [part] = line.parts;
  if (part?.partNumber === undefined) return { kind: 'unresolved', reason: 'nothing_named' };
  const found = byNumber.get(mpnKey(part.partNumber)) ?? [];
  const maker = part.manufacturer === undefined ? undefined : manufacturerKey(part.manufacturer);
  const exact = found.filter((row) => row.maker === maker);
  const [only, other] = exact.length > 0 ? exact : found;
  if (only === undefined) return { kind: 'unresolved', reason: 'not_found' };
  if (other !== undefined)
    return {
      kind: 'doubtful',
      reason: 'ambiguous',
      candidates: found.map(({ id }) => ({ productId: id, score: 1 / found.length, rule: 'mpn' })),
    };
  const isExact = exact.length > 0;
  return {
    kind: 'resolved',
    productId: only.id,
    confidence: isExact ? 'exact' : 'strong',
    rule: isExact ? 'manufacturer_and_mpn' : 'mpn',
    alternatives: [],
  };
};
