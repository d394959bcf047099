import { setTimeout as delay } from 'node:timers/promises';
import { createConnectorOrders } from '../../storage/connectors/connector-orders.ts';
import { createSupplierStore } from '../../storage/connectors/supplier-store.ts';
import type { Pool } from '../../storage/pool/pool.ts';
import { createSealer } from '../../storage/secrets/sealing.ts';
import { byTest } from '../../test/support/by-test.ts';
import { untraced } from '../../test/support/event-samples.ts';
import { borealis } from '../../test/support/observations.ts';
import { append, type Target } from '../events.ts';

/** What the overview has to show: many credentials in the middle of their ticks, and events. */

const supplierId = 'bench';
const dayMs = 86_400_000;
const credentialIdOf = (at: number): string => `crd_bench_${at}`;

/**
 * A supplier with so many credentials, each in a tick. It is paused, so that what is measured is
 * showing them and not what they would ask for.
 */
export const fillCredentials = async ({ sql }: Pool, count: number, key: Buffer): Promise<void> => {
  const store = createSupplierStore(sql, createSealer({ activeKeyId: 'k1', keys: new Map([['k1', key]]) }));
  await store.putSupplier({ ...borealis, id: supplierId, name: 'Bench', route: { supplierId } }, byTest);
  const until = new Date(Date.now() + dayMs);
  await createConnectorOrders(sql).give(supplierId, { kind: 'pause', reason: 'measured', until }, 'bench', untraced);
  for (let at = 0; at < count; at += 1) {
    const id = credentialIdOf(at);
    const owner = { scope: 'customer', ownerId: `customer-${at}` } as const;
    const secret = { login: 'bench', password: 'bench' };
    await store.putCredential({ id, supplierId, ...owner, label: `account ${at}`, secret });
    await sql`
      insert into ingestion_tick (
        run_id, supplier_id, credential_id, kind, started_at, phase, page, items, prices, stocks, warehouses, pages
      ) values (${`run_bench_${at}`}, ${supplierId}, ${id}, 'prices', now(), 'prices', 1, 100, 100, 0, 0, 1)`;
  }
};

const everyMs = 100;

/** Events at a rate, each with a tick that goes on, until it is told to stop. */
export const startEvents = ({ sql }: Pool, credentials: number, perSecond: number) => {
  const stopping = new AbortController();
  const target: Target = { offerId: `off_bench_${Date.now()}`, version: 0 };
  let written = 0;
  const once = async (): Promise<void> => {
    const count = (perSecond * everyMs) / 1_000;
    const offerId = target.offerId;
    const events = Array.from({ length: count }, () => ({
      type: 'offer.repriced' as const,
      offerId,
      credentialId: credentialIdOf(0),
      observationId: 'obs_0123456789abcdef0123456789abcdef',
    }));
    await append(sql, target, events);
    target.version += count;
    const ids = events.map((_, at) => credentialIdOf((written + at) % credentials));
    await sql`
      update ingestion_tick set page = page + 1, items = items + 100, prices = prices + 100, pages = pages + 1
      where credential_id = any(${ids}::text[])`;
    written += count;
  };
  const ended = (async () => {
    const beganAt = performance.now();
    for (let turn = 1; !stopping.signal.aborted; turn += 1) {
      await once();
      await delay(Math.max(0, beganAt + turn * everyMs - performance.now()));
    }
  })();
  return {
    stop: async (): Promise<number> => {
      stopping.abort();
      await ended;
      return written;
    },
  };
};
