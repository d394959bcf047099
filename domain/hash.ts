/**
 * FNV-1a of the text's code units: 32 bits, signed. Spreads well and keeps no secret. Another basis
 * gives another hash of the same text.
 */
export const fnv1a = (text: string, basis = 0x811c9dc5): number => {
  let hash = basis;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash | 0;
};
