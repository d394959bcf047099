import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A door in front of a demo supplier for look-ups at which prices of single parts are changed. */
export interface RepricingFront {
  readonly url: string;
  /** From now on every price of the part is so many times as high. */
  reprice(partNumber: string, factor: number): void;
  close(): Promise<void>;
}

interface PartRow {
  readonly part_number: string;
  readonly prices: string | readonly { readonly qty: number; readonly price: string | number }[];
}

/** Opens the door in front of the supplier at a URL. */
export const startRepricingFront = async (supplierUrl: string): Promise<RepricingFront> => {
  const factors = new Map<string, number>();
  const repriced = (row: PartRow): PartRow => {
    const factor = factors.get(row.part_number);
    if (factor === undefined || typeof row.prices === 'string') return row;
    return {
      ...row,
      prices: row.prices.map(({ qty, price }) => ({
        qty,
        price: typeof price === 'string' ? (Number(price) * factor).toFixed(4) : Number((price * factor).toFixed(4)),
      })),
    };
  };
  const answer = async (path: string): Promise<{ readonly status: number; readonly body: string }> => {
    const passed = await fetch(`${supplierUrl}${path}`);
    const body = await passed.text();
    if (!passed.ok) return { status: passed.status, body };
    const { parts } = JSON.parse(body) as { parts: readonly PartRow[] };
    return { status: passed.status, body: JSON.stringify({ parts: parts.map(repriced) }) };
  };
  const server = createServer((request, response) => {
    answer(request.url ?? '/').then(
      ({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reprice: (partNumber, factor) => void factors.set(partNumber, factor),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
