import manifest from '../../package.json' with { type: 'json' };

/** The options of Node that `npm start` runs the service with: how its memory is kept. */
export const startOptions: readonly string[] = manifest.scripts.start.split(' ').slice(1, -1);
