import { refreshedPriceSuite } from './refreshed-price.suite.ts';

refreshedPriceSuite(10, 120_000);
