import { roundTrip } from './round-trip.scenario.ts';

roundTrip(1_000_000, 20_000);
