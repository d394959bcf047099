/** A regular expression as a tree, as far as texts are derived from it. */
export type Pattern =
  /** Exactly one character; `source` is the part of the expression that says which. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly body: Pattern; readonly least: number; readonly most: number }
  /** Looks ahead or behind. */
  | { readonly kind: 'look'; readonly body: Pattern }
  /** An anchor or a word boundary. */
  | { readonly kind: 'place' };

const place = /^(?:[\^$]|\\[bB])/u;
const classOrAtom =
  /^(?:\[(?:\\[\s\S]|[^\\\]])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[\s\S])|[^\\[\]()|*+?{}])/u;
const groupStart = /^\((?:\?(?:<(?![=!])[^>]*>|[a-z-]*:|(?<look><?[=!])))?/u;
const quantifier = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/u;

class Reader {
  private at = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  choice(): Pattern {
    const options = [this.sequence()];
    while (this.peek() === '|') {
      this.at += 1;
      options.push(this.sequence());
    }
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'choice', options };
  }

  private sequence(): Pattern {
    const parts: Pattern[] = [];
    while (this.at < this.source.length && this.peek() !== '|' && this.peek() !== ')') parts.push(this.repeated());
    return { kind: 'sequence', parts };
  }

  private repeated(): Pattern {
    const body = this.single();
    const [whole, sign, from, comma, to] = this.take(quantifier) ?? [];
    if (whole === undefined) return body;
    const least = from === undefined ? (sign === '+' ? 1 : 0) : Number(from);
    const open = sign === '?' ? 1 : Number.POSITIVE_INFINITY;
    const most = from === undefined ? open : comma === undefined ? least : to === '' ? open : Number(to);
    return { kind: 'repeat', body, least, most };
  }

  private single(): Pattern {
    const start = this.take(groupStart);
    if (start !== undefined) {
      const body = this.choice();
      this.at += 1;
      return start.groups?.look === undefined ? body : { kind: 'look', body };
    }
    if (this.take(place) !== undefined) return { kind: 'place' };
    const [source] = this.take(classOrAtom) ?? [];
    if (source === undefined) throw new Error(`cannot read /${this.source}/ from ${this.at}`);
    return { kind: 'character', source };
  }

  private peek(): string | undefined {
    return this.source[this.at];
  }

  private take(expression: RegExp): RegExpExecArray | undefined {
    const found = expression.exec(this.source.slice(this.at));
    if (found !== null) this.at += found[0].length;
    return found ?? undefined;
  }
}

/**
 * Reads the source of a regular expression. Throws on syntax that no expression of this project
 * uses, such as back-references.
 */
export const readPattern = (source: string): Pattern => new Reader(source).choice();

/** The pattern and every part of it, the whole first. */
export function* partsOf(pattern: Pattern): Generator<Pattern> {
  yield pattern;
  if (pattern.kind === 'sequence') for (const part of pattern.parts) yield* partsOf(part);
  if (pattern.kind === 'choice') for (const option of pattern.options) yield* partsOf(option);
  if (pattern.kind === 'repeat' || pattern.kind === 'look') yield* partsOf(pattern.body);
}
