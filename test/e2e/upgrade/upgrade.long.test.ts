import { upgradeSuite } from './upgrade.suite.ts';

// UPGRADE_FROM: the folder of an installed checkout of the release before.
upgradeSuite({ replacements: 8, from: process.env.UPGRADE_FROM });
