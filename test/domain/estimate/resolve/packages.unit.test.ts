import { describe, expect, it } from 'vitest';
import { packageKeys } from '../../../../domain/estimate/resolve/packages.ts';

describe('packages', () => {
  it.each([
    ['0603', ['0603']],
    ['0603 (1608 Metric)', ['0603']],
    ['0201 (0603 Metric)', ['0201']],
    ['C_0805_2012Metric_Pad1.18x1.45mm_HandSolder', ['0805']],
    ['Resistor_SMD:R_0402_1005Metric', ['0402']],
    ['C0603', ['0603']],
    ['SMD0402', ['0402']],
    ['27.4Ω 0603电阻', ['0603']],
    ['CAP CER 0.1UF 50V X7R 0402', ['0402']],
    ['8-SOIC (0.154", 3.90mm Width)', ['SOIC-8']],
    ['SOIC-8', ['SOIC-8']],
    ['SO-8', ['SOIC-8']],
    ['TSSOP-16_4.4x5mm_P0.65mm', ['TSSOP-16']],
    ['20-TSSOP', ['TSSOP-20']],
    ['TO-236-3, SC-59, SOT-23-3', ['SOT-23']],
    ['Package_TO_SOT_SMD:SOT-23', ['SOT-23']],
    ['SC-74A, SOT-753', ['SOT-23-5']],
    ['SOT-23-5', ['SOT-23-5']],
    ['DO-214AC, SMA', ['SMA']],
    ['MiniMELF', ['SOD-80']],
    ['TO-18', ['TO18']],
  ])('%s is %j', (text, keys) => {
    expect(packageKeys(text)).toEqual(keys);
  });

  it.each(['RC0603FR-0710KL', '10603', '0.0603', 'SOT230P700X170-4', 'SC1631', '4x0402', 'Radial, Can', ''])(
    '%s names none',
    (text) => {
      expect(packageKeys(text)).toEqual([]);
    },
  );
});
