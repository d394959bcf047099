/**
 * What a column means, by its name. Names are compared without case, blanks and punctuation:
 * `Mfr. Part #`, `mfr_part_no` and `MfrPartNo` are one. A column that means nothing here is a
 * characteristic under its own name; the import says of each what it took it for.
 */

/** What a column may mean. */
export type Role = 'manufacturer' | 'mpn' | 'description' | 'lifecycle' | 'replacedBy' | 'alias';

const spellings: Readonly<Record<Role, readonly string[]>> = {
  manufacturer: [
    'manufacturer',
    'manufacturername',
    'maker',
    'makername',
    'brand',
    'brandname',
    'mfr',
    'mfrname',
    'mfg',
    'mfgname',
    'manuf',
    'producer',
  ],
  mpn: [
    'mpn',
    'partnumber',
    'partno',
    'part',
    'pn',
    'manufacturerpartnumber',
    'manufacturerpartno',
    'manufacturerpart',
    'manufacturerpn',
    'mfrpartnumber',
    'mfrpartno',
    'mfrpart',
    'mfrpn',
    'mfgpartnumber',
    'mfgpartno',
    'mfgpart',
    'mfgpn',
  ],
  description: ['description', 'desc', 'partdescription', 'productdescription'],
  lifecycle: ['lifecycle', 'lifecyclestatus', 'partstatus', 'productstatus', 'status'],
  replacedBy: [
    'replacedby',
    'replacedbympn',
    'replacement',
    'replacementpart',
    'replacementmpn',
    'supersededby',
    'successor',
  ],
  alias: ['alias', 'spelling', 'variant', 'synonym'],
};

const roles: ReadonlyMap<string, Role> = new Map(
  (Object.keys(spellings) as Role[]).flatMap((role) => spellings[role].map((name) => [name, role] as const)),
);

const simplify = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Names of this process's files with their meaning: every row asks for the same ones. */
const asked = new Map<string, Role | undefined>();
const askedAtMost = 1_000;

/** The meaning of the column, or undefined for a characteristic. */
export const roleOf = (name: string): Role | undefined => {
  if (!asked.has(name)) {
    if (asked.size >= askedAtMost) asked.clear();
    asked.set(name, roles.get(simplify(name)));
  }
  return asked.get(name);
};

/** The names under which a column is known, for a message about one that is missing. */
export const namesOf = (role: Role): string => spellings[role].slice(0, 4).join(', ');
