import { expect, it } from 'vitest';
import { manufacturerKey } from '../../../domain/catalog/identity.ts';
import { planAliases } from '../../../domain/matching/alias-additions.ts';
import { knownAliasRows } from '../../../domain/matching/known-aliases.ts';
import { manufacturerAliases } from '../../../ops/demo/catalogue/manufacturers.ts';

it('the service knows every spelling of a maker that suppliers of the demo use', () => {
  const { additions } = planAliases(knownAliasRows(), { manufacturerOf: new Map(), nameOf: new Map() });
  const manufacturers = new Map(
    additions.map(({ aliasKey, manufacturerKey: manufacturer }) => [aliasKey, manufacturer]),
  );
  const manufacturerOf = (name: string): string => manufacturers.get(manufacturerKey(name)) ?? manufacturerKey(name);
  const unknown = manufacturerAliases.filter(
    ({ alias, manufacturer }) => manufacturerOf(alias) !== manufacturerOf(manufacturer),
  );
  expect(unknown).toEqual([]);
});
