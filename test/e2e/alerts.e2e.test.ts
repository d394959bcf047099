import { fewEpisodes } from './alerts.episodes.ts';
import { alertsSuite } from './alerts.suite.ts';

alertsSuite(fewEpisodes);
