/**
 * Subjects are tokens joined by dots. In a pattern `*` stands for one token and a final `>` for one
 * or more.
 */

/** Whether a subject without wildcards fits a pattern. */
export const subjectMatches = (pattern: string, subject: string): boolean => {
  if (pattern === subject) return true;
  const wanted = pattern.split('.');
  const given = subject.split('.');
  for (const [index, token] of wanted.entries()) {
    if (index >= given.length) return false;
    if (token === '>') return index === wanted.length - 1;
    if (token !== '*' && token !== given[index]) return false;
  }
  return wanted.length === given.length;
};
