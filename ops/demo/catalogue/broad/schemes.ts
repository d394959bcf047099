import type { NumberScheme } from '../number-scheme.ts';
import { broadCeramics } from './ceramics.ts';
import { broadResistors } from './chip-resistors.ts';
import { broadCircuits } from './circuits.ts';
import { broadConnectors } from './connectors.ts';
import { broadControllers } from './controllers.ts';
import { broadDiscretes } from './discretes.ts';
import { broadOthers } from './others.ts';
import { broadPassives } from './passives.ts';
import { broadSemiconductors } from './semiconductors.ts';

/** Whole programmes whose numbers are indexed. */
export const indexedProgrammes: readonly NumberScheme[] = [...broadCeramics, ...broadResistors];

/** Whole programmes whose numbers are taken apart. */
export const deviceProgrammes: readonly NumberScheme[] = [
  ...broadPassives,
  ...broadCircuits,
  ...broadConnectors,
  ...broadControllers,
  ...broadDiscretes,
  ...broadOthers,
  ...broadSemiconductors,
];
