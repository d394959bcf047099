/**
 * The first `maxLength` UTF-16 units of a text at most. It never ends in half of a surrogate pair,
 * because the database refuses a text that holds one.
 */
export const truncateText = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? maxLength - 1 : maxLength);
};
