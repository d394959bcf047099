/** Words for a day and a week in the languages of Mouser's sites, by their beginnings. */
const days = /^(day|tag|jour|d[ií]a|giorn|dag|dni|dzie|päiv|nap|gün|zile|zi)/iu;
const weeks = /^(week|woche|semain|semana|settiman|vecka|veckor|uge|uke|tydz|tygodn|týd|viikko|hét|hafta|săpt)/iu;

/**
 * Days in a text such as `24 Days` or `12 Wochen`; undefined for other units, no unit, and 0, which
 * says nothing.
 */
export const leadTimeDays = (text: string | undefined): number | undefined => {
  const [, digits, unit = ''] = /^(\d{1,4})\s*(\p{L}+)/u.exec(text ?? '') ?? [];
  const count = Number(digits ?? 0);
  if (count === 0) return undefined;
  if (days.test(unit)) return count;
  return weeks.test(unit) ? count * 7 : undefined;
};
