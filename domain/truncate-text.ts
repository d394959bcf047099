/**
 * The beginning of a text, of at most so many UTF-16 units. It never ends in half of a surrogate
 * pair, which is no character and which the database refuses with all that stands around it.
 */
export const truncateText = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? maxLength - 1 : maxLength);
};
