import { defaultProfile } from '../identity/built-in-profiles.ts';

/**
 * What a difference in a characteristic means for a part that shall stand in for another.
 *
 * - `same`: it decides whether the part fits or works at all, so any other value is another part;
 * - `more`, `less`: a greater or a lower figure is at least as good, the other way is worse;
 * - `wider`: a range that holds the original's is at least as good;
 * - `class`: classes of ceramics, by the temperatures and the drift that they stand for;
 * - `free`: it decides nothing of fit and function.
 */
export type Direction = 'same' | 'more' | 'less' | 'wider' | 'class' | 'free';

/** What differences mean, by the canonical names of a profile. */
export type Directions = ReadonlyMap<string, Direction>;

/** Every characteristic that the built-in profile names; a test holds it to that. */
const ofProfile: Readonly<Record<string, Direction>> = {
  resistance: 'same',
  capacitance: 'same',
  inductance: 'same',
  tolerance: 'less',
  voltage_rating: 'more',
  zener_voltage: 'same',
  output_voltage: 'same',
  current_rating: 'more',
  power_rating: 'more',
  dc_resistance: 'less',
  impedance: 'same',
  load_capacitance: 'same',
  frequency: 'same',
  operating_temperature: 'wider',
  operating_temperature_max: 'more',
  operating_temperature_min: 'less',
  temperature_coefficient: 'less',
  pin_count: 'same',
  height: 'less',
  package: 'same',
  dielectric: 'class',
  mounting: 'same',
};

/** What catalogues state besides, and what is read out of descriptions and numbers. */
const besides: Readonly<Record<string, Direction>> = {
  esr: 'less',
  ripple_current: 'more',
  lifetime: 'more',
  saturation_current: 'more',
  surge_current: 'more',
  forward_voltage: 'less',
  reverse_leakage_current: 'less',
  on_resistance: 'less',
  input_offset_voltage: 'less',
  dropout_voltage: 'less',
  grade: 'free',
  colour: 'same',
  plating: 'free',
};

const directions: ReadonlyMap<string, Directions> = new Map([
  [defaultProfile.id, new Map(Object.entries({ ...ofProfile, ...besides }))],
]);

const noDirections: Directions = new Map();

/**
 * What differences mean under a profile; under one that nothing is known of, every value must be
 * the same.
 */
export const directionsOf = (profileId: string): Directions => directions.get(profileId) ?? noDirections;
