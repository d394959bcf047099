import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * The demo suppliers on a thread of their own, so that making up a catalogue takes nothing from
 * the service beside it: to the service they are other people's servers.
 */

/** How the demo suppliers are started. */
export interface DemoSuppliersOptions {
  /**
   * At most so many products of the made catalogue at the bulk supplier; the others have it whole.
   */
  readonly products: number;
  readonly seed: string;
  /** A CSV file of real parts that they also sell a share of. */
  readonly file: string | undefined;
  /** What the bulk supplier asks for. */
  readonly login: string;
  readonly password: string;
  /** What the suppliers that answer look-ups ask for. */
  readonly apiKey: string;
}

/** The demo suppliers that answer look-ups. */
export type LookupId = 'meridian' | 'cobalt' | 'tidewater';

/** Where they listen. */
export interface DemoSupplierUrls {
  readonly bulk: string;
  /** Of those that answer look-ups, by their ids. */
  readonly lookups: Readonly<Record<LookupId, string>>;
}

/** The running suppliers. */
export interface DemoSuppliers extends DemoSupplierUrls {
  close(): Promise<void>;
}

/** Starts them; resolves when all listen. Rejects when the file cannot be read. */
export const startDemoSuppliers = async (options: DemoSuppliersOptions): Promise<DemoSuppliers> => {
  const worker = new Worker(new URL(`./suppliers-worker${extname(import.meta.filename)}`, import.meta.url), {
    workerData: options,
  });
  const [urls] = (await once(worker, 'message')) as [DemoSupplierUrls];
  return {
    ...urls,
    close: async () => {
      const ended = once(worker, 'exit');
      worker.postMessage('stop');
      await ended;
    },
  };
};
