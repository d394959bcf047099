import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conditionCompiler, type Values } from '../../../domain/expressions/condition.ts';

const compile = conditionCompiler({
  caller: { id: 'string', groups: 'strings', isNew: 'bool' },
  product: { maker: 'string', facts: 'texts', pieces: 'int' },
  zone: 'string',
});

const words = ['', 'a', 'ab', 'b', 'constructor', '__proto__'];
const word = fc.constantFrom(...words);
const quoted = word.map((each) => JSON.stringify(each));
const key = fc.constantFrom('a', 'b', 'constructor');

const text = fc.oneof(
  quoted,
  fc.constantFrom('caller.id', 'product.maker', 'zone'),
  key.map((each) => `product.facts.${each}`),
  quoted.map((each) => `product.facts[${each}]`),
  // Left to the library.
  fc.constant('caller.groups[0]'),
);
const texts = fc.oneof(
  fc.array(quoted, { minLength: 1, maxLength: 3 }).map((each) => `[${each.join(', ')}]`),
  fc.constantFrom('caller.groups', 'product.facts', '[zone, "a"]'),
);
const field = fc.constantFrom(
  'caller.id',
  'caller.groups',
  'caller.isNew',
  'product.maker',
  'product.facts',
  'product.pieces',
  'product.facts.a',
);
const atom = fc.oneof(
  fc.tuple(text, fc.constantFrom('==', '!=', '<'), text).map((parts) => parts.join(' ')),
  fc.tuple(text, texts).map(([one, list]) => `${one} in ${list}`),
  fc
    .tuple(text, fc.constantFrom('startsWith', 'endsWith', 'contains'), text)
    .map(([one, name, other]) => `${one}.${name}(${other})`),
  field.map((each) => `has(${each})`),
  fc.constantFrom('caller.isNew', 'product.pieces > 3', 'size(caller.groups) == 1', 'true'),
);
const { source } = fc.letrec<{ source: string }>((tie) => ({
  source: fc.oneof(
    { depthSize: 'small' },
    atom,
    fc.tuple(tie('source'), fc.constantFrom('&&', '||'), tie('source')).map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie('source').map((each) => `!(${each})`),
  ),
}));

const orNot = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const facts = fc.dictionary(fc.constantFrom('a', 'b', 'ab'), word, { noNullPrototype: true });
const values: fc.Arbitrary<Values> = fc.record({
  caller: orNot(
    fc.record({ id: orNot(word), groups: orNot(fc.array(word, { maxLength: 3 })), isNew: orNot(fc.boolean()) }),
  ),
  product: fc.oneof(
    fc.constantFrom({}, undefined),
    fc.record({ maker: orNot(word), facts: orNot(facts), pieces: orNot(fc.bigInt(0n, 9n)) }),
  ),
  zone: orNot(word),
});

const conditionOf = (written: string) => {
  const compiled = compile(written);
  if (!compiled.ok) throw new Error(`${written}: ${compiled.error.message}`);
  return compiled.condition;
};

test('a condition that is a function of its own holds, does not, or cannot be told, as the library says', () => {
  fc.assert(
    fc.property(source, fc.array(values, { minLength: 1, maxLength: 20 }), (written, several) => {
      const condition = conditionOf(written);
      // What the library is left with, because it has an operator that only it knows.
      const byLibrary = conditionOf(`(${written}) ? true : false`);
      for (const each of several) expect(condition.holds(each)).toBe(byLibrary.holds(each));
    }),
    { numRuns: 3_000 },
  );
});
