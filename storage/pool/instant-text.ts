/** A page of a supplier has one instant for all its rows, and a document one for all its parts. */
const remembered = new Map<number, string>();
const maxRemembered = 64;

/** The instant as `Date.toISOString` writes it, which takes as long as ten look-ups. */
export const instantText = (instant: Date): string => {
  const ms = instant.getTime();
  const known = remembered.get(ms);
  if (known !== undefined) return known;
  const text = instant.toISOString();
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(ms, text);
  return text;
};
