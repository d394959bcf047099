import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecretSet } from '../../telemetry/known-secrets.ts';

/** What a pass comes to, found the slow way: at each place the longest literal. */
const replacedSlowly = (literals: readonly string[], text: string): string => {
  let result = '';
  for (let at = 0; at < text.length; ) {
    const found = literals
      .filter((each) => text.startsWith(each, at))
      .sort((a, b) => b.length - a.length)
      .at(0);
    result += found === undefined ? text[at] : '*';
    at += found?.length ?? 1;
  }
  return result;
};

const few = fc.stringMatching(/^[abc]{1,8}$/);

test('every literal is found wherever it stands, whatever the others are, and none that was deleted', () => {
  fc.assert(
    fc.property(fc.array(few, { size: 'max', maxLength: 30 }), fc.array(few), fc.array(few), (added, deleted, text) => {
      const set = createSecretSet();
      for (const each of [...added, ...added]) set.add(each);
      for (const each of deleted) set.delete(each);
      const left = added.filter((each) => each.length >= 4 && !deleted.includes(each));
      expect(set.replaceAll(text.join(''), '*')).toBe(replacedSlowly(left, text.join('')));
    }),
  );
});
