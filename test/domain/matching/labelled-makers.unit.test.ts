import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { manufacturerKey } from '../../../domain/catalog/identity.ts';
import { planAliases } from '../../../domain/matching/alias-additions.ts';
import { knownAliasRows } from '../../../domain/matching/known-aliases.ts';

const file = resolve(import.meta.dirname, '../../../../shared/data/manufacturers/alias-pairs-labelled.csv');

interface Row {
  readonly name_a: string;
  readonly name_b: string;
  readonly verdict: 'same_spelling_variant' | 'renamed_acquired_or_brand' | 'different_maker';
}

const { additions } = planAliases(knownAliasRows(), { manufacturerOf: new Map(), nameOf: new Map() });
const manufacturers = new Map(additions.map(({ aliasKey, manufacturerKey }) => [aliasKey, manufacturerKey]));
const manufacturerOf = (name: string): string => manufacturers.get(manufacturerKey(name)) ?? manufacturerKey(name);

describe.skipIf(!existsSync(file))('pairs of maker names that were labelled by eye', () => {
  const rows: readonly Row[] = existsSync(file) ? parse(readFileSync(file), { columns: true }) : [];
  const merged = (verdict: Row['verdict']) => {
    const own = rows.filter((row) => row.verdict === verdict);
    return { all: own.length, one: own.filter((row) => manufacturerOf(row.name_a) === manufacturerOf(row.name_b)) };
  };

  it('are never merged when they are two makers', () => {
    expect(merged('different_maker').all).toBeGreaterThan(0);
    expect(merged('different_maker').one).toEqual([]);
  });

  it('are merged nine times in ten when they are spellings of one', () => {
    const { all, one } = merged('same_spelling_variant');
    expect(one.length / all).toBeGreaterThanOrEqual(0.9);
  });
});
