import { expect, it } from 'vitest';
import { manufacturerKey } from '../../../domain/catalog/identity.ts';
import { planAliases } from '../../../domain/matching/alias-additions.ts';
import { knownAliasRows } from '../../../domain/matching/known-aliases.ts';
import { manufacturerAliases } from '../../../ops/demo/catalogue/manufacturers.ts';

it('the service knows every spelling of a maker that suppliers of the demo use', () => {
  const { additions } = planAliases(knownAliasRows(), { manufacturerOf: new Map(), nameOf: new Map() });
  const makers = new Map(additions.map(({ aliasKey, manufacturerKey: maker }) => [aliasKey, maker]));
  const makerOf = (name: string): string => makers.get(manufacturerKey(name)) ?? manufacturerKey(name);
  const unknown = manufacturerAliases.filter(({ alias, manufacturer }) => makerOf(alias) !== makerOf(manufacturer));
  expect(unknown).toEqual([]);
});
