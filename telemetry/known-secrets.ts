/**
 * Texts that are to be found wherever they stand in another one: many literals, one pass.
 *
 * Algorithm: the literals are indexed by their first four characters. A pass looks at each place of
 * the text: a table of pairs of characters rules out nearly all places at once, and only where four
 * characters begin a literal are the literals with that beginning compared, the longest first. So a
 * pass costs the same however many literals there are, as long as few begin alike.
 */
interface SecretSet {
  /**
   * A literal of at least `shortestLiteral` characters; shorter ones are ignored, and so are
   * repeated ones.
   */
  add(literal: string): void;
  delete(literal: string): void;
  /**
   * The text with every literal replaced; of two that overlap the first, of two at one place the
   * longer.
   */
  replaceAll(text: string, replacement: string): string;
}

/** Shorter texts stand anywhere by chance. */
const shortestLiteral = 4;

const pairs = 65_536;

const pairAt = (text: string, at: number): number =>
  (Math.imul(text.charCodeAt(at), 31) + text.charCodeAt(at + 1)) & (pairs - 1);

/** Replaces what is found at each place, from the first on. */
const replaceFound = (
  text: string,
  literalAt: (text: string, at: number) => string | undefined,
  replacement: string,
): string => {
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at <= text.length - shortestLiteral; at += 1) {
    const found = literalAt(text, at);
    if (found === undefined) continue;
    parts.push(text.slice(copied, at), replacement);
    copied = at + found.length;
    at = copied - 1;
  }
  return copied === 0 ? text : parts.join('') + text.slice(copied);
};

/** Makes an empty set. */
export const createSecretSet = (): SecretSet => {
  const byBeginning = new Map<string, string[]>();
  /** How many literals begin with a pair that falls there. */
  const beginnings = new Uint32Array(pairs);

  const count = (literal: string, by: 1 | -1): void => {
    const place = pairAt(literal, 0);
    beginnings[place] = (beginnings[place] ?? 0) + by;
  };

  const literalAt = (text: string, at: number): string | undefined =>
    beginnings[pairAt(text, at)] === 0
      ? undefined
      : byBeginning.get(text.slice(at, at + shortestLiteral))?.find((literal) => text.startsWith(literal, at));

  return {
    add: (literal) => {
      if (literal.length < shortestLiteral) return;
      const beginning = literal.slice(0, shortestLiteral);
      const alike = byBeginning.get(beginning) ?? [];
      if (alike.includes(literal)) return;
      byBeginning.set(
        beginning,
        [...alike, literal].sort((a, b) => b.length - a.length),
      );
      count(literal, 1);
    },
    delete: (literal) => {
      const beginning = literal.slice(0, shortestLiteral);
      const alike = byBeginning.get(beginning);
      if (alike === undefined || !alike.includes(literal)) return;
      const left = alike.filter((each) => each !== literal);
      if (left.length === 0) byBeginning.delete(beginning);
      else byBeginning.set(beginning, left);
      count(literal, -1);
    },
    replaceAll: (text, replacement) => (byBeginning.size === 0 ? text : replaceFound(text, literalAt, replacement)),
  };
};

/** Secrets known by their very text, which are never shown. */
export interface KnownSecrets {
  /**
   * Hides this text from now on, also percent-encoded and in base64. `slot` names what it is the
   * latest of, such as the session of a credential: the one before is forgotten `keptAfterMs` after
   * it was replaced. Left out: it is never forgotten. Texts of less than four characters are
   * ignored.
   */
  register(secret: string, slot?: string): void;
  /** The text with every known secret replaced. */
  hide(text: string, replacement: string): string;
}

/** Work with a replaced secret has ended, and is logged, by then. */
const keptAfterMs = 3_600_000;

/** A secret that was replaced. */
interface Replaced {
  readonly secret: string;
  readonly atMs: number;
}

/** Every form in which a secret may stand in a text. */
const formsOf = (secret: string): readonly string[] =>
  [secret, encodeURIComponent(secret.toWellFormed()), base64Stem(secret)].filter(
    (form) => form.length >= shortestLiteral,
  );

/** The base64 form without its last characters, which depend on what follows. */
const base64Stem = (secret: string): string => {
  const encoded = Buffer.from(secret).toString('base64');
  return encoded.slice(0, Math.max(shortestLiteral, Math.floor((Buffer.byteLength(secret) * 4) / 3)));
};

/** Knows nothing at first. `now` is in milliseconds. */
export const createKnownSecrets = (now: () => number): KnownSecrets => {
  const literals = createSecretSet();
  /** How often each form is in use: two secrets may share one, and two slots a secret. */
  const uses = new Map<string, number>();
  const latest = new Map<string, string>();
  /** In the order in which they were replaced. */
  const replaced: Replaced[] = [];

  const use = (form: string): void => {
    uses.set(form, (uses.get(form) ?? 0) + 1);
    literals.add(form);
  };

  const drop = (form: string): void => {
    const left = (uses.get(form) ?? 1) - 1;
    if (left > 0) {
      uses.set(form, left);
      return;
    }
    uses.delete(form);
    literals.delete(form);
  };

  const forget = (): void => {
    const nowMs = now();
    const over = replaced.findIndex(({ atMs }) => nowMs - atMs < keptAfterMs);
    for (const { secret } of replaced.splice(0, over === -1 ? replaced.length : over)) formsOf(secret).forEach(drop);
  };

  const inSlot = (secret: string, slot: string): void => {
    const before = latest.get(slot);
    if (before === secret) return;
    if (before !== undefined) replaced.push({ secret: before, atMs: now() });
    latest.set(slot, secret);
    formsOf(secret).forEach(use);
  };

  return {
    register: (secret, slot) => {
      forget();
      if (secret.length < shortestLiteral) return;
      inSlot(secret, slot ?? `\0${secret}`);
    },
    hide: (text, replacement) => literals.replaceAll(text, replacement),
  };
};
