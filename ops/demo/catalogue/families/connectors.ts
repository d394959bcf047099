import { deviceFamily, named, packed } from '../device-family.ts';

/** Connectors, by the ordering information of their makers. */

const counts = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

const padded = (value: number, length: number): string => String(value).padStart(length, '0');

/** A number for each count of positions. */
const positions = (
  all: readonly number[],
  number: (positions: number) => string,
  text: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(all.map((count) => [number(count), `${text}, ${count} positions`]));

const jst = {
  ...positions(counts(2, 16), (count) => `B${count}B-PH-K-S`, 'Header 2.0 mm'),
  ...positions(counts(2, 16), (count) => `S${count}B-PH-K-S`, 'Header 2.0 mm, angled'),
  ...positions(counts(2, 16), (count) => `B${count}B-PH-SM4-TB`, 'Header 2.0 mm, surface mount'),
  ...positions(counts(2, 16), (count) => `S${count}B-PH-SM4-TB`, 'Header 2.0 mm, angled, surface mount'),
  ...positions(counts(2, 16), (count) => `PHR-${count}`, 'Housing 2.0 mm'),
  ...positions(counts(2, 16), (count) => `B${count}B-XH-A`, 'Header 2.5 mm'),
  ...positions(counts(2, 16), (count) => `S${count}B-XH-A`, 'Header 2.5 mm, angled'),
  ...positions(counts(2, 16), (count) => `S${count}B-XH-A-1`, 'Header 2.5 mm, angled'),
  ...positions(counts(2, 16), (count) => `XHP-${count}`, 'Housing 2.5 mm'),
  ...positions(counts(2, 13), (count) => `B${count}B-EH-A`, 'Header 2.5 mm'),
  ...positions(counts(2, 15), (count) => `B${padded(count, 2)}B-ZR`, 'Header 1.5 mm'),
  ...positions(counts(2, 15), (count) => `BM${padded(count, 2)}B-SRSS-TB`, 'Header 1.0 mm, surface mount'),
  ...positions(counts(2, 15), (count) => `SM${padded(count, 2)}B-SRSS-TB`, 'Header 1.0 mm, angled, surface mount'),
  ...positions(counts(2, 15), (count) => `BM${padded(count, 2)}B-GHS-TBT`, 'Header 1.25 mm, surface mount'),
  ...positions(counts(2, 15), (count) => `SM${padded(count, 2)}B-GHS-TB`, 'Header 1.25 mm, angled, surface mount'),
  ...positions(counts(2, 15), (count) => `SHR-${padded(count, 2)}V-S-B`, 'Housing 1.0 mm'),
  ...positions(counts(2, 15), (count) => `GHR-${padded(count, 2)}V-S`, 'Housing 1.25 mm'),
  ...positions(counts(2, 5), (count) => `B${count}P-VH`, 'Header 3.96 mm'),
  ...positions(counts(2, 5), (count) => `VHR-${count}N`, 'Housing 3.96 mm'),
  ...named('SPH-002T-P0.5S SXH-001T-P0.6 SSH-003T-P0.2-H SVH-21T-P1.1 SSHL-002T-P0.2', 'Crimp contact'),
};

const molex = {
  ...positions(counts(2, 15), (count) => `53047-${padded(count, 2)}10`, 'Header 1.25 mm'),
  ...positions(counts(2, 15), (count) => `53048-${padded(count, 2)}10`, 'Header 1.25 mm, angled'),
  ...positions(counts(2, 15), (count) => `53261-${padded(count, 2)}71`, 'Header 1.25 mm, angled, surface mount'),
  ...positions(counts(2, 15), (count) => `53398-${padded(count, 2)}71`, 'Header 1.25 mm, surface mount'),
  ...positions(counts(2, 15), (count) => `51021-${padded(count, 2)}00`, 'Housing 1.25 mm'),
  ...positions(
    counts(2, 24).filter((count) => count % 2 === 0),
    (count) => `43045-${padded(count, 2)}12`,
    'Header 3.0 mm',
  ),
  ...positions(
    counts(2, 24).filter((count) => count % 2 === 0),
    (count) => `43025-${padded(count, 2)}00`,
    'Housing 3.0 mm',
  ),
  ...positions(counts(2, 12), (count) => `43650-${padded(count, 2)}15`, 'Header 3.0 mm, one row'),
  ...positions(counts(2, 12), (count) => `43645-${padded(count, 2)}00`, 'Housing 3.0 mm, one row'),
  ...positions(
    counts(2, 24).filter((count) => count % 2 === 0),
    (count) => `39-28-1${padded(count, 2)}3`,
    'Header 4.2 mm',
  ),
  ...positions(
    counts(2, 24).filter((count) => count % 2 === 0),
    (count) => `39-01-2${padded(count, 2)}0`,
    'Housing 4.2 mm',
  ),
  ...positions(counts(2, 15), (count) => `22-05-30${padded(count, 2)}`, 'Header 2.54 mm, angled'),
  ...positions(counts(2, 15), (count) => `22-01-30${padded(count, 2)}7`, 'Housing 2.54 mm'),
  ...named('47346-0001 105017-0001 105133-0001 67503-1020 48037-0001 67643-2911 105450-0101', 'USB connector'),
  ...named('503398-1892 502570-0893 104031-0811 47219-2001 502774-0891', 'Memory card connector'),
  ...named('43030-0007 39-00-0039 08-50-0114 50079-8000', 'Crimp contact'),
};

const wuerth = {
  ...positions(counts(1, 40), (count) => `613${padded(count, 3)}11121`, 'Pin header 2.54 mm'),
  ...positions(counts(2, 20), (count) => `6130${padded(count * 2, 2)}21121`, 'Pin header 2.54 mm, two rows'),
  ...positions(counts(2, 20), (count) => `6130${padded(count, 2)}11821`, 'Socket header 2.54 mm'),
  ...positions(counts(2, 20), (count) => `6130${padded(count * 2, 2)}21821`, 'Socket header 2.54 mm, two rows'),
  ...positions(counts(2, 12), (count) => `6910${padded(count, 2)}`, 'Terminal block'),
  ...positions(counts(2, 12), (count) => `6912137100${padded(count, 2)}`, 'Terminal block 5.0 mm'),
  ...positions(counts(2, 12), (count) => `6911021100${padded(count, 2)}`, 'Terminal block 5.0 mm'),
  ...positions(counts(2, 12), (count) => `6913221100${padded(count, 2)}`, 'Terminal block, pluggable'),
  ...named(
    '629105150521 629105136821 629722000214 632723100011 692122030100 692121030100 614105150721',
    'USB connector',
  ),
  ...named('693071010811 693072010801 693063010911', 'Memory card connector'),
  ...named('7427920 742792651 742792641 74279265 74279250 742792115 742792042 74279262 742792118', 'Ferrite bead'),
  ...named(
    '744025002 744028002 744031004 744042100 7447789004 744778004 74437324100 74404054100 74438335100 744773112 7447709100',
    'Power inductor',
  ),
  ...named(
    '150060RS75000 150060GS75000 150060BS75000 150060YS75000 150080RS75000 150080GS75000 150080BS75000 150120RS75000 151033RS03000 151053GS03000',
    'LED',
  ),
};

/** Every family of connectors. */
export const connectorFamilies = [
  deviceFamily('JST', 'Connector', 140_000, {
    devices: jst,
    codes: { '*': packed.bag(500), '*(LF)(SN)': packed.bag(500), '*(LF)': packed.bag(500) },
  }),
  deviceFamily('Molex', 'Connector', 520_000, {
    devices: molex,
    codes: { '*': packed.bag(250) },
  }),
  deviceFamily('Molex', 'Connector', 520_000, {
    devices: Object.fromEntries(
      Object.entries(molex)
        .filter(([number]) => /^\d{5,6}-\d{4}$/u.test(number))
        .map(([number, text]) => [number.replace('-', '').padStart(10, '0'), text]),
    ),
    codes: { '*': packed.bag(250) },
  }),
  deviceFamily('Würth Elektronik', 'Connector', 610_000, {
    devices: wuerth,
    codes: { '*': packed.bag(200) },
  }),
  deviceFamily('Phoenix Contact', 'Connector', 980_000, {
    devices: named(
      '1751099 1751248 1751251 1757019 1757022 1757035 1757242 1757255 1757268 1757271 1715035 1715721 1715734 1729128 1729131 1729018 1803277 1803280 1803293 1803303 1803578 1803581 1803594 1725656 1725669 1725672 1725685 1935161 1935174 1935187 1984617 1984620 1988956 1990973 1814634 1814647',
      'Terminal block',
    ),
    codes: { '*': packed.bag(50) },
  }),
  deviceFamily('Harwin', 'Connector', 330_000, {
    devices: {
      ...positions(counts(2, 40), (count) => `M20-999${padded(count, 2)}46`, 'Pin header 2.54 mm'),
      ...positions(counts(2, 40), (count) => `M20-998${padded(count, 2)}46`, 'Pin header 2.54 mm, two rows'),
      ...positions(counts(2, 20), (count) => `M20-782${padded(count, 2)}42`, 'Socket 2.54 mm'),
      ...positions(counts(2, 20), (count) => `M20-783${padded(count, 2)}42`, 'Socket 2.54 mm, two rows'),
      ...positions(counts(2, 20), (count) => `M20-977${padded(count, 2)}46`, 'Pin header 2.54 mm, angled'),
      ...positions(counts(2, 20), (count) => `M20-106${padded(count, 2)}00`, 'Housing 2.54 mm'),
    },
    codes: { '*': packed.bag(100) },
  }),
  deviceFamily('Amphenol', 'Connector', 640_000, {
    devices: named(
      '10118192-0001LF 10118193-0001LF 10118194-0001LF 10103594-0001LF 10104110-0001LF 10033526-N3212MLF 10033527-N3212MLF 10067847-001RLF 12401610E4#2A 12401832E402A 12401598E4#2A 20021121-00006T4LF 20021121-00008T4LF 20021121-00010T4LF 20021121-00014T4LF 20021121-00020T4LF 61729-0010BLF 61300-001LF RJHSE-5080 RJHSE-5081 RJHSE-5380 RJHSE-5384 RJCSE538001 68000-102HLF 68000-103HLF 68000-104HLF 68000-106HLF 68000-108HLF 68000-110HLF 67996-206HLF 67996-210HLF 75869-132LF 75869-103LF 10129378-904001BLF 901-9895-RFX 132134 L77SDE09SA4CH4F',
      'Connector',
    ),
    codes: { '*': packed.reel(1_000) },
  }),
  deviceFamily('GCT', 'Connector', 690_000, {
    devices: named(
      'USB3075-30-A USB3076-30-A USB3080-130-B-C USB3131-30-0230-A USB4085-GF-A USB4105-GF-A USB4105-GF-A-060 USB4110-GF-A USB4115-03-C USB4120-03-C USB4125-GF-A USB4135-GF-A USB4500-03-0-A USB1046-GF-0190-L-B-A MEM2061-01-188-00-A MEM2067-02-180-00-A MEM2075-00-140-01-A BD065-30-A-0-200-0-N-D',
      'Connector',
    ),
    codes: { '*': packed.reel(900) },
  }),
  deviceFamily('Korean Hroparts', 'Connector', 150_000, {
    devices: named(
      'TYPE-C-31-M-12 TYPE-C-31-M-14 TYPE-C-31-M-17 U-F-M5DD-W-1 U-F-M5DD-Y-L K-1827 TF-01A TF-110 TF-115 TF-PUSH ST-TF-003A PJ-320A PJ-307',
      'Connector',
    ),
    codes: { '*': packed.reel(1_000) },
  }),
  deviceFamily('Hirose', 'Connector', 760_000, {
    devices: {
      ...named(
        'U.FL-R-SMT U.FL-R-SMT-1 U.FL-R-SMT(10) U.FL-R-SMT-1(10) U.FL-R-SMT-1(01) U.FL-R-SMT-1(40) U.FL-R-SMT-1(80) ZX62-AB-5PA(31) ZX62D-AB-5P8(30) ZX62-AB-5PA(11) ZX62R-AB-5P(30) UX60SC-MB-5ST(80) UX60-MB-5ST DM3AT-SF-PEJM5 DM3D-SF DM3CS-SF DM3BT-DSF-PEJS CX90M-16P CX70M-24P1',
        'Connector',
      ),
      ...positions(counts(2, 15), (count) => `DF13-${count}P-1.25DSA`, 'Header 1.25 mm'),
      ...positions(counts(2, 15), (count) => `DF13-${count}S-1.25C`, 'Housing 1.25 mm'),
      ...positions(counts(2, 15), (count) => `DF13A-${count}P-1.25H`, 'Header 1.25 mm, angled'),
    },
    codes: { '*': packed.reel(1_000) },
  }),
  deviceFamily('CUI Devices', 'Connector', 820_000, {
    devices: named(
      'PJ-002A PJ-002AH PJ-002AH-SMT-TR PJ-002B PJ-036AH-SMT-TR PJ-037A PJ-050AH PJ-102A PJ-102AH PJ-102BH PJ-202A SJ1-3523N SJ1-3533NG SJ1-3553-SMT SJ-3523-SMT SJ-3524-SMT-TR SJ-43514 SJ-43514-SMT-TR SJ-43515TS-SMT-TR MJ-3523 TB001-500-02BE TB002-500-02BE TB002-500-03BE TB007-508-02BE CMT-1203-SMT-TR CPE-827 CEM-1203(42) CST-931RP',
      'Connector or sounder',
    ),
    codes: { '*': packed.each() },
  }),
  deviceFamily('Amass', 'Connector', 450_000, {
    devices: named(
      'XT30-F XT30-M XT30PB-F XT30PB-M XT30PW-F XT30PW-M XT30U-F XT30U-M XT30UPB-F XT30UPB-M XT60-F XT60-M XT60E-M XT60H-F XT60H-M XT60PB-F XT60PB-M XT60PW-F XT60PW-M XT90-F XT90-M MR30PW-M MR30PW-FB MR60',
      'Power connector',
    ),
    codes: { '*': packed.each() },
  }),
  deviceFamily('Sullins', 'Connector', 420_000, {
    devices: {
      ...positions(counts(2, 36), (count) => `PRPC${padded(count, 3)}SAAN-RC`, 'Pin header 2.54 mm'),
      ...positions(counts(2, 40), (count) => `PREC${padded(count, 3)}SAAN-RC`, 'Pin header 2.54 mm'),
      ...positions(counts(2, 36), (count) => `PREC${padded(count, 3)}DAAN-RC`, 'Pin header 2.54 mm, two rows'),
      ...positions(counts(2, 30), (count) => `PPTC${padded(count, 2)}1LFBN-RC`, 'Socket 2.54 mm'),
      ...positions(counts(2, 30), (count) => `PPTC${padded(count, 2)}2LFBN-RC`, 'Socket 2.54 mm, two rows'),
      ...positions(counts(2, 30), (count) => `PPPC${padded(count, 2)}1LFBN-RC`, 'Socket 2.54 mm'),
      ...positions(counts(2, 30), (count) => `PPPC${padded(count, 2)}2LFBN-RC`, 'Socket 2.54 mm, two rows'),
      ...named(
        'SPC02SYAN QPC02SXGN-RC NPC02SXON-RC SBH11-PBPC-D05-ST-BK SBH11-PBPC-D08-ST-BK SBH11-PBPC-D10-ST-BK',
        'Connector',
      ),
    },
    codes: { '*': packed.bag(100) },
  }),
  deviceFamily('3M', 'Connector', 390_000, {
    devices: {
      ...positions(counts(2, 36), (count) => `9611${padded(count, 2)}-6404-AR`, 'Pin header 2.54 mm'),
      ...positions(counts(2, 36), (count) => `9612${padded(count * 2, 2)}-6404-AR`, 'Pin header 2.54 mm, two rows'),
    },
    codes: { '*': packed.bag(100) },
  }),
  deviceFamily('TE Connectivity', 'Connector', 710_000, {
    devices: named(
      '282834-2 282834-3 282834-4 282834-6 282836-2 282837-2 282837-3 1-282834-0 640454-2 640454-3 640454-4 640456-2 640456-3 640456-4 5103308-1 5103308-2 5-103309-1 1-1546551-2 1473005-1 1473005-4 1-2199230-6 2199119-4 292303-1 292303-4 1734035-1 1734035-2 2106003-1 1-1734742-0 1935161-2 5747840-4 5747844-4 1-84953-0 1-1734592-0 FSM4JH FSM4JSMA 1825910-6 1825910-7 1-1825910-0 2-1825910-7 1552130-01',
      'Connector or switch',
    ),
    codes: { '*': packed.each() },
  }),
] as const;
