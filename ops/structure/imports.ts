/** Who imports whom. */
import { posix } from 'node:path';
import { field, type SourceFile, type SyntaxNode } from './syntax.ts';

/**
 * One file that names another, in an import of values or of types, an export from it, or
 * `import()`.
 */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Whether an import or export names types alone, and so is gone when the program runs. */
const isOfTypes = ({ type, typeOnly, specifiers }: SyntaxNode): boolean => {
  if (type === 'TsImportType' || typeOnly === true) return true;
  if (!Array.isArray(specifiers) || specifiers.length === 0) return false;
  return specifiers.every((each) => field(each, 'isTypeOnly') === true);
};

const specifierOf = (node: SyntaxNode): unknown => {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return field(node.source, 'value');
    case 'TsImportType':
      return field(node.argument, 'value');
    case 'CallExpression': {
      const [first] = Array.isArray(node.arguments) ? node.arguments : [];
      return field(node.callee, 'type') === 'Import' ? field(field(first, 'expression'), 'value') : undefined;
    }
    default:
      return undefined;
  }
};

/** The relative imports of a source, each file once: all of them, or those of values. */
export const importsOf = (source: SourceFile, of: 'all' | 'values' = 'all'): readonly Import[] => {
  const targets = source.nodes
    .filter((node) => of === 'all' || !isOfTypes(node))
    .map(specifierOf)
    .filter((specifier) => typeof specifier === 'string')
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(source.file), specifier));
  return [...new Set(targets)].map((to) => ({ from: source.file, to }));
};

/** How many import a file or a room, and how many it imports. */
export interface Fan {
  readonly name: string;
  readonly in: number;
  readonly out: number;
}

/** Fan-in and fan-out of files, or of what `nameOf` makes of them; nothing imports itself. */
export const fans = (imports: readonly Import[], nameOf: (file: string) => string): readonly Fan[] => {
  const into = new Map<string, Set<string>>();
  const outOf = new Map<string, Set<string>>();
  const add = (map: Map<string, Set<string>>, key: string, value: string): void => {
    map.set(key, (map.get(key) ?? new Set()).add(value));
  };
  for (const { from, to } of imports) {
    const [one, other] = [nameOf(from), nameOf(to)];
    if (one === other) continue;
    add(into, other, one);
    add(outOf, one, other);
  }
  return [...new Set([...into.keys(), ...outOf.keys()])]
    .sort()
    .map((name) => ({ name, in: into.get(name)?.size ?? 0, out: outOf.get(name)?.size ?? 0 }));
};
