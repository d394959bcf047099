import type { Role } from './roles.ts';

/** What single words of a heading speak of, in any language, by their stems. */
const stems = {
  maker:
    'manufactur manufact mfr mfg mnf maker brand oem hersteller fabrican fabrikant constructeur produttor costruttor producent tillverkar produsent valmistaj uretici producator vyrobc gyarto производител изготовител виробник メーカ 製造 제조 制造商 製造商 厂商 廠商 厂家 原厂 原廠',
  supplier:
    'supplier vendor distribut seller retailer lieferant handler fournisseur proveedor distribuidor fornitor fornecedor leverancier leverantor leverandor toimittaja tedarikci furnizor dostawc dodavatel beszallit поставщик постачальник 供应商 供應商 販売 공급',
  number:
    'number numero nummer code codigo codice kod sku pn mpn id ref reference referencia part artikelnummer bestellnummer cislo numer numara codi код номер артикул 型番 品番 番号 编号 編號 料号 料號 型号 型號 번호 품번 コード',
  part: 'part parts component device element teile bauteil piece pieza componente composant componenta деталь компонент 部品 零件 元件 器件 부품',
  quantity:
    'quantit qty qnty qte cantidad anzahl menge stuckzahl quantidad ilosc pocet mennyiseg aantal antal antall adet miktar cantitate количеств кільк кол 数量 數量 個数 个数 수량 員数',
  price:
    'price cost preis prix prezzo precio preco prijs pris cena fiyat pret цена цін стоимост 単価 价 價 가격 단가 kosten cout coste costo custo',
  total:
    'total totals gesamt sum summe extended subtotal line razem celkem toplam totaal итог сумм общ всього 合計 总 總 小计 合计 합계 金額 金额',
  link: 'url link http webpage hyperlink lien enlace ссылк 链接 リンク 링크',
} as const;

type Concept = keyof typeof stems;

const spacious = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const concepts = Object.entries(stems).map(([concept, list]) => ({
  concept: concept as Concept,
  stems: list.split(' ').map((stem) => stem.normalize('NFKD').replace(/(?!\p{Script=Cyrillic})\p{M}/gu, '')),
}));

/** Stems of so few letters are whole words. */
const shortStem = 4;

const begins = (word: string, stem: string): boolean =>
  spacious.test(stem) ? word.includes(stem) : stem.length <= shortStem ? word === stem : word.startsWith(stem);

const conceptsOf = (words: readonly string[]): ReadonlySet<Concept> =>
  new Set(
    concepts
      .filter((each) => each.stems.some((stem) => words.some((word) => begins(word, stem))))
      .map(({ concept }) => concept),
  );

/** What a heading of more than one idea means by the ideas together; the first that fits. */
const meanings: readonly (readonly [Role, number, readonly Concept[]])[] = [
  ['link', 0.8, ['link']],
  ['line_price', 0.85, ['price', 'total']],
  ['price', 0.8, ['price']],
  ['quantity', 0.8, ['quantity']],
  ['supplier_sku', 0.85, ['supplier', 'number']],
  ['supplier_sku', 0.8, ['supplier', 'part']],
  ['part_number', 0.85, ['maker', 'number']],
  ['part_number', 0.8, ['maker', 'part']],
  ['manufacturer', 0.75, ['maker']],
  ['supplier', 0.75, ['supplier']],
  ['part_number', 0.6, ['part', 'number']],
];

/** Words of a heading that are looked at; a longer one is a sentence. */
const maxWords = 7;

/**
 * What a heading means by its words' ideas, where no phrase says it. `words` are as `headingWords`
 * gives them.
 */
export const conceptMeaning = (words: string): { readonly role: Role; readonly score: number } | undefined => {
  const list = words.split(' ');
  if (list.length > maxWords) return undefined;
  const present = conceptsOf(list);
  const found = meanings.find(([, , needed]) => needed.every((concept) => present.has(concept)));
  return found === undefined ? undefined : { role: found[0], score: found[1] };
};
