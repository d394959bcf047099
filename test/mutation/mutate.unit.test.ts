import { describe, expect, it } from 'vitest';
import { parseSource } from '../../ops/structure/syntax.ts';
import { knownMutants } from './known.ts';
import { mutantsOf } from './mutate.ts';

const saysOf = (text: string): readonly string[] => mutantsOf(parseSource('a.ts', text)).map(({ says }) => says);

describe('the changes of a source', () => {
  it('are of operators, conditions, numbers and names, where they do something', () => {
    expect(saysOf('export const f = (a: number): number => (a < 1 ? Math.min(a, 2) : -a);')).toEqual([
      'a < 1 becomes !(a < 1)',
      '< becomes <=',
      '1 becomes 2',
      'min becomes max',
      '2 becomes 3',
    ]);
    expect(saysOf('if (!isReady && hasRoom) go(true);')).toEqual([
      '!isReady && hasRoom becomes !(!isReady && hasRoom)',
      '&& becomes ||',
      '!isReady becomes isReady',
      'true becomes false',
    ]);
  });

  it('leave types, texts, imports and the words of errors alone', () => {
    expect(
      saysOf(`import a from 'a1';\ninterface B { c: 1 | 2 }\nconst d = 'x' + a;\nthrow new Error('e' + 3);`),
    ).toEqual([]);
  });

  it('know no name that every object has', () => {
    expect(saysOf('const a = [b.toString(), b.constructor, b.max(c)];')).toEqual(['max becomes min']);
  });

  it('leave the ends of an order alone, of which the sign alone counts', () => {
    expect(saysOf('list.sort((a, b) => (a < b ? -1 : 1));')).toEqual(['a < b becomes !(a < b)']);
  });

  it('reach into SQL, and into what stands between its pieces', () => {
    const hole = '$' + '{b + c}';
    const text = `const q = sql\`select 1 from t where a <= ${hole} and greatest(d, 0) > e order by f desc\`;`;
    expect(saysOf(text).toSorted()).toEqual([
      '+ becomes -',
      '<= becomes <',
      '> becomes >=',
      'and becomes or',
      'desc becomes asc',
      'greatest becomes least',
    ]);
  });

  it('name their place by bytes, also behind letters of several', () => {
    const text = "const ä = 'ü'; const b = ä > 7;";
    const [greater] = mutantsOf(parseSource('a.ts', text));
    const bytes = Buffer.from(text);
    expect(bytes.subarray(greater?.start, greater?.end).toString()).toBe('>');
  });
});

describe('the changes that went unnoticed once', () => {
  it('still have their places in the source', () => {
    for (const { file, says, start, end } of knownMutants()) expect(end - start, `${file}: ${says}`).toBeGreaterThan(0);
  });
});
