import { refreshedPriceSuite } from './refreshed-price.suite.ts';

refreshedPriceSuite(1_000, 3_600_000);
