/**
 * The one form of a request target. Everything that is decided by the path of a request (what is
 * shed under load, what is for operators, which operation is meant) is decided on what comes out
 * here, so that no other way to write a path leads around a decision.
 *
 * What RFC 9110 and RFC 3986 call equivalent is made equal: a target in absolute form becomes its
 * path, an encoded character that needs no encoding is decoded, and dot segments are resolved. What
 * parsers read in different ways is refused: empty segments, backslashes, fragments, percent signs
 * that encode nothing, and dot segments that lead above the root. An encoded slash stays encoded:
 * it is part of a name and separates nothing.
 */
export type RequestTarget =
  /** Path and query, beginning with a slash. */
  | { readonly kind: 'target'; readonly target: string; readonly path: string }
  /** Why it cannot be taken. */
  | { readonly kind: 'refused'; readonly description: string };

/**
 * The maximum length of a target: the parser of HTTP/1.1 has the same bound for the line and its
 * headers.
 */
const maxLength = 16_384;

/** Scheme and authority of a target in absolute form, as clients send it to a proxy. */
const origin = /^https?:\/\/[\w.~:[\]-]+(?=[/?]|$)/i;

/** Any sign that a path is not in its one form yet; most paths have none. */
const odd = /[^!-~]|[%\\#]|\/\/|\/\.\.?(?:\/|$)/;

const unprintable = /[^!-~]/;
const malformedEscape = /%(?![\dA-Fa-f]{2})/;
const percentEscape = /%([\dA-Fa-f]{2})/g;
const unreserved = /^[\w.~-]$/;

const refused = (description: string): RequestTarget => ({ kind: 'refused', description });

const decodeUnreserved = (path: string): string =>
  path.replaceAll(percentEscape, (whole, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return unreserved.test(character) ? character : whole.toUpperCase();
  });

/**
 * Without its dot segments, of which the last leaves a slash; undefined when they lead above the
 * root.
 */
const resolved = (path: string): string | undefined => {
  const kept: string[] = [];
  const segments = path.slice(1).split('/');
  for (const [at, segment] of segments.entries()) {
    if (segment === '..' && kept.pop() === undefined) return undefined;
    if (segment !== '..' && segment !== '.') kept.push(segment);
    else if (at === segments.length - 1) kept.push('');
  }
  return `/${kept.join('/')}`;
};

const normalised = (path: string, query: string): RequestTarget => {
  if (unprintable.test(path)) return refused('the path holds characters that must be percent-encoded');
  if (/[\\#]/.test(path)) return refused('the path must hold no backslash and no fragment');
  if (malformedEscape.test(path)) return refused('a percent sign in the path encodes nothing');
  const decoded = decodeUnreserved(path);
  if (decoded.includes('//')) return refused('the path must have no empty segment');
  const only = resolved(decoded);
  if (only === undefined) return refused('the path leads above the root');
  return { kind: 'target', target: only + query, path: only };
};

/** The one form of a target as it was sent, over HTTP/2 in origin form only. */
export const requestTarget = (sent: string, httpVersionMajor: number): RequestTarget => {
  if (sent.length > maxLength) return refused(`the request target is over ${maxLength} characters`);
  const isOriginForm = sent.startsWith('/');
  const [prefix] = isOriginForm || httpVersionMajor !== 1 ? [''] : (origin.exec(sent) ?? ['']);
  if (!isOriginForm && prefix === '') return refused('the request target must be a path');
  const rest = sent.slice(prefix.length);
  const target = rest.startsWith('/') ? rest : `/${rest}`;
  const end = target.indexOf('?');
  const path = end < 0 ? target : target.slice(0, end);
  if (!odd.test(path)) return { kind: 'target', target, path };
  return normalised(path, end < 0 ? '' : target.slice(end));
};

const alwaysServed: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs']);

/**
 * Whether a request for the path may be refused under load: all but health, readiness, metrics, the
 * documents, and what operators do. `path` is that of a `RequestTarget`.
 */
export const isSheddable = (path: string): boolean =>
  !(path.startsWith('/v1/admin/') || alwaysServed.has(path) || path.startsWith('/docs/'));
