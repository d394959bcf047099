/** FNV-1a of the text's code units: 32 bits, signed. Spreads well and keeps no secret. */
export const stringHash = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash | 0;
};
