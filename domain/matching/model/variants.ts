/**
 * Words that tell variants of a product apart, by what they vary: two records that name different
 * ones of a kind are rarely one product, however alike the rest is. Plurals and synonyms are
 * brought to one word.
 */

/** The words of each kind; a word after a colon stands for the one before it. */
const wordsByKind = {
  edition:
    'professional:pro standard:std premium deluxe home basic starter express ultimate enterprise premier plus elite advanced extended suite essentials studio gold platinum limited lite mini max',
  licence:
    'upgrade:upg:upgd full academic:educational:education:student:teacher oem retail license:licence:lic:licenses volume subscription renewal competitive',
  platform: 'mac:macintosh:osx windows:win:pc linux unix',
  condition: 'refurbished:refurb:reconditioned:renewed used:usado:gebraucht compatible:remanufactured:generic',
  accessory:
    'case:cases:cover:sleeve:pouch charger:chargers:charging battery:batteries adapter:adaptor cable:cables:cord mount:bracket lens:lenses:objectif:objektiv strap tripod filter:filters kit:kits body bag:bags:backpack stand dock screen:protector housing bundle',
  colour:
    'black:blk:noir:negro:schwarz:nero white:wht:blanc:blanco:bianco silver:slv:plata:argent red:rouge:rojo blue:blu:bleu:azul green:grn:verde pink:rosa purple yellow:amarillo orange gray:grey:gris brown cyan magenta stainless titanium graphite bisque biscuit bronze',
} as const;

/** What a variant word varies. */
export type VariantKind = keyof typeof wordsByKind;

const termOf: ReadonlyMap<string, readonly [VariantKind, string]> = new Map(
  (Object.keys(wordsByKind) as VariantKind[]).flatMap((kind) =>
    wordsByKind[kind].split(' ').flatMap((terms) => {
      const [first = '', ...others] = terms.split(':');
      return [first, ...others].map((word) => [word, [kind, first]] as const);
    }),
  ),
);

/** The kinds, in the order of the figures. */
export const variantKinds = Object.keys(wordsByKind) as readonly VariantKind[];

/** The variants that words name, by kind. */
export const variantsOf = (words: readonly string[]): ReadonlyMap<VariantKind, ReadonlySet<string>> => {
  const found = new Map<VariantKind, Set<string>>();
  for (const word of words) {
    const term = termOf.get(word);
    if (term === undefined) continue;
    const [kind, name] = term;
    const known = found.get(kind);
    if (known === undefined) found.set(kind, new Set([name]));
    else known.add(name);
  }
  return found;
};

const yearPattern = /^(?:19[89]|20[0-3])\d$/;
const versionPattern = /^(?:v|cs|ver)?(\d{1,2}(?:\.\d+)?)$/;
const romanNumerals: ReadonlyMap<string, string> = new Map([
  ['ii', '2'],
  ['iii', '3'],
  ['iv', '4'],
  ['vi', '6'],
  ['vii', '7'],
  ['viii', '8'],
]);

/** The years among the words. */
export const yearsOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.filter((word) => yearPattern.test(word)));

/**
 * Lone numbers of one or two digits and Roman ones, as versions and series have them, without the
 * letters before them.
 */
export const versionsOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word) => versionPattern.exec(word)?.[1] ?? romanNumerals.get(word) ?? []));

const mixedPattern = /^(?=.*\d)(?=.*[a-z])[a-z\d]{2,}$/;
const quantityPattern = /^\d+(?:gb|tb|mb|mp|mm|cm|in|w|v|x|ghz|mhz|hz|ft|oz|pk|k|p)$/;

/**
 * Words of letters and digits that are no quantity, of two characters or more: series are named so
 * ("j1").
 */
export const mixedWordsOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.filter((word) => mixedPattern.test(word) && !quantityPattern.test(word)));

/**
 * The runs of three digits or more in model tokens: what is left of a number when letters of region
 * and colour are gone.
 */
export const digitRunsOf = (tokens: readonly string[]): ReadonlySet<string> =>
  new Set(tokens.flatMap((token) => token.match(/\d{3,}/g) ?? []));

/** The words that follow "for": what an accessory goes with. */
export const targetsOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.filter((_, at) => words[at - 1] === 'for'));
