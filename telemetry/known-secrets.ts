import { createSecretSet, shortestLiteral } from './secret-set.ts';

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
