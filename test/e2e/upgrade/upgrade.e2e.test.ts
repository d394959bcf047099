import { upgradeSuite } from './upgrade.suite.ts';

upgradeSuite({ replacements: 2 });
