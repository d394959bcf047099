import { describe, expect, it } from 'vitest';
import { sqlCommentLines } from '../../../ops/structure/comments.ts';
import { breaches, measure, measureFile } from '../../../ops/structure/measure.ts';
import { proseLines } from '../../../ops/structure/pages.ts';

const wide = 'a comment as wide as this '.repeat(4);
const statements = (count: number): string => '  count();\n'.repeat(count);
const from = (...paths: readonly string[]): string => paths.map((path) => `import '${path}';\n`).join('');

describe('measures of the structure', () => {
  it('gives each function its name, line and length, whatever was parsed before and whatever letters come before', () => {
    measureFile('a/first.ts', 'const before = () => 1;\n');
    const { functions } = measureFile(
      'a/b.ts',
      '// ключ\nconst outer = () => {\n  const inner = () => 1;\n  each(list, (one) => one);\n  return { method() {\n  } };\n};\n',
    );
    expect(functions.map(({ name, line, lines }) => [name, line, lines])).toEqual([
      ['outer', 2, 6],
      ['outer.inner', 3, 1],
      ['outer.each', 4, 1],
      ['outer.method', 5, 2],
    ]);
  });

  it('tells a function that only builds literals and schemas from one that decides or wires', () => {
    const rows = "    row: { name: 'a', values: z.array(z.string()).max(3) },\n".repeat(20);
    const wiring = '    row: createRow(parts, { size: 3 }),\n'.repeat(20);
    const choice = '    row: parts.size > 0 ? 1 : 2,\n'.repeat(20);
    const text = [rows, wiring, choice].map((body, at) => `const f${at} = (parts) => ({\n${body}});\n`).join('');
    expect(measureFile('a/b.ts', text).functions.map(({ isData }) => isData)).toEqual([true, false, false]);
  });

  it('tells a file of literals from a file of logic, whatever its comments and imports', () => {
    const table = `// why\nimport { x } from './x.ts';\n\nexport const words = [\n${"  'word',\n".repeat(60)}];\n`;
    expect(measureFile('a/b.ts', table).isData).toBe(true);
    expect(measureFile('a/b.ts', `${table}const f = () => {\n${statements(9)}};\n`).isData).toBe(false);
  });

  it('counts as code what is neither blank nor comment alone', () => {
    const text = "/**\n * why\n */\nconst a = 1; // one\n\nconst url = 'http://a/*b';\nconst c = 2;\n";
    expect(measureFile('a/b.ts', text)).toMatchObject({ lines: 7, codeLines: 3 });
  });

  it('finds comments that are too wide, and no code, text or order to a tool', () => {
    const text = [
      `// ${wide}`,
      `const a = '// ${wide}';`,
      `const b = /\\/\\/ ${wide}/;`,
      `const c = \`\n// ${wide}\`;`,
      `const d = 1; // ${wide}`,
      `/**\n * ${wide}\n */`,
      `// biome-ignore lint/a/b: ${wide}`,
      `// https://${'a'.repeat(100)}`,
      `// ${'é'.repeat(48)} ${'é'.repeat(48)}`,
    ].join('\n');
    expect(measureFile('a/b.ts', text).wideComments).toEqual([1, 6, 8]);
    expect(measureFile('a/b.sql', `-- ${wide}\nselect '-- ${wide}';\n`).wideComments).toEqual([1]);
    expect(measureFile('a/b.sh', `# ${wide}\necho '${wide}'\n`).wideComments).toEqual([1]);
    expect([...sqlCommentLines("-- it's\nselect 'x'; /* a\n b */\n-- c\n")]).toEqual([1, 2, 3, 4]);
  });

  it('takes paragraphs and lists of a page for prose, and no code, row, heading or picture', () => {
    const page = ['# Head', 'text', '', '- item', '```sh', 'code', '```', '| a | b |', '![a](b)', 'end'].join('\n');
    expect([...proseLines(page)]).toEqual([2, 3, 4, 10]);
  });

  it('counts an import once a file, of values, of types, passed on or on demand', () => {
    const { imports } = measureFile(
      'a/b/c.ts',
      "import type { X } from '../x.ts';\nexport * from './y.ts';\nimport 'z';\nconst q = import('../../q.ts');\ntype W = import('../x.ts').W;\n",
    );
    expect(imports.map(({ to }) => to)).toEqual(['a/x.ts', 'a/b/y.ts', 'q.ts']);
  });

  it('finds rooms that import each other, with what lies beneath them, but not a room and its own folder', () => {
    const files = [
      measureFile('a/one/deep/x.ts', from('../../two/y.ts', '../../top.ts')),
      measureFile('a/two/y.ts', from('../one/z.ts')),
      measureFile('a/one/z.ts', ''),
      measureFile('a/top.ts', from('./two/y.ts')),
      measureFile('b/x.ts', from('../a/top.ts')),
    ];
    const { mutual, importedOnce, fansOfRooms } = measure(files);
    expect(mutual.map(({ rooms }) => rooms)).toEqual([['a/one', 'a/two']]);
    expect(mutual[0]?.there).toEqual([{ from: 'a/one/deep/x.ts', to: 'a/two/y.ts' }]);
    expect(mutual[0]?.back).toEqual([{ from: 'a/two/y.ts', to: 'a/one/z.ts' }]);
    expect(importedOnce).toEqual(['a/one/z.ts']);
    expect(fansOfRooms.find(({ name }) => name === 'a/two')).toEqual({ name: 'a/two', in: 2, out: 1 });
  });

  it('names every limit that is passed', () => {
    const f = (name: string, lines: number): string => `const ${name} = () => {\n${statements(lines - 2)}};\n`;
    const many = Array.from({ length: 10 }, (_, at) => f(`f${at}`, 51)).join('');
    const within = measure([measureFile('a/b.ts', f('long', 80)), measureFile('a/c.ts', f('short', 50))]);
    expect(breaches(within)).toEqual([]);
    const beyond = measure([
      measureFile('a/one/b.ts', from('../two/c.ts') + many),
      measureFile('a/two/c.ts', from('../one/b.ts') + f('long', 81)),
    ]);
    expect(breaches(beyond)).toEqual([
      'a/two/c.ts:2 long has 81 lines, more than 80',
      '11 functions have more than 50 lines, more than 10',
      'a/one/b.ts:1 the file has 511 lines, more than 400',
      'a/one and a/two import each other: a/one/b.ts -> a/two/c.ts, a/two/c.ts -> a/one/b.ts',
    ]);
  });
});
