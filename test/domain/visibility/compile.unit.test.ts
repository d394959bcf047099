import { expect, it } from 'vitest';
import { compilePolicies } from '../../../domain/visibility/compile.ts';
import { policy } from '../../support/policies.ts';

const yageo = { condition: 'product.manufacturer == "Yageo"' };
const murata = { condition: 'product.manufacturer == "Murata"' };

const conditionsById = ({ byKind }: ReturnType<typeof compilePolicies>) =>
  new Map(byKind.product.map(({ policy: { id }, condition }) => [id, condition]));

it('takes conditions that were compiled before, of a new version and of another policy too', () => {
  const before = compilePolicies([policy('a', yageo), policy('b', murata)]);
  const [known] = before.byKind.product;
  const after = conditionsById(compilePolicies([{ ...policy('a', murata), version: 2 }, policy('c', yageo)], before));
  expect(after.get('a')).toBe(conditionsById(before).get('b'));
  expect(after.get('c')).toBe(conditionsById(before).get('a'));
  expect(known?.condition).toBeDefined();
});

it('compiles a condition for each kind of target that it speaks of', () => {
  const before = compilePolicies([policy('a', { ...yageo, target: 'product' })]);
  const after = compilePolicies([policy('b', { ...yageo, target: 'offer' })], before);
  const [[own], [other]] = [after.byKind.offer, before.byKind.product];
  expect(own?.condition).toBeDefined();
  expect(own?.condition).not.toBe(other?.condition);
});

it('says again of a condition that does not compile that it does not', () => {
  const broken = [policy('a', { condition: 'no ( condition' })];
  expect(compilePolicies(broken, compilePolicies(broken)).broken).toHaveLength(1);
});
