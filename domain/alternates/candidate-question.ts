import type { IdentityProfile } from '../identity/profile.ts';
import { ownProperty } from '../own-property.ts';
import { readQuantity } from '../quantities/read-quantity.ts';
import type { Part } from './part.ts';

/** How candidates are looked for; each way is one look into an index. */
export interface CandidateQuestion {
  readonly profileId: string;
  /** Products with this figure, and none that is known to be worse. */
  readonly figure:
    | {
        readonly name: 'capacitance' | 'resistance' | 'inductance';
        /** In the base unit. */
        readonly value: number;
        /** The size of the chip; undefined: any package. */
        readonly size: string | undefined;
        readonly minVoltage: number | undefined;
        readonly widestTolerance: number | undefined;
      }
    | undefined;
  /** What the numbers of candidates hold, in letters and digits. */
  readonly piece: string;
  /** Texts of which candidates have all the words of any. */
  readonly phrases: readonly string[];
}

const mainFigures = { capacitor: 'capacitance', resistor: 'resistance', inductor: 'inductance' } as const;
const chipSizes = /^(?:01005|0201|0402|0603|0805|1206|1210|1806|1808|1812|2010|2220|2512)$/u;

/** The words and figures that descriptions of a kind have, beside the name of the package. */
const wordsOf = ({ kind, texts }: Part): readonly (string | undefined)[] => {
  switch (kind) {
    case 'zener_diode':
      return ['zener', texts.get('zener_voltage')];
    case 'suppressor':
      return ['TVS', texts.get('standoff_voltage'), texts.get('polarity')];
    case 'ferrite_bead':
      return ['ferrite bead', texts.get('impedance')];
    case 'crystal':
      return ['crystal', texts.get('frequency')];
    case 'diode':
    case 'transistor':
      return [texts.get('function')];
    case 'connector':
      return [texts.get('function'), texts.get('pin_count'), texts.get('pitch')];
    default:
      return [undefined];
  }
};

/** Spellings that come to different words: `SOT-23` and `SOT23`, `5.1 V` and `5.1V`. */
const spellings = (words: readonly string[]): readonly string[] => [
  words.join(' '),
  words.map((each) => each.replaceAll('-', '')).join(' '),
  words.map((each) => each.replace(/(?<=\d) (?=\p{L}+$)/u, '')).join(' '),
];

/** What to ask for alternates of a part. */
export const candidateQuestion = (
  part: Part,
  profileId: string,
  profile: IdentityProfile | undefined,
): CandidateQuestion => {
  const quantity = (name: string): number | undefined => {
    const unit = profile?.characteristics.find((each) => each.name === name)?.unit;
    const found = readQuantity(part.texts.get(name) ?? '', { unit, separator: profile?.decimalSeparator });
    return found?.kind === 'value' ? found.value : undefined;
  };
  const name = ownProperty<(typeof mainFigures)[keyof typeof mainFigures]>(mainFigures, part.kind);
  const value = name === undefined ? undefined : quantity(name);
  const body = part.texts.get('package');
  const size = /^\d{4,5}(?= |$)/u.exec(body ?? '')?.[0];
  const words = wordsOf(part);
  const isNamed = words.every((each) => each !== undefined);
  const all = [...words, body].filter((each) => each !== undefined).map((each) => each.replace(/^[±-]/u, ''));
  return {
    profileId,
    figure:
      name === undefined || value === undefined
        ? undefined
        : {
            name,
            value,
            size: size !== undefined && chipSizes.test(size) ? size : undefined,
            minVoltage: quantity('voltage_rating'),
            widestTolerance: quantity('tolerance'),
          },
    piece: part.type.core,
    phrases: isNamed ? [...new Set(spellings(all))] : [],
  };
};
