import { startWatches as startWatchesActor } from '../../actors/guardian.ts';
import type { ActorSystem } from '../../actors/runtime/handle.ts';
import { createSupplyRoutes } from '../catalog/supply-routes.ts';
import type { Config } from '../config/config.ts';
import { calculatePrice } from '../pricing/calculate-price.ts';
import { createCursors } from '../request/paging.ts';
import { createObserveWatched } from '../webhooks/observe-watched.ts';
import { watchTargetSeen } from '../webhooks/watch-target-seen.ts';
import { createWatchUseCases, type WatchUseCases } from '../webhooks/watch-use-cases.ts';
import { newContext, newId } from './new-ids.ts';
import type { PriceBasis } from './price-basis.ts';
import { deliveriesSignal } from './webhooks.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** Tells whoever reads a watch that it has told something; the id of the watch follows. */
const toldSignal = 'state.watch';

/** Room for prices that are asked for again, in bytes. */
const answerBytes = 2 ** 20;

/** Starts to look at watches. */
export const startWatches = (
  { delivery }: Pick<Config, 'delivery'>,
  system: ActorSystem,
  { stores, bus, metrics, log, now }: Pick<WorkerDependencies, 'stores' | 'bus' | 'metrics' | 'log' | 'now'>,
  { offerCache, priceBooks, visibility }: PriceBasis,
): void => {
  const price = calculatePrice({
    cache: offerCache,
    answerBytes,
    offers: stores.offers,
    books: priceBooks,
    ...delivery,
    visibility,
    // Nobody asks for what a watch looks at.
    onPriced: () => undefined,
  });
  startWatchesActor(system, {
    queue: stores.watchQueue,
    observe: createObserveWatched({
      catalog: stores.catalog,
      offers: stores.offers,
      visibility,
      routes: createSupplyRoutes(stores.offers),
      calculatePrice: price,
      customers: stores.customers,
      now,
    }),
    catchUp: () => offerCache.catchUp().catch(() => offerCache.clear()),
    onTold: (watchId) => bus.signal(`${toldSignal}.${watchId}`, new Uint8Array()),
    onDeliveries: () => bus.signal(deliveriesSignal, new Uint8Array()),
    owner: newId('own'),
    newContext,
    metrics: metrics.webhooks,
    log,
    now,
  });
};

/** The operations over watches. */
export const watchUseCases = (
  { stores, bus }: Pick<WorkerDependencies, 'stores' | 'bus'>,
  { visibility }: Pick<PriceBasis, 'visibility'>,
): WatchUseCases =>
  createWatchUseCases({
    watches: stores.watches,
    isSeen: watchTargetSeen({ ...stores, visibility }),
    toldSoon: (watchId, signal) =>
      new Promise((resolve) => {
        const unsubscribe = bus.onSignal(`${toldSignal}.${watchId}`, () => resolve());
        signal.addEventListener('abort', unsubscribe, { once: true });
      }),
    newId: () => newId('wat'),
    cursors: createCursors(stores.cursorKey),
  });
