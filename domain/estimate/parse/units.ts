/**
 * Spellings of units of measure and of counting, separated by blanks, by the name that lines carry.
 */
const spellings: Readonly<Record<string, string>> = {
  piece: `
    pc pcs pce pces piece pieces ea each unit units no nos off stk stck stück stueck st
    pièce pièces pièce(s) pieza piezas ud uds unidad unidades pezzo pezzi pz шт штук штука
    штуки 个 個 只 片 颗 件 支 枚 pièc peça peças szt ks kusy kusu kusů db darab sztuk
    sztuki stuks styck kpl buc bucăți kom adet tane unités unidade pezzi ед од бр 根 块 塊
    张 張 台 条 條 粒 把 本 ヶ コ 개 본 장
  `,
  m: 'm mtr meter meters metre metres mètre mètres metro metros metri м метр метра метров 米',
  mm: 'mm мм 毫米',
  cm: 'cm см 厘米',
  ft: 'ft feet foot',
  in: 'in inch inches " zoll',
  kg: 'kg кг 公斤 千克',
  g: 'g gr gram grams г 克',
  l: 'l liter litre liters litres л 升',
  ml: 'ml мл 毫升',
  roll: 'roll rolls rolle rollen rouleau rollo rotolo рулон 卷',
  reel: 'reel reels bobine катушка',
  pair: 'pair pairs paar paire par pares paio пара пар 对 双',
  set: 'set sets satz kit kits jeu juego комплект компл 套',
  pack: 'pack packs pkg pkt packung paquet paquete упак уп 包 盒',
};

const bySpelling: ReadonlyMap<string, string> = new Map(
  Object.entries(spellings).flatMap(([unit, words]) =>
    words
      .trim()
      .split(/\s+/)
      .map((word) => [word, unit] as const),
  ),
);

/** The unit that a word names, without its trailing point; undefined for words that are none. */
export const knownUnit = (word: string): string | undefined =>
  bySpelling.get(word.trim().toLowerCase().replace(/\.$/, ''));

/** The unit's usual name, or the author's own word where it is not a known unit. */
export const unitOf = (word: string): string => knownUnit(word) ?? word.trim();
