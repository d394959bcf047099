/**
 * What kind of part a description is about, by the words that suppliers use in several languages,
 * and what its figures then mean. Volts of a capacitor are its rating and volts of a regulator its
 * output; of a kind whose figures could be several things nothing is said here, and they stay
 * unread.
 */

/** The names under which figures of a kind are kept, by base unit. */
type Meanings = Readonly<Record<string, string>>;

/** How a kind is described. */
export interface KindReading {
  readonly meanings: Meanings;
  /** Whether four digits may be the size of its chip. */
  readonly isChip: boolean;
}

const chip = (meanings: Meanings): KindReading => ({ meanings, isChip: true });
const large = (meanings: Meanings): KindReading => ({ meanings, isChip: false });
const rated = { V: 'voltage_rating', A: 'current_rating' } as const;

/** What the figures of each kind are. */
export const kindReadings = {
  resistor: chip({ Ω: 'resistance', '1': 'tolerance', W: 'power_rating', V: 'voltage_rating' }),
  trimmer: chip({ Ω: 'resistance', '1': 'tolerance', W: 'power_rating' }),
  thermistor: chip({ Ω: 'resistance', '1': 'tolerance' }),
  capacitor: chip({ F: 'capacitance', '1': 'tolerance', V: 'voltage_rating' }),
  inductor: chip({ H: 'inductance', '1': 'tolerance', A: 'current_rating', Ω: 'dc_resistance' }),
  ferrite_bead: chip({ Ω: 'impedance', A: 'current_rating' }),
  crystal: chip({ Hz: 'frequency', F: 'load_capacitance' }),
  oscillator: chip({ Hz: 'frequency' }),
  diode: chip({ ...rated }),
  zener_diode: chip({ V: 'zener_voltage', W: 'power_rating', '1': 'tolerance' }),
  led: chip({}),
  transistor: large({ ...rated, W: 'power_rating' }),
  thyristor: large({ ...rated }),
  suppressor: chip({}),
  varistor: chip({}),
  fuse: chip({ ...rated }),
  switch: large({ ...rated }),
  regulator: large({ V: 'output_voltage' }),
  converter: large({ V: 'output_voltage', W: 'power_rating' }),
  reference: large({ V: 'output_voltage' }),
  wire: large({ V: 'voltage_rating' }),
  filter: chip({}),
  connector: large({}),
  other: large({}),
} as const satisfies Readonly<Record<string, KindReading>>;

/** What a part is; `other` for one that is known and whose figures are not read. */
export type PartKind = keyof typeof kindReadings;

/** A word of a script that parts its words, or one of Chinese, Japanese or Korean, which do not. */
const word = (words: string): RegExp =>
  new RegExp(
    words
      .split('|')
      .map((each) =>
        /^\p{Script=Latin}|^\p{Script=Cyrillic}|^\^/u.test(each) ? `(?<!\\p{L})(?:${each})(?!\\p{L})` : each,
      )
      .join('|'),
    'iu',
  );

/** Tests whether a text is about a kind. */
type TextMatcher = Pick<RegExp, 'test'>;

/**
 * Fits a text in which one of the names stands behind which nothing of `unless` follows. Both find
 * all that there is.
 */
const unlessFollowedBy = (names: RegExp, unless: RegExp): TextMatcher => ({
  test: (text) => {
    const last = [...text.matchAll(names)].at(-1);
    const spoiled = [...text.matchAll(unless)].at(-1)?.index ?? -1;
    return last !== undefined && spoiled < last.index + last[0].length;
  },
});

