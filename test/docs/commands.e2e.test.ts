import { describe } from 'vitest';
import { runsTheCommandsOf } from './commands.suite.ts';

/** Pages of each kind that are quick. All pages are run by `commands.long.test.ts`. */
describe('some pages', () => {
  runsTheCommandsOf([
    'examples/README.md',
    'docs/search.md',
    'docs/analytics.md',
    'docs/webhooks.md',
    'docs/howto/pricing-rules.md',
    'docs/howto/visibility-policies.md',
  ]);
});
