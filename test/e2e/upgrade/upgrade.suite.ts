import { beforeAll, describe, expect, it } from 'vitest';
import { worldOf } from '../../storage/schema/releases/rows.ts';
import { runUpgrade, type UpgradeOrder, type UpgradeReport } from './upgrade.scenario.ts';
import { before020 } from './upgrade.world.ts';

const stored = (table: string) => worldOf(before020.release).find((each) => each.table === table)?.rows ?? [];

/** What holds of an upgrade from before 0.2.0 and on to the next release, under load. */
export const upgradeSuite = (order: UpgradeOrder): void => {
  describe(`an upgrade under load, with ${order.replacements} processes replaced`, () => {
    let report: UpgradeReport;
    beforeAll(async () => {
      report = await runUpgrade(order);
      const { rounds, estimates } = report.load;
      process.stdout.write(`${JSON.stringify({ rounds, estimates: estimates.length })}\n`);
    }, 600_000);

    it('fails no call of a caller who asks again at the hint', () => {
      expect(report.load.failures).toEqual([]);
      expect(report.load.rounds).toBeGreaterThan(12 * order.replacements);
    });

    it('loses no estimate that a caller was told of, nor a change of one', () => {
      expect(report.load.estimates.length).toBeGreaterThan(0);
      expect(report.lost).toEqual([]);
    });

    it('serves what the release before has stored', () => {
      const products = new Map(stored('product').map((row) => [row.id, row]));
      for (const { id, mpn, manufacturer, description } of report.products)
        expect({ mpn, manufacturer, description }).toEqual({
          mpn: products.get(id)?.mpn,
          manufacturer: products.get(id)?.manufacturer,
          description: products.get(id)?.description,
        });
      const before = stored('estimate').find(({ id }) => id === report.estimate.id);
      expect(report.estimate.lines.length).toBe(report.products.length);
      expect(report.estimate.status).toBe('ready');
      expect(report.estimate.version).toBeGreaterThanOrEqual(Number(before?.version));
    });

    it('answers a repeated request with what the release before has made for it', () => {
      expect(report.repeated).toBe(report.estimate.id);
    });

    it('applies what is missing', () => {
      expect(report.applied).toContain('0062_schema_needs.sql applied');
    });

    it('lets every process end in good order, and warns once in each that starts on a newer schema', () => {
      expect(report.exits.length).toBeGreaterThanOrEqual(order.replacements);
      expect([...new Set(report.exits)]).toEqual([0]);
      const migrations = ['9001_wrapping.sql', '9002_reasons.sql'];
      expect(report.warnings).toEqual(
        Array.from({ length: order.replacements }, () => [expect.objectContaining({ level: 'warn', migrations })]),
      );
    });
  });
};
