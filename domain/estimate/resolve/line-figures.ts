import {
  type ComponentKind,
  kindOfFootprint,
  kindOfReferences,
  kindOfText,
  type Technology,
  technologyOf,
} from '../../characteristics/component-kinds.ts';
import { dielectricsIn } from '../../characteristics/dielectrics.ts';
import type { ParsedLine } from '../parse/parsed-bom.ts';
import { type Figures, mainFigures, readNumbers, readValue } from './figures.ts';
import { isChipSize, packageKeys } from './packages.ts';
import type { ProductCandidate } from './ports.ts';

/** The kind whose main figure is the only one among the numbers. */
const kindOfNumbers = (numbers: Figures['numbers']): ComponentKind | undefined => {
  const kinds = (['capacitor', 'resistor', 'inductor'] as const).filter(
    (kind) => numbers[mainFigures[kind]] !== undefined,
  );
  return kinds.length === 1 ? kinds[0] : undefined;
};

/**
 * The common kind; undefined when they contradict: a text of a resistor with the designator of a
 * diode.
 */
const agreed = (kinds: readonly (ComponentKind | undefined)[]): ComponentKind | undefined => {
  const said = new Set(kinds.filter((kind) => kind !== undefined));
  const [only] = said;
  return said.size > 1 ? 'other' : only;
};

/**
 * Chips of farads are ceramic where nothing else is said, and so is what has the name of a ceramic
 * dielectric.
 */
const makeOf = (
  kind: ComponentKind | undefined,
  text: string,
  { packages, dielectric }: Pick<Figures, 'packages' | 'dielectric'>,
): Technology | undefined => {
  if (kind !== 'capacitor') return undefined;
  return technologyOf(text) ?? (dielectric !== undefined || packages.some(isChipSize) ? 'ceramic' : undefined);
};

/** What a line says of its part in figures. */
export const figuresOfLine = (line: ParsedLine): Figures => {
  const numbersAsValues = line.parts.map(({ partNumber }) => partNumber ?? '');
  const text = [line.value, line.description, line.notes, ...numbersAsValues]
    .filter((each) => each !== undefined)
    .join(' | ');
  const said = agreed([
    kindOfText(`${text} | ${line.package ?? ''}`),
    kindOfReferences(line.references),
    kindOfFootprint(line.package ?? ''),
  ]);
  // What stands in other columns can only ask for more; of the main figure the better column is
  // believed.
  const elsewhere = line.rawText.replace(/\bhttps?:\S+/giu, ' ');
  const numbers = {
    ...readNumbers(elsewhere, said),
    ...readNumbers(text, said),
    ...readValue(line.value ?? '', said),
  };
  const kind = said ?? kindOfNumbers(numbers);
  const inColumn = packageKeys(line.package ?? '');
  const packages = inColumn.length > 0 ? inColumn : packageKeys(text);
  const [dielectric] = dielectricsIn(text);
  const technology = makeOf(kind, `${text} | ${line.package ?? ''}`, { packages, dielectric });
  return { kind, numbers, packages, dielectric, technology };
};

/** Characteristics that say what sort of part it is, whatever the catalogue calls them. */
const sortNames = /categor|type|family|kind|subclass|technology|composition/iu;

const canonicalNames = [
  'capacitance',
  'resistance',
  'inductance',
  'voltage_rating',
  'current_rating',
  'power_rating',
  'tolerance',
] as const;

/**
 * What is known of a product in figures: its characteristics first, and its description where they
 * are silent.
 */
export const figuresOfProduct = ({ description = '', characteristics, quantities }: ProductCandidate): Figures => {
  const sorts = Object.entries(characteristics).flatMap(([name, text]) => (sortNames.test(name) ? [text] : []));
  const text = [description, ...sorts].join(' | ');
  const said = kindOfText(text);
  const stated = Object.fromEntries(
    canonicalNames.flatMap((name) => (quantities[name] === undefined ? [] : [[name, quantities[name]] as const])),
  ) as Figures['numbers'];
  const numbers = { ...readNumbers(description, said), ...stated };
  const kind = said ?? kindOfNumbers(numbers);
  const ownPackage = packageKeys(characteristics.package ?? '');
  const packages = ownPackage.length > 0 ? ownPackage : packageKeys(description);
  const [dielectric] = [...dielectricsIn(characteristics.dielectric ?? ''), ...dielectricsIn(description)];
  const technology = makeOf(kind, text, { packages, dielectric });
  return { kind, numbers, packages, dielectric, technology };
};
