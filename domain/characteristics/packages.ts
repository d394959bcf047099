/**
 * Packages: what the case of a part is called, in one spelling. `8SOIC`, `8-SOIC` and `SOIC-8` are
 * one, and so are `SOT23-3` and `SOT-23-3`. Chips are named by their size in hundredths of an inch;
 * metric sizes are read where they can be no size in inches.
 */

import { ownProperty } from '../own-property.ts';
import { outlineName } from './outline-names.ts';

/** Sizes of chips in hundredths of an inch. */
const chipSizes = new Set(
  (
    '008004 01005 0201 0202 0204 0207 0302 0303 0306 0402 0404 0406 0502 0504 0505 0508 0510 0602 0603 0605 0606 0612 0704 0705 ' +
    '0804 0805 0806 0808 0815 0830 1008 1010 1020 1111 1204 1206 1207 1208 1210 1212 1218 1220 1225 1410 1411 1505 1506 1515 ' +
    '1606 1610 1612 1616 1805 1806 1808 1810 1812 1825 1913 2010 2015 2018 2020 2211 2220 2225 2312 2410 2412 2416 2508 2510 ' +
    '2512 2520 2616 2725 2728 2816 2817 2824 2917 2924 3014 3019 3024 3030 3216 3640 3838 3920 3925 4018 4020 4026 4122 4527 ' +
    '5025 5050 5929 5931 6030 6227'
  ).split(' '),
);

/** Metric sizes that are no sizes in inches, with those that they are. */
const metricSizes: Readonly<Record<string, string>> = {
  '1608': '0603',
  '2012': '0805',
  '3216': '1206',
  '3225': '1210',
  '3528': '1411',
  '4520': '1808',
  '4532': '1812',
  '5750': '2220',
  '6032': '2312',
  '6432': '2512',
  '7343': '2917',
};

const alone = String.raw`(?<![\p{L}\p{N}])`;
const ends = String.raw`(?![\p{L}\p{N}])`;

/** Families whose members have numbers: `SOT-23`, `DO214AC`, `TO-220AB`, `SC70-6`. */
const numbered = new RegExp(
  `${alone}((?:T?SOT|SSOT|SOD)(?= ?[\\d-])|SC|DO|TO|CPH|LL|HC)(?:-|(?<=SOT|SOD) )?(\\d{1,3}[A-Z]{0,3})(?:-(\\d{1,2})L?)?(?:\\/(?:US|U|S))?${ends}`,
  'gu',
);

const outlines = 'HSOF|SOIC|SSOP|SOP|SOJ|SON|SO|QFN|DFN|LGA|BGA|CSP|DIP|SIP|QFP|PLCC|LCC|SMD|TSOP|DSBGA|WLB';
const outline = `(?:[A-Z][A-Z0-9]{0,5})?(?:${outlines})`;
const pinsFirst = new RegExp(`${alone}(\\d{1,4})-?(${outline})${ends}`, 'gu');
const pinsLast = new RegExp(`${alone}((?!SMD)${outline})-?(\\d{1,4})L?${ends}`, 'gu');
const withSize = new RegExp(`${alone}(${outline})(?=\\d{1,2}X\\d)`, 'gu');

/** Names that need no number. */
const named = new RegExp(
  `${alone}(SMAF|SMBF|SMA|SMB|SMC|[DI][23]?PAK|LFPAK\\d{0,2}|MELF|MINI-?MELF|MICRO-?MELF|SOIC|TSSOP|SSOP|MSOP|VSSOP|SOP|V?QFN|WQFN|` +
    `W?DFN|LGA|BGA|[TU]?FBGA|WLCSP|P?DIP|SIP|[LT]?QFP|PLCC|RADIAL|AXIAL)${ends}`,
  'gu',
);

const chip = /(?<![\p{L}\p{N}./]|\p{N},|\p{L}-|[<>=])(\d{4,6})(?![\p{L}\p{N}]|[.,]\d)/gu;
const metricRemark = /\(\d{4,5}\s?metric\)/giu;

const withoutHyphens = (text: string): string => text.replace(/-/gu, '');

const numberedNames = (text: string): string[] =>
  [...text.matchAll(numbered)].flatMap(([, family = '', size = '', pins]) => {
    if (/^T?SOT$|^SOD$/u.test(family) && !/^\d{2}/u.test(size)) return [];
    return [[family, size, pins].filter((each) => each !== undefined).join('-')];
  });

const outlineNames = (text: string): string[] => [
  ...[...text.matchAll(pinsFirst)].map(([, pins = '', family = '']) => `${family}-${Number(pins)}`),
  ...[...text.matchAll(pinsLast)].map(([, family = '', pins = '']) => `${family}-${Number(pins)}`),
  ...[...text.matchAll(withSize)].map(([, family = '']) => family),
];

const bareNames = (text: string): string[] => [...text.matchAll(named)].map(([, each = '']) => withoutHyphens(each));

const chipSize = (size: string): string | undefined =>
  ownProperty(metricSizes, size) ?? (chipSizes.has(size) ? size : undefined);

/** Where a chip's size may stand. */
export interface ChipPlaces {
  /** Stretches of the text that say something else. */
  readonly taken: readonly { readonly from: number; readonly to: number }[];
}

const chipNames = (text: string, { taken }: ChipPlaces): string[] =>
  [...text.replace(metricRemark, (each) => ' '.repeat(each.length)).matchAll(chip)].flatMap(
    ({ 1: size = '', index }) => {
      const found = taken.some(({ from, to }) => from <= index && index < to) ? undefined : chipSize(size);
      return found === undefined ? [] : [found];
    },
  );

/** The same for all names of a package. */
export const packageKey = (name: string): string => {
  const upper = name.toUpperCase().trim();
  return withoutHyphens(outlineName(upper) ?? upper);
};

/**
 * The one package that a text names, in one spelling; undefined where it names none or several.
 * Sizes of chips are read only where `chips` says where, because other things are numbers of four
 * digits too.
 */
export const packageIn = (text: string, chips?: ChipPlaces): string | undefined => {
  const upper = text.toUpperCase();
  const names = [
    ...numberedNames(upper),
    ...outlineNames(upper),
    ...(chips === undefined ? [] : chipNames(upper, chips)),
  ];
  const all = names.length > 0 ? names : bareNames(upper);
  return new Set(all.map(packageKey)).size === 1 ? all[0] : undefined;
};