/** The first that fits decides: a LED driver is no LED, and a capacitor's socket no capacitor. */
const rules: readonly (readonly [PartKind, TextMatcher])[] = [
  ['other', word('OPTO\\p{L}*|ISOLATOR\\p{L}*|DGTL ISO|COUPLER|LOAD SWITCH|Optokoppler|оптопара|光耦')],
  ['connector', word('SOCKETS?|Fassung|Sockel')],
  [
    'regulator',
    unlessFollowedBy(
      /(?<!\p{L})(?:LDO|IC REG|VOLTAGE REGULATOR|Spannungsregler|стабилизатор|稳压器)/giu,
      /CTRL|ADJ|CONTROL/giu,
    ),
  ],
  ['reference', word('IC VREF|VOLTAGE REFERENCE|Spannungsreferenz|基准')],
  ['converter', word('DC[ /-]?DC CONV\\p{L}*|DC[ /-]DC\\p{L}*|DC[ /-]DC-Wandler')],
  [
    'other',
    word(
      'IC|MCU|MPU|MICROCONTROLLER|DRIVER|AMPLIFIER|OPAMP|EEPROM|FLASH|CORTEX-?\\w*|SUPERVISOR|TRANSCEIVER|XFMR|TRANSFORMER',
    ),
  ],
  [
    'connector',
    word(
      'CONN|CONNECTOR\\p{L}*|TERM|TERMINAL\\p{L}*|HEADER|SOCKET|RECEPTACLE|JACK|PLUG|HOLDER|SEAL|SPLICE|BOOT|TUBING|Stecker|Buchse|разъ[её]м|连接器',
    ),
  ],
  ['oscillator', /(?<!\p{L})(?:OSC|OSCILLATOR|CERAMIC RES(?:ONATOR)?|Oszillator|генератор)(?!\p{L})/iu],
  ['crystal', word('CRYSTALS?|XTAL|Quarz|quartz|кварц\\p{L}*|晶振|晶体')],
  ['filter', word('FILTER|BALUN|ANTENNA|фильтр|滤波器')],
  ['fuse', word('FUSE\\p{L}*|Sicherung|fusible|предохранитель|保险丝')],
  ['varistor', word('VARISTOR\\p{L}*|MOV|варистор|压敏电阻')],
  ['suppressor', word('TVS|GDT|SUPPRESSOR|ESD')],
  ['zener_diode', word('ZENER|Zenerdiode|Z-Diode|стабилитрон|稳压二极管|齐纳')],
  ['led', word('LEDS?|Leuchtdiode|светодиод|发光二极管')],
  ['thyristor', word('SCR|TRIAC|THYRISTOR|тиристор|симистор')],
  ['transistor', word('MOSFET|TRANS|TRANSISTOR\\p{L}*|BJT|IGBT|JFET|NPN|PNP|транзистор|三极管|晶体管')],
  ['diode', word('DIODES?|RECTIFIER|RECT|SCHOTTKY|REC|Gleichrichter|Schottkydiode|diodo|диод|二极管')],
  ['ferrite_bead', word('FERRITE|BEADS?|Ferritperle|ferrite|ферритов\\p{L}*|磁珠')],
  ['thermistor', word('THERM|THERMISTOR|NTC|PTC|RTD|Hei(?:ss|ß)leiter|Kaltleiter|терморезистор|термистор|热敏电阻')],
  [
    'other',
    word(
      'SENSORS?|MODULE?|RELAYS?|BATTERY|BATT|MOTOR|LAMP|POWER SUPPLY|Sensor\\p{L}*|Relais|датчик|реле|传感器|模块|继电器',
    ),
  ],
  [
    'inductor',
    word(
      'IND|INDUCTORS?|INDUCTANCE|INDUCTOR\\p{L}*|CHOKE|COIL|Drossel|Spule|Induktivität|bobine|inductancia|bobina|дроссель|индуктивность|катушка|电感|電感|インダクタ',
    ),
  ],
  [
    'capacitor',
    word(
      'E?CAPS?|CAPACITORS?|MLCC|TANT|TANTALUM|ELECTROLYTIC|Kondensator|(?:kondensator)|Elko|condensateur|condensador|condensatore|конденсатор|电容|電容|コンデンサ|커패시터',
    ),
  ],
  ['trimmer', word('TRIMMER|TRIMPOT|POTENTIOMETER|POT|Trimmpotentiometer|Poti|потенциометр|电位器')],
  [
    'resistor',
    word(
      'RES|RESISTORS?|CRG\\p{L}*|(?:widerstand)|r[ée]sistance|resistencia|resistenza|resistore|rezystor|резистор|电阻|電阻|抵抗|저항',
    ),
  ],
  ['switch', word('SWITCH\\p{L}*|TACTILE|Schalter|Taster|interrupteur|переключатель|кнопка|开关')],
  ['wire', word('WIRE|CABLE|Kabel|Litze|провод|кабель|电缆')],
];

/** The kind that words of a plain description name; undefined where none does. */
export const namedKind = (plain: string): PartKind | undefined => rules.find(([, pattern]) => pattern.test(plain))?.[0];

/**
 * The kind that a description without such a word must be about, by the base units of its figures.
 * A tolerance beside a power or a voltage says enough only with the size of a chip: a resistor or a
 * capacitor, whose ratings have the same names.
 */
export const impliedKind = (units: ReadonlySet<string>, namesChip: boolean): PartKind | undefined => {
  if (units.has('F')) return 'capacitor';
  if (units.has('H')) return 'inductor';
  if (units.has('Hz') || units.has('A')) return undefined;
  const isToleranced = units.has('1');
  if (units.has('Ω')) return units.has('W') || isToleranced ? 'resistor' : undefined;
  return namesChip && isToleranced && (units.has('W') || units.has('V')) ? 'resistor' : undefined;
};
