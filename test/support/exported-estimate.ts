import { EstimateResponse } from '../../proto/gen/svc/public/v1/estimate.ts';

/** An estimate as it is exported: lines that are bought, one that is not, orders and totals. */

const eur = (amount: string) => ({ amount, currency: 'EUR' });

const parts = [
  ['Yageo', 'RC0603FR-0710KL', 'RES 10K OHM 1% 1/10W 0603', 'R1, R2, R3', 250, '0.0021', '0.53'],
  ['Murata', 'GRM188R71C104KA01D', 'CAP CER 0.1UF 16V X7R 0603', 'C1, C2', 200, '0.0073', '1.46'],
  ['Texas Instruments', 'LM358DR', 'IC OPAMP GP 2 CIRCUIT 8SOIC', 'U1', 100, '0.0891', '8.91'],
  ['STMicroelectronics', 'STM32F103C8T6', 'IC MCU 32BIT 64KB FLASH 48LQFP', 'U2', 100, '3.1427', '314.27'],
  ['Wurth Elektronik', '61300211121', 'CONN HEADER VERT 2POS 2.54MM', 'J1', 100, '0.114', '11.4'],
] as const;

const sellers = ['Borealis', 'Tidewater'];

/** The estimate, with so many of its lines, of five; the fifth is not bought. */
export const exportedEstimate = (count: number = parts.length): EstimateResponse => {
  const taken = parts.slice(0, count);
  const lines = taken.map(([manufacturer, mpn, description, references, quantity, , price], at) => ({
    number: at + 1,
    row: at + 2,
    rawText: `${quantity} ${manufacturer} ${mpn}`,
    quantity,
    quantityDecimal: String(quantity),
    mpn,
    manufacturer,
    references: references.split(', '),
    pieces: quantity,
    piecesToBuy: quantity,
    product: { manufacturer, mpn, description },
    canonicalId: `prd_${at}`,
    ...(at === 4
      ? {
          unresolvedReason: 'not_enough_stock',
          unresolvedMessage: 'All suppliers together do not have enough in stock.',
        }
      : {
          chosen: [
            {
              offerId: `ofr_${at}`,
              supplierId: sellers[at % 2]?.toLowerCase() ?? '',
              supplierName: sellers[at % 2] ?? '',
              seller: { name: sellers[at % 2] ?? '', kind: 'authorized' },
              supplierSku: `SKU-${at}`,
              product: { manufacturer, mpn, description },
              quantity,
              price: eur(price),
              ...(at === 0 && { duty: { status: 'due', amount: eur('0.13'), missing: [] } }),
            },
          ],
        }),
  }));
  const itemsOf = (seller: number) =>
    taken.flatMap(([, , , , quantity, unitPrice, price], at) =>
      at % 2 === seller && at !== 4
        ? [
            {
              offerId: `ofr_${at}`,
              supplierSku: `SKU-${at}`,
              quantity,
              unitPrice: eur(unitPrice),
              price: eur(price),
              lines: [at + 1],
            },
          ]
        : [],
    );
  const orders = sellers
    .map((name, seller) => ({
      seller: { name, kind: 'authorized' },
      supplierName: name,
      supplierId: name.toLowerCase(),
      items: itemsOf(seller),
      orderCost: eur(seller === 0 ? '12.5' : '0'),
      ...(seller === 0 && { duty: eur('0.13'), amounts: [{ label: 'Express', amount: eur('-1.25') }] }),
    }))
    .filter(({ items }) => items.length > 0);
  return EstimateResponse.fromPartial({
    id: 'est_1',
    currency: 'EUR',
    totalPriceDecimal: '336.55',
    lines,
    orders,
  });
};
