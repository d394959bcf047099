import { shareOf as shareOfOne } from '../seeded.ts';
import { deviceProgrammes, indexedProgrammes } from './broad/schemes.ts';
import { joined, shareOf } from './combine.ts';
import { analogFamilies } from './families/analog.ts';
import { connectorFamilies } from './families/connectors.ts';
import { digitalFamilies } from './families/digital.ts';
import { diodeFamilies } from './families/diodes.ts';
import { furtherCircuitFamilies } from './families/further-circuits.ts';
import { furtherDiscreteFamilies } from './families/further-discretes.ts';
import { lightAndCrystalFamilies } from './families/lights-and-crystals.ts';
import { moduleFamilies } from './families/modules-and-boards.ts';
import { powerFamilies } from './families/power.ts';
import { sensorFamilies } from './families/sensors.ts';
import { switchAndFuseFamilies } from './families/switches-and-fuses.ts';
import { transistorFamilies } from './families/transistors.ts';
import { lazily } from './lazily.ts';
import { divided, type NumberScheme } from './number-scheme.ts';
import type { Catalogue, DemoProduct, Lifecycle, Part } from './part.ts';
import { abraconAbls } from './schemes/abracon-abls.ts';
import { electrolytics, kemetT491, otherCapacitors } from './schemes/capacitors.ts';
import { ceramicsByManufacturer, kemetC, kyoceraAvx, murataGrm, samsungCl, tdkC, yageoCc } from './schemes/ceramics.ts';
import {
  bournsCr,
  chipResistorsByManufacturer,
  koaRk73,
  panasonicErj,
  uniroyalChip,
  vishayCrcw,
  yageoRc,
} from './schemes/chip-resistors.ts';
import { littelfuseTvs, onsemiBzx84 } from './schemes/discretes.ts';
import { chipInductors, murataBlm, powerInductors, vishayIhlp } from './schemes/inductors.ts';
import { logicByNumber, nexperiaLogic, tiLogic } from './schemes/logic.ts';
import { molexKk } from './schemes/molex-kk.ts';
import { resistorArrays, vishayMelf, wiredResistors } from './schemes/other-resistors.ts';
import { samtecSsw } from './schemes/samtec-ssw.ts';
import { samtecTsw } from './schemes/samtec-tsw.ts';
import { koaRn73r, panasonicEra, vishayTnpw, yageoRt } from './schemes/thin-film-resistors.ts';

/**
 * The schemes that a catalogue has first, in order. A new one goes to the end, so that the others
 * keep their places.
 */
const commonSchemes: readonly NumberScheme[] = [
  yageoRc,
  vishayCrcw,
  panasonicErj,
  koaRk73,
  murataGrm,
  kemetC,
  samsungCl,
  tdkC,
  kemetT491,
  vishayIhlp,
  littelfuseTvs,
  onsemiBzx84,
  tiLogic,
  nexperiaLogic,
  samtecTsw,
  molexKk,
];

/**
 * The parts that lists of materials name most: whole families by their makers' ordering
 * information. Several makers may write the same number; each has it as a part of its own.
 */
const namedSchemes: readonly NumberScheme[] = [
  ...diodeFamilies,
  ...transistorFamilies,
  ...analogFamilies,
  ...powerFamilies,
  ...digitalFamilies,
  ...sensorFamilies,
  ...connectorFamilies,
  ...switchAndFuseFamilies,
  ...lightAndCrystalFamilies,
  ...logicByNumber,
];

/** Whole series of passives, and the parts of more makers and of fewer designs. */
const rarerSchemes: readonly NumberScheme[] = [
  ...electrolytics,
  ...powerInductors,
  murataBlm,
  yageoCc,
  kyoceraAvx,
  bournsCr,
  uniroyalChip,
  ...ceramicsByManufacturer,
  ...chipResistorsByManufacturer,
  ...wiredResistors,
  ...resistorArrays,
  ...otherCapacitors,
  ...chipInductors,
  ...furtherCircuitFamilies,
  ...furtherDiscreteFamilies,
  ...moduleFamilies,
];

/** Two or fewer figures, no 13 inch reel, in the sizes that everybody solders: RC0603FR-0710KL. */
const isEverydayResistor = (mpn: string): boolean => {
  const value = /^RC(?:0402|0603|0805|1206)[FJ]R-07(.+)L$/u.exec(mpn)?.[1];
  return value !== undefined && value.replace(/\D/gu, '').replace(/^0+|0+$/gu, '').length <= 2;
};

/** Class 1 at 50 V, class 2 at 10 %, on the small reel: CL10B104KB8NNNC. */
const isEverydayCapacitor = (mpn: string): boolean => /^CL(?:05|10|21|31)(?:C.{3}J.B|[AB].{3}K)..NNNC$/u.test(mpn);

/** How many of the order codes of a device everybody has. */
const everydayCodes = 2;

const everydayParts = [
  divided(yageoRc, (position) => isEverydayResistor(yageoRc.at(position).mpn)),
  divided(samsungCl, (position) => isEverydayCapacitor(samsungCl.at(position).mpn)),
  ...namedSchemes.map((scheme) => divided(scheme, (position) => scheme.packingAt(position) < everydayCodes)),
];

