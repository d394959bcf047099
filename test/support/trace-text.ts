import type { CollectedSpan } from './trace-collector.ts';

const kinds: readonly string[] = ['', 'internal', 'server', 'client', 'producer', 'consumer'];

/** What tells one span from another of its name. */
const tellingAttributes = ['http.response.status_code', 'supplier', 'messaging.destination.name'];

interface Line {
  readonly span: CollectedSpan;
  /** Spans of the same name without any beneath them, one after the other, that it stands for. */
  readonly count: number;
}

const textOf = ({ span, count }: Line): string => {
  const { name, kind, durationMs, attributes, links, isError } = span;
  const words = [
    `${count === 1 ? '' : `${count} x `}${name}`,
    kinds[kind],
    `${durationMs.toFixed(1)} ms`,
    ...tellingAttributes.map((attribute) => attributes[attribute]),
    links.length === 0 ? undefined : `linked to ${links.length}`,
    isError ? 'ERROR' : undefined,
  ];
  return words.filter((word) => word !== undefined && word !== '').join(', ');
};

/**
 * A trace as text: a line for each span beneath its parent, in the order of their starts. What is
 * beneath a span that is not here, such as a caller's, stands at the left.
 */
export const traceText = (spans: readonly CollectedSpan[]): string => {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const inOrder = spans.toSorted((one, other) => one.startedAtMs - other.startedAtMs);
  const beneath = (parent: string): readonly CollectedSpan[] => inOrder.filter(({ parentId }) => parentId === parent);
  const linesOf = (siblings: readonly CollectedSpan[], indent: string): readonly string[] => {
    const lines: Line[] = [];
    for (const span of siblings) {
      const last = lines.at(-1);
      const isRepeated =
        last?.span.name === span.name && [last.span, span].every((each) => beneath(each.spanId).length === 0);
      if (isRepeated) lines[lines.length - 1] = { span: last.span, count: last.count + 1 };
      else lines.push({ span, count: 1 });
    }
    return lines.flatMap((line) => [`${indent}${textOf(line)}`, ...linesOf(beneath(line.span.spanId), `${indent}  `)]);
  };
  return linesOf(
    inOrder.filter(({ parentId }) => !known.has(parentId)),
    '',
  ).join('\n');
};
