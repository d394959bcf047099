import { shareOf } from '../seeded.ts';
import type { NumberScheme } from './number-scheme.ts';
import type { Catalogue, DemoProduct, Lifecycle, Part } from './part.ts';
import { kemetC } from './schemes/kemet-c.ts';
import { kemetT491 } from './schemes/kemet-t491.ts';
import { koaRk73 } from './schemes/koa-rk73.ts';
import { littelfuseTvs } from './schemes/littelfuse-tvs.ts';
import { molexKk } from './schemes/molex-kk.ts';
import { murataGrm } from './schemes/murata-grm.ts';
import { nexperiaLogic } from './schemes/nexperia-logic.ts';
import { onsemiBzx84 } from './schemes/onsemi-bzx84.ts';
import { panasonicErj } from './schemes/panasonic-erj.ts';
import { samsungCl } from './schemes/samsung-cl.ts';
import { samtecTsw } from './schemes/samtec-tsw.ts';
import { tdkC } from './schemes/tdk-c.ts';
import { tiLogic } from './schemes/ti-logic.ts';
import { vishayCrcw } from './schemes/vishay-crcw.ts';
import { vishayIhlp } from './schemes/vishay-ihlp.ts';
import { yageoRc } from './schemes/yageo-rc.ts';

/** The schemes in the order of the catalogue. A new one goes to the end, so that the others keep their places. */
const schemes: readonly NumberScheme[] = [
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

/** Where a part stands in its life: 3 % new, 88 % active, 6 % deprecated, 3 % discontinued, as the seed has it. */
const lifecycleOf = (seed: string, part: { manufacturer: string; mpn: string }): Lifecycle => {
  const share = shareOf(`${seed}|life|${part.manufacturer}|${part.mpn}`);
  if (share < 0.03) return 'new';
  if (share < 0.91) return 'active';
  return share < 0.97 ? 'deprecated' : 'discontinued';
};

const isInProduction = (lifecycle: Lifecycle): boolean => lifecycle === 'new' || lifecycle === 'active';

/** The catalogue of all schemes: the same products in the same order for the same seed. */
export const demoCatalogue = (seed: string): Catalogue => {
  const size = schemes.reduce((sum, scheme) => sum + scheme.size, 0);
  const inLife = (part: Part, otherPackings: () => readonly Part[]): DemoProduct => {
    const lifecycle = lifecycleOf(seed, part);
    // A packing that is given up is replaced by one that is still made; the part itself stays what it is.
    const replacement = isInProduction(lifecycle)
      ? undefined
      : otherPackings().find((other) => isInProduction(lifecycleOf(seed, other)));
    return { ...part, lifecycle, replacedByMpn: replacement?.mpn };
  };
  const at = (position: number): DemoProduct => {
    let rest = position;
    for (const scheme of schemes) {
      if (rest < scheme.size) return inLife(scheme.at(rest), () => scheme.otherPackings(rest));
      rest -= scheme.size;
    }
    throw new RangeError(`no product at position ${position}`);
  };
  return {
    size,
    at,
    *[Symbol.iterator]() {
      for (const scheme of schemes) {
        for (let position = 0; position < scheme.size; position += 1) {
          yield inLife(scheme.at(position), () => scheme.otherPackings(position));
        }
      }
    },
  };
};
