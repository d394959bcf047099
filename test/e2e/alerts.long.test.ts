import { allEpisodes } from './alerts.episodes.ts';
import { alertsSuite } from './alerts.suite.ts';

alertsSuite(allEpisodes);
