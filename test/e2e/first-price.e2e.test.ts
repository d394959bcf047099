import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentials, Metadata } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount, amountText, zero } from '../../domain/money.ts';
import { PricingClient, type PricingResponse } from '../../proto/gen/svc/public/v1/pricing.ts';
import { eventually } from '../support/eventually.ts';
import { type Service, startService } from '../support/service.ts';

const customerKey = 'os_customer-key-for-the-first-price';
const adminKey = 'os_admin-key-for-the-first-price';

/** The parts of an answer of `POST /v1/pricing` that are looked at here. */
interface Price {
  readonly pricing_mode: string;
  readonly final_price: number;
  readonly breakdown: readonly { readonly amount: number }[];
  readonly freshness?: { readonly status: string };
}

/** Long enough for a machine that is busy with other things. */
const firstPriceWithinMs = 100_000;

describe('the embedded start with its demo suppliers', () => {
  let dataDir: string;
  let service: Service;
  let offerId: string;

  const get = async (path: string): Promise<{ status: number; body: Record<string, unknown> }> => {
    const answer = await fetch(`${service.httpUrl}${path}`, { headers: { 'x-api-key': customerKey } });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  const price = async (quantity: number, currency?: string) => {
    const answer = await fetch(`${service.httpUrl}/v1/pricing`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customerKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ offer_id: offerId, quantity, delivery_zone: 'EU', currency }),
    });
    return { status: answer.status, body: (await answer.json()) as Price };
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'offerstream-'));
    service = await startService({
      DATA_DIR: join(dataDir, 'data'),
      BOOTSTRAP_CUSTOMER_KEY: customerKey,
      BOOTSTRAP_ADMIN_KEY: adminKey,
      // The demo suppliers of the service are allowed by it.
      OUTBOUND_ALLOW: '',
    });
  }, 120_000);

  afterAll(async () => {
    await service?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('prints where everything is, and none of the keys that it was given', async () => {
    // The log says that it has started a moment before people are told.
    await eventually(() => service.notices().includes('npx offerstream keys'));
    expect(service.notices()).toContain(service.httpUrl);
    expect(service.notices()).toContain(service.grpcAddress);
    expect(service.notices()).not.toContain(customerKey);
    expect(service.notices()).not.toContain(adminKey);
  });

  it('finds a part of its catalogue, an offer for it, and a FRESH price that adds up, soon after the start', async () => {
    const fresh = await eventually(async () => {
      const { body } = await get('/v1/products?q=RC0603&limit=5');
      for (const { id } of (body.items ?? []) as { id: string }[]) {
        const offers = (await get(`/v1/products/${id}/offers`)).body.items as { id: string }[];
        for (const offer of offers) {
          offerId = offer.id;
          const answer = await price(100);
          if (answer.body.freshness?.status === 'FRESH') return answer;
        }
      }
      return false;
    }, firstPriceWithinMs);
    expect(fresh.status).toBe(200);
    expect(fresh.body).toMatchObject({
      pricing_mode: 'fixed',
      observation_source: { type: expect.stringMatching(/CREDENTIAL/) },
    });
    const sum = fresh.body.breakdown.reduce((total, line) => total.plus(amount(line.amount)), zero);
    expect(amountText(sum)).toBe(amountText(amount(fresh.body.final_price)));
  });

  it('has exchange rates from the start, so that offers of both of its suppliers can be compared', async () => {
    for (const currency of ['EUR', 'USD', 'GBP'])
      expect((await price(100, currency)).body, currency).toMatchObject({ pricing_mode: 'fixed', currency });
  });

  it('gives the same price over gRPC', async () => {
    const client = new PricingClient(service.grpcAddress, credentials.createInsecure());
    const metadata = new Metadata();
    metadata.set('x-api-key', customerKey);
    const answer = await new Promise<PricingResponse>((resolve, reject) =>
      client.calculatePrice(
        { offerId, quantity: 100, deliveryZone: 'EU', date: undefined },
        metadata,
        (error, response) => (error === null ? resolve(response) : reject(error)),
      ),
    );
    client.close();
    const { body } = await price(100);
    expect(answer.freshness?.status).toBe('FRESH');
    expect(answer.finalPrice).toBe(body.final_price);
    expect(answer.breakdown.map((line) => line.amount)).toEqual(body.breakdown.map((line) => line.amount));
  });

  it('ends with 0 when asked to, and goes on with its data when started again', async () => {
    expect(await service.stop()).toBe(0);
    service = await startService({ DATA_DIR: join(dataDir, 'data'), BOOTSTRAP_CUSTOMER_KEY: customerKey });
    expect((await price(100)).body).toMatchObject({ pricing_mode: 'fixed' });
  });
});