/**
 * What a catalogue of some size has whole: what everybody has and this project's documents name.
 */
const everydaySchemes: readonly NumberScheme[] = everydayParts.map(({ kept }) => kept);

/** The rest of the same series, and what fewer designs name. */
const wantedSchemes: readonly NumberScheme[] = [...everydayParts.map(({ rest }) => rest), ...rarerSchemes];

const otherSchemes: readonly NumberScheme[] = commonSchemes.filter(
  (scheme) => scheme !== yageoRc && scheme !== samsungCl,
);

/** The schemes, mostly of precision parts, that only a large catalogue has. */
const furtherSchemes: readonly NumberScheme[] = [
  yageoRt,
  koaRn73r,
  vishayTnpw,
  panasonicEra,
  vishayMelf,
  abraconAbls,
  samtecSsw,
];

/**
 * Where a part stands in its life: 3 % new, 88 % active, 6 % deprecated, 3 % discontinued, as the
 * seed has it.
 */
const lifecycleOf = (seed: string, part: { manufacturer: string; mpn: string }): Lifecycle => {
  const share = shareOfOne(`${seed}|life|${part.manufacturer}|${part.mpn}`);
  if (share < 0.03) return 'new';
  if (share < 0.91) return 'active';
  return share < 0.97 ? 'deprecated' : 'discontinued';
};

const isInProduction = (lifecycle: Lifecycle): boolean => lifecycle === 'new' || lifecycle === 'active';

/**
 * The demo catalogue: the same products in the same order for the same seed. Its tiers are what
 * everybody has, what lists name, the other common parts, and further ones. Asked for at most so
 * many products, it has the first tiers whole and a share of the next. Left to itself it has no
 * further ones.
 */
export const demoCatalogue = (seed: string, atMost?: number): Catalogue => {
  const common = [everydaySchemes, wantedSchemes, otherSchemes].map((schemes) => catalogueOf(schemes, seed));
  if (atMost === undefined) return common.reduce(joined);
  let all: Catalogue | undefined;
  for (const tier of [...common, catalogueOf(furtherSchemes, seed)]) {
    const room = atMost - (all?.size ?? 0);
    if (room <= 0) break;
    const part = shareOf(tier, room);
    all = all === undefined ? part : joined(all, part);
  }
  return all ?? shareOf(catalogueOf(everydaySchemes, seed), 0);
};

/**
 * The whole programmes of makers, which nobody numbers through: a part is found in it by its
 * number. It repeats what `demoCatalogue` has of the same series.
 */
export const manufacturersProgrammes = (seed: string): Catalogue =>
  joined(catalogueOf(indexedProgrammes, seed), takenApart(deviceProgrammes, seed));

/** The catalogue of schemes that tell where a number may be. */
const takenApart = (schemes: readonly NumberScheme[], seed: string): Catalogue => {
  const catalogue = catalogueOf(schemes, seed);
  const starts = schemes.map((_, at) => schemes.slice(0, at).reduce((sum, { size }) => sum + size, 0));
  return {
    ...catalogue,
    size: catalogue.size,
    positionsOf: (number) =>
      schemes.flatMap(({ positionsOf }, at) =>
        (positionsOf?.(number) ?? []).map((position) => (starts[at] ?? 0) + position),
      ),
  };
};

/** The last of these ascending figures that is not above; -1 where all are. */
const lastAtMost = (ascending: readonly number[], figure: number): number => {
  let from = 0;
  let to = ascending.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ascending[middle] ?? 0) <= figure) from = middle + 1;
    else to = middle;
  }
  return from - 1;
};

/** The catalogue of these schemes, one after the other. */
const catalogueOf = (schemes: readonly NumberScheme[], seed: string): Catalogue => {
  // Where each scheme begins, and at last where all end.
  const starts = lazily(() => {
    let sum = 0;
    return [0, ...schemes.map(({ size }) => (sum += size))];
  });
  const inLife = (part: Part, otherPackings: () => readonly Part[]): DemoProduct => {
    const lifecycle = lifecycleOf(seed, part);
    // A packing that is given up is replaced by one that is still made; the part itself stays what
    // it is.
    const replacement = isInProduction(lifecycle)
      ? undefined
      : otherPackings().find((other) => isInProduction(lifecycleOf(seed, other)));
    return { ...part, lifecycle, replacedByMpn: replacement?.mpn };
  };
  const inScheme = <T>(position: number, take: (scheme: NumberScheme, at: number) => T): T => {
    const index = lastAtMost(starts(), position);
    const scheme = schemes[index];
    if (scheme === undefined) throw new RangeError(`no product at position ${position}`);
    return take(scheme, position - (starts()[index] ?? 0));
  };
  return {
    get size() {
      return starts().at(-1) ?? 0;
    },
    at: (position) => inScheme(position, (scheme, at) => inLife(scheme.at(at), () => scheme.otherPackings(at))),
    nameAt: (position) => inScheme(position, (scheme, at) => scheme.nameAt(at)),
    *[Symbol.iterator]() {
      for (const scheme of schemes) {
        for (let position = 0; position < scheme.size; position += 1) {
          yield inLife(scheme.at(position), () => scheme.otherPackings(position));
        }
      }
    },
  };
};
