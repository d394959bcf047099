/**
 * How suppliers spell the makers of the demo catalogue: the maker's own name, and what is seen in
 * feeds beside it.
 */
const spellings: Readonly<Record<string, readonly string[]>> = {
  Abracon: ['ABRACON', 'Abracon LLC'],
  'KOA Speer': ['KOA Speer Electronics, Inc.', 'KOA', 'KOA SPEER'],
  KEMET: ['KEMET Corporation', 'Kemet'],
  Littelfuse: ['Littelfuse Inc.', 'LITTELFUSE'],
  Molex: ['MOLEX', 'Molex LLC'],
  Murata: ['Murata Electronics', 'MURATA', 'Murata Manufacturing'],
  Nexperia: ['NEXPERIA', 'Nexperia USA Inc.'],
  onsemi: ['ON Semiconductor', 'ONSEMI'],
  Panasonic: ['Panasonic Electronic Components', 'PANASONIC', 'Panasonic Industry'],
  'Samsung Electro-Mechanics': ['SEMCO', 'SAMSUNG ELECTRO-MECHANICS', 'Samsung Electro-Mechanics Co., Ltd.'],
  Samtec: ['SAMTEC', 'Samtec Inc.'],
  TDK: ['TDK Corporation'],
  'Texas Instruments': ['TI', 'TEXAS INSTRUMENTS', 'Texas Instruments Inc.'],
  Vishay: ['Vishay/Dale', 'Vishay Dale', 'VISHAY'],
  Yageo: ['YAGEO', 'Yageo Corporation', 'YAGEO (PHYCOMP)'],
};

/**
 * The ways in which a maker's name is written, its own first. A maker that is not listed has its
 * name and its capitals.
 */
export const spellingsOf = (manufacturer: string): readonly string[] => [
  manufacturer,
  ...(spellings[manufacturer] ?? [manufacturer.toUpperCase()]),
];

/** Every listed spelling with the maker it stands for, as rows of the service's alias table. */
export const manufacturerAliases: readonly { readonly alias: string; readonly manufacturer: string }[] = Object.entries(
  spellings,
).flatMap(([manufacturer, aliases]) => aliases.map((alias) => ({ alias, manufacturer })));
