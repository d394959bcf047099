import { roundTrip } from './round-trip.scenario.ts';

roundTrip(20_000, 700);
