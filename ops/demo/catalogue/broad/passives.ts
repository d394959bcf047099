import { codes, type NumberScheme } from '../number-scheme.ts';
import { decades, farads, henries, letterCodeOfFour, series } from '../preferred-values.ts';
import { combined, either, numbered } from './codes.ts';
import { composed, manufacturer } from './compose.ts';

/** Passive parts with all codes of their makers' ordering information. */

const digits = series.e24.map((value) => String(value).slice(0, 2));
/** Below ten, in tenths. */
const withPoint = (mark: string) => numbered(10, 99).map((pair) => `${pair[0]}${mark}${pair[1]}`);

/** Two figures and a power: 104; below ten with a mark for the point: 4R7; below one: R47. */
const threeFigures = combined(
  either(combined(digits, numbered(0, 9)), withPoint('R'), combined(['R'], numbered(10, 99)), [
    ...numbered(1, 9).map((tenths) => `0R${tenths}`),
    ...numbered(1, 9).map((tenths) => `R${tenths}0`),
    'R03',
    'R05',
    'R07',
    '1R25',
    '000',
  ]),
);

const figureOf = (code: string): number =>
  code.includes('R') ? Number(code.replace('R', '.')) : Number(code.slice(0, 2)) * 10 ** Number(code[2]);

/** A capacitor whose value is told by the group of a pattern, in picofarads. */
const capacitor =
  (text: string, value: RegExp, unit = 1_000) =>
  (mpn: string): string => {
    const code = value.exec(mpn)?.[1];
    return code === undefined ? text : `${text} ${farads(Math.round(figureOf(code) * unit))}`;
  };

/** An inductor whose value is told in microhenries, or with an N in nanohenries: 4R7, 100, 15N. */
const inductor =
  (text: string, value: RegExp) =>
  (mpn: string): string => {
    const code = value.exec(mpn)?.[1];
    if (code === undefined) return text;
    const nano = /N/u.test(code) ? Number(code.replace('N', '.').replace(/\.$/u, '')) : figureOf(code) * 1_000;
    return `${text} ${henries(Math.round(nano * 1_000) / 1_000)}`;
  };

/** 0N6, 2N2, 15N and 150N, R22, 4R7, 100. */
const inductances = either(
  withPoint('N'),
  numbered(1, 9).map((tenths) => `0N${tenths}`),
  combined(numbered(10, 99), ['N']),
  threeFigures,
);

/** The codes of EIA-198 for volts. */
const volts = codes('0E 0G 0J 1A 1C 1E 1V YA 1H 1J 1K 2A 2D 2E 2W YD 2V 2G 2H 2J 3A 3C 3D 3F 4W');
const ceramicTolerances = codes('B C D F G J K M W Z R');
const tens = numbered(0, 99, 2);
const letters = (text: string): readonly string[] => [...text];

const ceramic = 'Ceramic capacitor, SMD';
const eiaSizes = codes('01005 0201 0402 0603 0805 1206 1210 1808 1812 1825 2220 2225');

const murataValue = /(?:[0-4]\w|YA|YD)(\d\d\d|\dR\d|R\d\d)[BCDFGJKMRWZ][A-Z]/u;
const murata: readonly NumberScheme[] = [
  composed(
    manufacturer('Murata', 'Ceramic capacitor')(capacitor(ceramic, murataValue), 30_000, 4_000),
    codes('GRM GCM GRT GJM GCQ GQM GCJ GCG GCD GGD GRJ GC3 GJ4 GR3 GR4 GR7 GA2 GA3 GMA KCM KRM LLL LLA NFM'),
    codes('02 03 05 0D 15 18 1X 21 22 31 32 42 43 52 55'),
    letters('23456789ABCDEFMNQRSX'),
    codes('5C 5G 6C 6P 6R 7U 1X 3U 2C R7 R6 R1 R9 C6 C7 C8 D7 D8 F5 B1 B3 L8 L1 M8 81 T7 Z7 W0'),
    volts,
    threeFigures,
    ceramicTolerances,
    combined(letters('ACDEMTWY'), either(tens, codes('A1 A2 A3 A5 A7 A8 AA AB AC C7 E1 E4 EA'))),
    letters('DLJKRBWCP'),
  ),
  composed(
    manufacturer('Murata', 'Inductor')(inductor('Inductor, SMD', /(\d+N\d?|R\d\d|\dR\d|\d\d\d)[A-Z]/u), 90_000, 4_000),
    codes(
      'LQW03A LQW04A LQW15A LQW15C LQW18A LQW18C LQW21H LQW21F LQW2BA LQW2BH LQW2UA LQW31H LQP02T LQP03T LQP03H LQP15M LQP18M LQG15H LQG15W LQG18H LQH2MC LQH2HP LQH31C LQH31H LQH31M LQH32C LQH32D LQH32P LQH3NP LQH43C LQH43M LQH43N LQH43P LQH44P LQH55D LQH5BP LQH66S LQH88P LQM18F LQM18P LQM21D LQM21F LQM21P LQM2HP LQM2MP LQM31P LQB15N LQB18N',
    ),
    letters('NSAGQHPRMCDFW'),
    inductances,
    letters('BCGHJKMSDN'),
    combined(codes('0 1 2 3 5 8 G J P R T'), either(letters('0123456789CZGJLMPRT'), ['']), letters('DLBJKZ')),
  ),
  composed(
    manufacturer('Murata', 'Ferrite bead')('Ferrite bead, SMD', 40_000, 4_000),
    codes('BLM03 BLM15 BLM18 BLM21 BLM31 BLM41 BLF03 BLE18 BLE32 NFZ15 NFZ18 BLT5B'),
    codes('AG AX BA BB BC BD BX EG EX GA GG HB HD HE HG HK JA KG PE PF PG PK PN PS PX RK RL SG SN SP TG VG VN VK JD'),
    threeFigures,
    letters('SATFGHBZ'),
    letters('NHZ'),
    letters('1DF'),
    letters('DLBJK'),
  ),
  composed(
    manufacturer('Murata', 'Thermistor')('Thermistor, SMD', 90_000, 4_000),
    codes('NCP02 NCP03 NCP15 NCP18 NCP21 NCU03 NCU15 NCU18 PRF15 PRF18 PRF21'),
    codes('XH XV XM XQ XW WF WB WL WD WM BB BC'),
    combined(threeFigures, letters('DEFHJK')),
    codes('03RC 03RB 05RL 60RC 6SRB 62RC RB RC RL'),
  ),
];

const tdkDielectrics = codes('C0G CH NP0 X5R X6S X7R X7S X7T X8R X8L JB U2J');
const tdkThickness = codes('020 030 033 050 055 060 080 085 115 125 130 160 200 230 250 280 320');
const tdkEnds = codes('AA AB AC AD AE AK AM AR AT BA BB BC BD BE BP KA KB KC KE KM N NE T E J');
const tdkCapacitance = /(?:\d\w|\dA)(\d\d\d|\dR\d|R\d\d)[BCDFGJKM]\d\d/u;
const tdkInductance = /(\d+N\d?|R\d\d|\dR\d|\d\d\d)[A-Z](?:T|HT|\d)/u;
const tdk: readonly NumberScheme[] = [
  composed(
    manufacturer('TDK', 'Ceramic capacitor')(capacitor(ceramic, tdkCapacitance), 30_000, 4_000),
    either(
      codes('C0402 C0603 C1005 C1608 C2012 C3216 C3225 C4520 C4532 C5750 CEU3E2 CEU4J2'),
      combined(codes('CGA CGB CGJ'), numbered(1, 9), letters('ABCDEFGHJKLMNPQRS'), numbered(1, 4)),
    ),
    tdkDielectrics,
    codes('0E 0G 0J 1A 1C 1E 1V 1H 1N 2A 2E 2V 2W 2J 3A 3D'),
    threeFigures,
    letters('BCDFGJKM'),
    tdkThickness,
    tdkEnds,
  ),
  composed(
    manufacturer('TDK', 'Inductor')(inductor('Inductor, SMD', tdkInductance), 60_000, 4_000),
    codes(
      'MLG0402P MLG0402Q MLG0603P MLG0603Q MLG0603S MLG1005S MLG1608B MHQ0402P MHQ0603P MHQ1005P MLK0603L MLK1005S MLK1608B MLF1005L MLF1005A MLF1608A MLF1608C MLF1608D MLF1608E MLF2012A MLF2012C MLF2012D MLF2012E MLF2012K MLZ1005A MLZ1005M MLZ1608A MLZ1608M MLZ1608N MLZ2012A MLZ2012M MLZ2012N MLP2012H MLP2012S MLP2016H MLP2016S MLP2520S MLP2520W MLP2520K',
    ),
    inductances,
    letters('BCDGHJKMSLNVW'),
    codes('_ T T000 TD25 T00 TA00 HT HTD25 HT000 T0S1 T0H1 0T0S1 LT000 WT000 RT'),
  ),
  composed(
    manufacturer('TDK', 'Inductor')(inductor('Power inductor, SMD', tdkInductance), 290_000, 1_000),
    codes(
      'VLS201610HBX- VLS201612HBX- VLS2012ET- VLS201610CX- VLS252010HBX- VLS252012HBX- VLS252010CX- VLS252012CX- VLS252012T- VLS2010ET- VLS2016ET- VLS3010ET- VLS3012ET- VLS3012HBX- VLS3015ET- VLS3015CX- VLS4010ET- VLS4012ET- VLS4012HBX- VLS4015ET- VLS4018ET- VLS5010EX- VLS5012EX- VLS5012HBX- VLS5015EX- VLS5020EX- VLS5030EX- VLS5040EX- VLS5045EX- VLS6010EX- VLS6012EX- VLS6020EX- VLS6028EX- VLS6045EX- VLS6045AF- VLF302510MT- VLF3010AT- VLF3012AT- VLF3014AT- VLF3215ST- VLF4012AT- VLF4014AT- VLF4014ST- VLF5012AT- VLF5014AT- VLF5014ST- VLF10040T- VLF10045T- VLF12060T- VLCF4018T- VLCF4020T- VLCF4024T- VLCF4028T- VLCF5014T- VLCF5020T- VLCF5024T- VLCF5028T- SLF6025T- SLF6028T- SLF6045T- SLF7028T- SLF7032T- SLF7045T- SLF7055T- SLF10145T- SLF10165T- SLF12555T- SLF12565T- SLF12575T- SPM3010T- SPM3012T- SPM3015T- SPM3020T- SPM4012T- SPM4015T- SPM4020T- SPM4030T- SPM5012T- SPM5015T- SPM5020T- SPM5030T- SPM6530T- SPM6545VT- SPM6550T- SPM10030T- SPM10040T- SPM10054T- SPM12550T- SPM12565T- LTF5022T- CLF5030NIT- CLF6045NIT- CLF7045NIT- CLF10060NIT- CLF12555T- RLF7030T- RLF12545T- TFM201610ALM- TFM252012ALMA TFM201610GHM- NLV25T- NLV32T- NLCV32T- NLFV25T- NLFV32T- B82462G4 B82464G4 B82472G6 B82442T1 B82422T1 B82432T1',
    ),
    combined(threeFigures, letters('MNYKJT')),
    codes(
      '_ -CA -H -D -PF -LR -HZ -EF -EFD -EFR -EFDR R R10 R41 R44 R47 R50 R59 R62 R64 R68 R73 R75 R80 R88 R90 TAA 1R0 1R1 1R2 1R3 1R5 1R6 1R7 1R8 1R9 2R0 2R2 2R4 2R5 2R7 2R9 3R0 3R4 3R6 4R1 5R4 1R0-PF 1R2-PF 1R3-PF 1R5-PF 1R7-PF 1R8-PF 2R0-PF 2R5-PF 2R9-PF 3R6-PF 4R1-PF 000 K000',
    ),
  ),
  composed(
    manufacturer('TDK', 'Ferrite bead')('Ferrite bead, SMD', 30_000, 4_000),
    codes('MMZ MPZ KMZ MAF MAV MFB'),
    codes('0402 0603 1005 1608 2012 3216'),
    letters('ABCDEFGHJLNPQRSVWY'),
    threeFigures,
    letters('ABCDEHST'),
    codes('T T000 TAH0 TD25 T00 HT000 TDH5 TA0G AT000 WT000 LT000 TZ00'),
  ),
  composed(
    manufacturer('TDK', 'Ceramic capacitor')('Ceramic capacitor array', 40_000, 4_000),
    codes('CKCL22 CKCL44 CKCA43 CKC3L'),
    combined(tdkDielectrics, codes('0J 1A 1C 1E 1H 2A'), threeFigures, letters('DFJKM')),
    codes('060AA 085AA 085AK 100AA T'),
  ),
  composed(
    manufacturer('TDK', 'Thermistor')('Thermistor, SMD', 90_000, 4_000),
    codes('NTCG04 NTCG06 NTCG10 NTCG16 NTCG20'),
    numbered(2, 4),
    combined(codes('AF BF BH CH EF EH FH HH JF JH JX KF KH LH NF QH UH XH'), threeFigures, letters('FGHJKD')),
    codes('T TB TDS TC1 T1 TDM HTBX TBX TCS'),
  ),
];

const taiyoEnds = combined(
  codes('A B C D E F G H K L M N P S T V W Y'),
  codes('_ H R D 8 NA F L'),
  codes('-T -F -TE -TR -TD -FR -W -P -PE -PF -R T F TE TR W WPF FHT THT THF TF DHF'),
);
const taiyoYuden: readonly NumberScheme[] = [
  composed(
    manufacturer('Taiyo Yuden', 'Ceramic capacitor')(
      capacitor(ceramic, /(\d\d\d|\dR\d|R\d\d)[BCDFGJKMZ]/u),
      40_000,
      3_000,
    ),
    letters('PAJLETGUHQSXN'),
    codes('MK VK WK MF MJ VS MR'),
    codes('021 042 063 105 107 212 316 325 432'),
    codes('_ A B C D'),
    codes('BJ B7 C6 C7 CG CH CJ CK SD F LD X5R X7R BB BBJ AC6 A7 B8 C8'),
    threeFigures,
    letters('BCDFGJKMZ'),
    taiyoEnds,
  ),
  composed(
    manufacturer('Taiyo Yuden', 'Inductor')(
      inductor('Inductor, SMD', /(?:T|N|C|M|L|S|-)(\d+N\d?|R\d\d|\dR\d|\d\d\d)[A-Z]?/u),
      90_000,
      3_000,
    ),
    codes(
      'HK0402 HK0603 HK1005 HK1608 HK2125 HKQ0402 HKQ0603 HKQ0603S HKQ0603W HKQ0603U LK1005 LK1608 LK2125 LB1608T LB2012T LB2016T LB2518T LB3218T LBC2016T LBC2518T LBC3225T LBR2012T LBR2518T LBM2016T CB2012T CB2016T CB2518T CBC2016T CBC2518T CBC3225T CBMF1608T BRL1608T BRL2012T BRL2518T BRL3225T BRC1608T BRC2012T NR3010T NR3012T NR3015T NR4010T NR4012T NR4018T NR5040T NR6012T NR6020T NR6028T NR6045T NR8040T NRS2012T NRS3010T NRS3012T NRS3015T NRS4010T NRS4012T NRS4018T NRS5010T NRS5012T NRS5014T NRS5020T NRS5024T NRS5030T NRS5040T NRS6010T NRS6012T NRS6014T NRS6020T NRS6028T NRS6045T NRS8030T NRS8040T NRV2012T NRV3012T NS10145T NS10155T NS10165T NS12555T NS12565T NS12575T MAKK2016T MAMK2520T MBKK1608T MDKK1616T MDKK2020T MDMK3030T MDMK4040T MCEE2012T MCFE1608T',
    ),
    inductances,
    codes('B C D G H J K M N S MN NN NJ MM MMV NNV NNA NNAV NJV MMK M-T K-T J-T S-T D-T J-TK'),
    codes('_ F R D G V GJ GF GFK NA NAF MH MFK -T -TF -TV T TV'),
  ),
  composed(
    manufacturer('Taiyo Yuden', 'Ferrite bead')('Ferrite bead, SMD', 30_000, 4_000),
    codes(
      'BK0402 BK0603 BK1005 BK1608 BK2010 BK2125 BKP0603 BKP1005 BKP1608 BKP2125 FBMH1608 FBMH2012 FBMH3216 FBMH3225 FBMH4516 FBMJ1608 FBMJ2125 FBMJ3216 FBMJ4516 FBTH1608 FBML FBR07',
    ),
    codes('HS HM HL LL LM TS EM HR HA TM'),
    combined(threeFigures, codes('-T -TV NT -TR T')),
  ),
];

const kemetVolts = letters('98435126DABCHG');
const kemet: readonly NumberScheme[] = [
  composed(
    manufacturer('KEMET', 'Ceramic capacitor')(capacitor(ceramic, /^C\d{4}[A-Z](\d\d\d)/u), 40_000, 4_000),
    ['C'],
    eiaSizes,
    letters('CXTFHSEYJWZ'),
    combined(digits, numbered(0, 9)),
    letters('BCDFGJKMZ'),
    kemetVolts,
    letters('GRPUVNHJ'),
    combined(letters('AE1'), letters('CL')),
    codes('_ TU 7800 7867 7210 7411 7013 AUTO 3190 TM 7025 7292 9028 7029 AUTO7210 AUTO7411 TU7800 7897 7293'),
  ),
  composed(
    manufacturer('KEMET', 'Ceramic capacitor')(capacitor(ceramic, /C(\d\d\d)/u), 90_000, 4_000),
    codes('CBR02C CBR04C CBR06C CBR08C'),
    combined(digits, numbered(0, 9)),
    letters('ABCDFGJ'),
    numbered(1, 9),
    codes('GAC GAL GACAUTO GAC7867'),
  ),
  composed(
    manufacturer('KEMET', 'Tantalum capacitor')(
      capacitor('Tantalum capacitor, SMD', /[A-Z](\d\d\d)[KM]/u),
      420_000,
      2_000,
    ),
    codes(
      'T489 T490 T491 T492 T494 T495 T496 T497 T498 T499 T510 T520 T521 T522 T523 T525 T527 T528 T529 T530 T540 T541 T543 T545 T591 T598 T599 A700',
    ),
    letters('ABCDEGHIJKLMOPQRSTUVWXYZ'),
    combined(digits, numbered(4, 8), letters('KM')),
    codes('2R5 003 004 006 2R0 6R3 010 016 020 025 035 050 12R 063 075'),
    letters('ABCDTYZ'),
    combined(
      letters('TSHG'),
      either(
        ['', '7280', 'AUTO', 'V10', 'U2'],
        combined(['E'], either(numbered(4, 999, 3), codes('1K0 1K2 1K4 1K5 1K7 1K8 2K0 2K5 3K0 4K0 5K0 6K0 8K0 10K'))),
      ),
    ),
  ),
  composed(
    manufacturer('KEMET', 'Electrolytic capacitor')('Polymer electrolytic capacitor', 520_000, 500),
    codes('A750 A755 A758 A759 A765 A766 A767 A768 A780'),
    letters('BDEHKLMPQR'),
    combined(digits, numbered(4, 8)),
    combined(['M'], codes('0E 0G 0J 1A 1C 1D 1E 1V 1H 1J 1K')),
    codes('LAE AAE LAS'),
    combined(numbered(7, 80, 3)),
  ),
  composed(
    manufacturer('KEMET', 'Inductor')('Ferrite bead or inductor', 40_000, 4_000),
    codes('Z0201C Z0402C Z0603C Z0805C Z1206C L0402C L0603B L0603C L0805B L0805C L0806B L1210R'),
    threeFigures,
    codes(
      'ASMST BSMST CSMST DSMST ESMST HSMST GSMST JSWST JPWST JRWST JSMST KPMST KSMST MPWST MDWST MRWST MSWST MRMST',
    ),
  ),
];

const avx: readonly NumberScheme[] = [
  composed(
    manufacturer('KYOCERA AVX', 'Ceramic capacitor')(
      capacitor(ceramic, /^\d{4,5}[A-Z\d][A-Z](\d\d\d|\dR\d|R\d\d)/u),
      40_000,
      4_000,
    ),
    eiaSizes,
    letters('46ZY3D512VC7AS8GWHJP9'),
    letters('ACDEFGUYZW'),
    threeFigures,
    letters('BCDFGJKMPZ'),
    letters('A14CG'),
    letters('TZ7JX'),
    codes('1A 2A 3A 4A 7A 9A 2N 2R 4R 4S 2S 2L 2 4'),
  ),
  composed(
    manufacturer('KYOCERA AVX', 'Tantalum capacitor')(
      capacitor('Tantalum capacitor, SMD', /[A-Z](\d\d\d)[KM]/u),
      420_000,
      2_000,
    ),
    codes('TAJ TPS TPM TCJ TRJ THJ NOJ NOS NOM TLJ TCN TCR TPC F91 F92 F93 F95 F97 F98 TAC TRM'),
    codes('A B C D E R P S T V W X Y H G L K M N U F'),
    combined(digits, numbered(4, 8), letters('KM')),
    codes('002 003 004 006 010 016 020 025 035 050 063 075'),
    letters('RASHBTY'),
    either(codes('NJ PS _ NJV SJ WJ V TAJ'), combined(numbered(5, 4500, 4, 5), ['', 'V'])),
  ),
  composed(
    manufacturer('KYOCERA AVX', 'Tantalum capacitor')(
      capacitor('Tantalum capacitor, SMD', /[A-Z](\d\d\d)[KM]/u),
      420_000,
      2_000,
    ),
    codes('F910 F911 F920 F921 F930 F931 F950 F951 F970 F971 F980 F981 F9H1'),
    letters('EGJACDVHN'),
    combined(digits, numbered(4, 7), letters('KM')),
    letters('ABCDNPRSTUVWM'),
    letters('ACBN'),
    codes('_ A B C AQ2 AH1 AXE M AB BA CC MA A1Q2 AAXE'),
  ),
];

const ceramicsOfOthers: readonly NumberScheme[] = [
  composed(
    manufacturer('Samsung Electro-Mechanics', 'Ceramic capacitor')(
      capacitor(ceramic, /^CL\d\d[A-Z](\d\d\d|\dR\d|R\d\d)/u),
      20_000,
      4_000,
    ),
    codes('CL02 CL03 CL05 CL10 CL14 CL19 CL21 CL31 CL32 CL42 CL43 CL55'),
    letters('ABCFJLPRSTUXYZ'),
    threeFigures,
    letters('ABCDFGJKMNZ'),
    letters('ABCDEFGHIJKLMOPQRS'),
    letters('2356789ACFHIJLMNPQRSUVY'),
    combined(letters('ALNPSCVGHUBFK4Y'), letters('NAHLRJSBWZGPVF1345'), letters('N34WQLJPSDGF'), letters('CEDFGLOSPH')),
  ),
  composed(
    manufacturer('Yageo', 'Ceramic capacitor')(capacitor(ceramic, /(\d\d\d|\dR\d|R\d\d)$/u), 20_000, 4_000),
    codes('CC CS CQ AC AS CX CA'),
    codes('0100 0201 0402 0603 0612 0805 1206 1210 1808 1812 2220 0508'),
    letters('ABCDFGJKMZ'),
    letters('RKPFC'),
    codes('NPO X7R X5R X6S X7S X7T Y5V COG'),
    letters('45678901ABDEYZGCHX'),
    codes('BN BB'),
    threeFigures,
  ),
  composed(
    manufacturer('Vishay', 'Ceramic capacitor')(
      capacitor(ceramic, /^VJ\d{4}[A-Z](\d\d\d|\dR\d|R\d\d)/u),
      90_000,
      4_000,
    ),
    ['VJ'],
    eiaSizes,
    letters('ADGHQUVYX'),
    threeFigures,
    letters('BCDFGJKMZ'),
    letters('XFENBLH'),
    letters('YQJXVABCPLDEGRFMK'),
    letters('ABCPLMTS'),
    letters('TCRBPOWI'),
    codes('_ 1BC W1BC 31X 34X BC HT 68 ME'),
  ),
];

/** With R, K and M for the point, in as many characters as it takes: 4K7, 100R, 1M02. */
const marked = (mark: string): readonly string[] =>
  ['', ...digits.map((pair) => pair[1] ?? ''), ...numbered(0, 99, 2)].map((rest) => `${mark}${rest}`);
const wholePart = numbered(0, 999);
const letterValues = combined(wholePart, either(marked('R'), marked('K'), marked('M')));
const figureValues = either(
  combined(numbered(1, 999, 3), numbered(0, 7)),
  combined(digits, numbered(0, 7)),
  letterValues,
  combined(['R'], numbered(0, 999, 3)),
  combined(['R'], tens),
  ['000', '0000'],
);
const lowValues = either(
  combined(['R', '0R', 'L', '0L'], either(numbered(1, 999, 3), tens, numbered(1, 9999, 4))),
  combined(numbered(0, 99), codes('L M'), either([''], numbered(0, 9), tens, codes('000 00'))),
);
const fourLetterValues = decades([...new Set([...series.e24AndE192])], 1, 7).map(letterCodeOfFour);

const chip = 'Chip resistor';
const resistors: readonly NumberScheme[] = [
  composed(
    manufacturer('Yageo', 'Chip resistor')(chip, 12_000, 5_000),
    codes('RC AC RT RL RV RE SR PE PA PF PR PS PT PU AF AA AR AT CSR'),
    codes('0075 0100 0201 0402 0603 0805 1206 1210 1218 2010 2512'),
    letters('LPWBCDFGJ'),
    codes('R K C S'),
    codes('- B C D E F G K L M N'),
    codes('07 10 13 7W 7T 0H 3A 13W 47 57 7N 1W'),
    either(letterValues, lowValues),
    codes('L _ Z'),
  ),
  composed(
    manufacturer('Yageo', 'Resistor array')('Resistor array', 40_000, 5_000),
    codes('YC102 YC104 YC122 YC124 YC162 YC164 YC248 YC324 YC358 TC122 TC124 TC164'),
    codes('-FR-07 -JR-07 -FK-07 -JK-07 -JR-13 -FR-13'),
    letterValues,
    ['L'],
  ),
  composed(
    manufacturer('Vishay', 'Chip resistor')(chip, 20_000, 5_000),
    codes('CRCW0201 CRCW0402 CRCW0603 CRCW0805 CRCW1206 CRCW1210 CRCW1218 CRCW2010 CRCW2512'),
    either(fourLetterValues, codes('0000 000Z 00R0')),
    letters('DFJZ'),
    letters('KNSZX'),
    codes('EA EB EC ED EE EF EG EH EI EK TA TB TC TD TE TF TG TH'),
    codes('_ HP C C01 P IF HPC BC'),
  ),
  composed(
    manufacturer('Vishay', 'Chip resistor')('Thin film chip resistor', 190_000, 5_000),
    codes('TNPW TNPV PAT PTN MCS MCT MCU MCA TNPU PHP P PLT PNM PCAN'),
    codes('0201 0402 0603 0805 1206 1210 2010 2512'),
    either(fourLetterValues, letterValues),
    letters('ABCDFLT'),
    letters('EHKNPTVXYZ'),
    codes('EA EB EC EN ET TA TB TD TF TS TY EEA EEN BT BTS TT'),
  ),
  composed(
    manufacturer('Vishay', 'Chip resistor')('Current sense resistor', 410_000, 2_000),
    codes(
      'WSL0402 WSL0603 WSL0805 WSL1206 WSL2010 WSL2512 WSL2726 WSL2816 WSL3637 WSL4527 WSLP0603 WSLP0805 WSLP1206 WSLP2010 WSLP2512 WSLP3921 WSLP5931 WSLT2010 WSLT2512 WSLF2512 WSHP2818 WSH2818 WSR2 WSR3 WSR5 WSK0612 WSK1206 WSK2512 RCWE0402 RCWE0603 RCWE0805 RCWE1206 RCWE1210 RCWE2010 RCWE2512 RCWL0402 RCWL0603 RCWL0805 RCWL1206 RCWL2010 RCWL2512 WFMA2512 WFMB2512',
    ),
    lowValues,
    letters('DFGJ'),
    codes('EA EB EK EH TA TB EA18 TA18 KEA JEA LEA NEA MEA TEA QEA KEC KED'),
  ),
  composed(
    manufacturer('Vishay', 'Thermistor')('Thermistor', 140_000, 4_000),
    codes('NTHS0402 NTHS0603 NTHS0805 NTHS1206'),
    letters('NEJ'),
    tens,
    letters('N'),
    combined(numbered(10, 99), numbered(0, 99, 2)),
    letters('FGHJK'),
    letters('EPRT'),
  ),
  composed(
    manufacturer('Panasonic', 'Chip resistor')(chip, 30_000, 5_000),
    codes('ERJ- ERJ-'),
    codes(
      'XGN 1GN 1GE 2GE 2RK 2RH 2RC 2LW 2BS 2BQ 3GE 3EK 3RB 3RE 3RS 3RQ 3BW 3BQ 3LW 6GE 6EN 6RB 6RE 6RS 6RQ 6BW 6BQ 6CW 6DS 6DQ 6LW 8GE 8EN 8RQ 8BW 8BQ 8CW 8LW 12 12N 12ZY 12SF 12ZQ 12RQ 14 14N 14NF 14Y 14YJ 14BS 14BQ 14RQ 1T 1TN 1TY 1TR 1TRQ 1TNF 1TYF 1TYJ L03 L06 L08 L12 L14 L1W L1D P02 P03 P06 P6W P08 P14 PA2 PA3 PB3 PB6 PM8 B1 B2 B3 B1C U02 U03 U06 S02 S03 S06 S08 S14 S1T H2G H3G',
    ),
    letters('BCDFGJYKU'),
    codes('_ F J W Y'),
    either(figureValues, lowValues),
    letters('VUXCYZ'),
  ),
  composed(
    manufacturer('Panasonic', 'Resistor array')('Resistor array', 40_000, 5_000),
    codes(
      'EXB-14V EXB-18V EXB-24V EXB-24N EXB-28V EXB-28N EXB-2HV EXB-34V EXB-38V EXB-N8V EXB-S8V EXB-V4V EXB-V8V EXB-A10P EXB-D10C EXB-E10C EXB-Q16P EXB-U14',
    ),
    figureValues,
    letters('JFGZ'),
    letters('XVYUC'),
  ),
  composed(
    manufacturer('Panasonic', 'Thermistor')('Thermistor, SMD', 90_000, 5_000),
    codes('ERT-J ERTJ'),
    letters('Z01'),
    letters('ERSTVGPMA'),
    letters('AGLMPRSTV'),
    threeFigures,
    letters('DEFGHJK'),
    codes('_ A B M AM'),
  ),
  composed(
    manufacturer('ROHM', 'Chip resistor')(chip, 30_000, 5_000),
    codes(
      'MCR004 MCR006 MCR01 MCR03 MCR10 MCR18 MCR25 MCR50 MCR100 KTR03 KTR10 KTR18 KTR25 ESR01 ESR03 ESR10 ESR18 ESR25 SFR01 SFR03 SFR10 SFR18 SFR25 LTR10 LTR18 LTR50 LTR100 UCR006 UCR01 UCR03 UCR10 UCR18 PMR01 PMR03 PMR10 PMR18 PMR25 PMR50 PMR100 GMR50 GMR100 TRR01 TRR03 TRR10 SDR03 SDR10',
    ),
    codes(
      'EZP EZPF EZPJ EZPD MZP MZPF MZPJ MZPD JZP JZPF JZPJ PZP PZPF YZP YZPF YVPF EVPF EZHF UZPF EZHJ YZPJ EZPFX EZPFLR EVPFLR PZPFU PZPFV EZPFU EZPFV HZPFU HZPFV HJZPF',
    ),
    codes('_ X V U W S L LR'),
    either(figureValues, lowValues),
  ),
  composed(
    manufacturer('Bourns', 'Chip resistor')(chip, 20_000, 5_000),
    codes('CR CRM CRS CRA CRF CRE CRL CRT CHV CVH CHP CMP CRK'),
    codes('0201 0402 0603 0805 0612 1206 1210 1218 2010 2512'),
    codes('- A- AF- '),
    letters('BCDFGJ'),
    codes('X / W V Y T Z -'),
    codes('- _'),
    figureValues,
    codes('ELF GLF E_ ELFX'),
  ),
  composed(
    manufacturer('Bourns', 'Resistor array')('Resistor array', 40_000, 5_000),
    codes('CAT10- CAT16- CAT25- CAY10- CAY16- CAY17- CAY10A- CAT16-PT CAT16-LV'),
    figureValues,
    codes('J4LF F4LF J8LF F8LF J2LF F2LF J4 J8 J4GLF'),
  ),
];

const inductorsOfOthers: readonly NumberScheme[] = [
  composed(
    manufacturer('Bourns', 'Inductor')(inductor('Power inductor, SMD', /-(\d\d\d|\dR\d|R\d\d)/u), 320_000, 1_000),
    codes(
      'SRN2009 SRN2010 SRN2012 SRN2510 SRN2512 SRN3010 SRN3012 SRN3015 SRN4012 SRN4018 SRN4026 SRN5020 SRN5040 SRN6028 SRN6045 SRN8040 SRN1060 SRN2009T SRN2012T SRN4018TA SRN5040TA SRN6028C SRN6045TA SRN8040TA SRP2010 SRP2512 SRP3012 SRP3020 SRP4012 SRP4020 SRP5030 SRP5030TA SRP6530 SRP6540 SRP6060FA SRP7028 SRP1038A SRP1040 SRP1245A SRP1250 SRP1265A SRP1270 SRR3011 SRR3818A SRR4011 SRR4018 SRR4028 SRR4528A SRR4818A SRR5018 SRR5028 SRR6038 SRR6040A SRR6603 SRR7032 SRR7045 SRR0604 SRR0735A SRR0745A SRR0805 SRR0905 SRR1005 SRR1206 SRR1208 SRR1210 SRR1240 SRR1260 SRR1280 SRU2009 SRU2011 SRU2013 SRU2016 SRU3011 SRU3014 SRU3017 SRU3028 SRU5011 SRU5016 SRU5018 SRU5028 SRU6011 SRU6025 SRU8028 SRU8043 SRU1028 SRU1038 SRU1048 SDR0302 SDR0403 SDR0503 SDR0604 SDR0805 SDR0906 SDR1005 SDR1006 SDR1030 SDR1045 SDR1105 SDR1307 SDR1806 SDR2207 SRF0703 SRF0905 SRF1260 PM0402 PM0603 PM1008 PM105 PM43 PM54 PM75 PM1210',
    ),
    codes('- A- C- TA- HC- S- SB-'),
    threeFigures,
    letters('MYKLNTJ'),
    codes('_ L LB -RC'),
  ),
  composed(
    manufacturer('Coilcraft', 'Inductor')(inductor('Inductor, SMD', /-(\d\d\d|\dR\d|R\d\d|\d+N)/u), 690_000, 1_000),
    codes(
      'XAL4020 XAL4030 XAL4040 XAL5020 XAL5030 XAL5050 XAL6020 XAL6030 XAL6060 XAL7030 XAL7070 XAL1010 XAL1060 XAL1080 XEL3515 XEL3520 XEL3530 XEL4012 XEL4014 XEL4020 XEL4030 XEL5020 XEL5030 XEL5050 XEL6030 XEL6060 XFL2005 XFL2006 XFL2010 XFL3010 XFL3012 XFL4012 XFL4015 XFL4020 XFL4030 XFL5015 XFL5018 XFL6012 XFL6060 XGL3515 XGL4018 XGL4020 XGL4030 XGL5020 XGL5030 XGL6060 XPL2010 XPL7030 LPS3008 LPS3010 LPS3015 LPS3314 LPS4012 LPS4014 LPS4018 LPS4414 LPS5010 LPS5015 LPS5030 LPS6225 LPS6235 MSS5131 MSS6132 MSS6122 MSS7341 MSS1038 MSS1048 MSS1210 MSS1246 MSS1260 MSS1278 DO1608C DO3308P DO3316P DO5010H DO5022P SER1360 SER1390 SER2010 SER2915 EPL2010 EPL2014 EPL3010 EPL3012 0402CS 0402HP 0402DC 0603CS 0603HP 0603DC 0805CS 0805HP 1008CS 1206CS 1812CS 0603LS 0805LS 1008LS LPD3015 LPD4012 LPD5030 MSD7342 MSD1260 MSD1278 PFL2010 PFL2512 PFL3215 PFL4514',
    ),
    codes('- T- H- L- P-'),
    either(
      threeFigures,
      digits.map((pair) => `${pair}N`),
      digits.map((pair) => `${pair[0]}N${pair[1]}`),
      combined(digits, ['0', ''], ['X']),
    ),
    letters('MNJGKELRX'),
    codes('_ EB EC ED RB RC RD LB LC LD LR LW GLW GRW JLW JRW JLU GLU EU BC BD RU LU C D B'),
  ),
];

const microfarads = either(
  numbered(1, 9999),
  codes('0.1 0.22 0.33 0.47 1.0 2.2 3.3 4.7 6.8 R1 R22 R33 R47 2R2 3R3 4R7 1R0'),
);
const canSizes = combined(
  codes('3 4 5 6.3 8 10 12 12.5 13 16 18'),
  codes('X'),
  codes(
    '3.9 4.5 5 5.2 5.3 5.4 5.5 5.7 5.8 5.9 6.1 7 7.7 7.9 8 9 9.7 9.9 10 10.2 10.5 11 11.5 12 12.5 13.5 14 15 16 16.5 20 21.5 25 30 31.5 35 35.5 40',
  ),
);
const electrolytic = 'Electrolytic capacitor';
const electrolytics: readonly NumberScheme[] = [
  composed(
    manufacturer('Rubycon', electrolytic)(electrolytic, 190_000, 500),
    codes('2.5 4 6.3 10 16 20 25 35 50 63 80 100 120 160 200 250 315 350 400 420 450 500'),
    codes(
      'SKV SEV SGV SLV SXV SYV SJV SVEC TLV TGV TZV TRV TPV TKV PFV PAV PX PK PL PS PC PSA SVP ZL ZLH ZLG ZLJ ZLQ ZLS ZLR YXF YXG YXH YXJ YXS YXM YXA YXP YK ML MS7 MH7 MBZ MCZ BXA BXC BXF BXW BXR CXW CFX KXJ KXW LLE TXW TXV USK USP VXP MXT',
    ),
    microfarads,
    codes('_ M MEFC MEFR MEFCT MEFCTA MEFCTZ EFC EFCTA MT'),
    codes('_ TA TZ CA T810 T78 T1 CE G4 '),
    canSizes,
  ),
  composed(
    manufacturer('Chemi-Con', electrolytic)('Electrolytic capacitor', 210_000, 500),
    codes(
      'EMVA EMVE EMVH EMVJ EMVY EMZA EMZJ EMZR EMZS EMHL EMHJ EMLA EMKB EKMG EKMH EKMQ EKY EKZE EKZH EKZN EKYB ELXZ ELXY ELXV ELXJ EGPA EGXF ESMG ESMH ESMQ ESRG EKRG EKHJ APXA APXC APXD APXE APXF APXG APXJ APXN APXS APXH APSA APSC APSE APSF APSG HHXA HHXB HHXC HHXD HHXE HHXP HXA HXB HXC',
    ),
    codes('2R5 4R0 6R3 100 160 200 250 350 500 630 800 101 121 161 201 251 401 421 451'),
    codes('ADA ARA ETD ELL ETC E ESS LGC ETE'),
    either(combined(digits, numbered(0, 4)), withPoint('R'), codes('R10 R22 R33 R47 010 022 033 047')),
    codes('M K'),
    combined(
      letters('BDEFHJKLMPUC'),
      either(numbered(40, 99), codes('A0 A5 B5 C0 5C C5D E11D F11D H20S J20S J25S L20S L25S')),
      codes('_ G S D N'),
    ),
  ),
  composed(
    manufacturer('Nichicon', electrolytic)('Electrolytic capacitor', 190_000, 500),
    combined(letters('UPRLG'), letters('ABCDEFGHJKLMNPQRSTUVWXYZ'), letters('ABCDEFGHJKLMNPQRSTUVWXYZL178')),
    codes('0E 0G 0J 1A 1C 1D 1E 1V 1H 1J 1K 2A 2C 2D 2E 2F 2V 2G 2W 81 2H'),
    either(combined(digits, numbered(0, 4)), withPoint('R'), codes('R10 R22 R33 R47 0R1 010 022 033 047')),
    codes('M K'),
    letters('CDEHPNRUB'),
    letters('DELNPRSMTX'),
    codes('_ 1GS 1GB 6GS 6GB 1GQ 1TD 1TA 6TD 6TP 1KX 1KG 8KZ 1PX 6ZD 9GS 1CA 2GS 1PH 3 4 6 A 1TO 1JD'),
  ),
  composed(
    manufacturer('Panasonic', electrolytic)('Electrolytic capacitor', 220_000, 500),
    codes('EEE EEEFK EEH EEHZA EEHZC EEHZK EEU ECA EEV EET EEF ECE EEUFR EEUFC EEUFM EEUFS'),
    codes('_ - FC FK FP FT FN HA HB HC HD HP TG TK TP TC FTZ ZA ZC ZE ZF ZK ZS ZT CX UE SX SL GX'),
    codes('0E 0G 0J 1A 1C 1D 1E 1V 1H 1J 1K 2A 2C 2D 2E 2V 2G 2W 0D 0K'),
    letters('AVTKM1J'),
    either(combined(digits, numbered(0, 4)), withPoint('R'), codes('R10 R22 R33 R47 010 022 033 047')),
    codes('_ R P XP UP AP SP SR GP M B L UR AR AV V XV UV LB E EP SB SH'),
  ),
  composed(
    manufacturer('Panasonic', 'Capacitor')('Film capacitor', 290_000, 500),
    codes('ECH-U ECHU ECP-U ECPU ECW-U ECWU ECQ-E ECQE ECW-F ECWF ECW-FD ECW-FE ECQ-V ECQV ECQ-P'),
    codes('_ 1C 1H 1V 1E 2A 2E 2W 2J 3A 4 2 6 1 01 12 16'),
    combined(threeFigures, letters('GJKM')),
    codes('X5 X9 B5 C9 V9 K F KF FQ B V JV KN KB KV _ L3 L JC5 JB5 3'),
  ),
  composed(
    manufacturer('Panasonic', electrolytic)('Polymer electrolytic capacitor', 520_000, 500),
    codes('2R5 2 4 6 6.3 8 10 16 20 25 35 50 63 80 100'),
    codes(
      'SVP SVPA SVPB SVPC SVPD SVPE SVPF SVPG SVPK SVPS SVPT SVQP SEP SEPC SEPF SEPG SP SPC TPE TPF TPC TPB TPG TPU TPSF TQC TCE',
    ),
    numbered(1, 3300),
    codes('_ M MX MY MI MC M9 MA MB ML +T +TSS MAL MAZB MAZG MAFG'),
  ),
];

const stackpole: readonly NumberScheme[] = [
  composed(
    manufacturer('Stackpole', 'Chip resistor')(chip, 20_000, 5_000),
    codes('RMCF RNCF RNCP RMCP RPC RHC RMCS CSR CSRN CSNL CSS HVCB HCS HCJ RTAN CRGH RVC RMEF'),
    codes('01005 0201 0402 0603 0805 1206 1210 1218 2010 2512 2725 2816'),
    letters('BCDFGJKMZ'),
    letters('TKDEGPLBC'),
    codes('_ E D C K L'),
    either(letterValues, lowValues, codes('0R00 100K 1M00 20M0')),
  ),
  composed(
    manufacturer('Stackpole', 'Resistor array')('Resistor array', 40_000, 5_000),
    codes('RAVF104D RAVF164D RACF104D RACF164D RAVF102D RACF102D RAVF252D RAVS104D RACF324D'),
    letters('FJZ'),
    ['T'],
    letterValues,
  ),
];

const abracon: readonly NumberScheme[] = [
  composed(
    manufacturer('Abracon', 'Crystal')('Crystal or oscillator', 410_000, 1_000),
    codes(
      'ABLS ABLS2 ABLS3 ABM2 ABM3 ABM3B ABM3C ABM7 ABM8 ABM8G ABM8W ABM8AIG ABM10 ABM11 ABM11W ABM12 ABM12W ABMM ABMM2 ABL ABS25 ASE ASE2 ASE3 ASFL1 ASV ASDMB ASDM ASDM1 ASDM4 ASEMB ASEM1 ASD1 ASD3 ASTX ASVTX AMPM ASMPM',
    ),
    codes('-'),
    numbered(1, 160),
    combined(
      codes('. _'),
      either([''], numbered(0, 9), numbered(0, 99, 2), numbered(0, 999, 3), numbered(0, 9999, 4, 1)),
    ),
    codes('_ 00 0'),
    codes('MHZ'),
    codes(
      '_ -T -B-T -B2-T -B4-T -B2Y-T -B4Y-T -D-T -D2-T -D4-T -D4H-T -D2Y-T -D4Y-T -K4T -R20-T -18-T -20-B4Y-T -10-1-U-T -10-D1X-T3 -10-D1G-T -8-7-A15-T -10-R50-D-T -4-T -D-4-T -12-T -B -LC-T -XY-T -LR-T -ET -E-T -EC-T -ZC-T -LJ-T -XC-T -LCS-T -LR -XR-T -ZR-T -F-T -L-F-D-T',
    ),
  ),
  composed(
    manufacturer('Abracon', 'Inductor')('Inductor or ferrite bead', 90_000, 3_000),
    codes(
      'AISC-0402- AISC-0402HQ- AISC-0603- AISC-0603HQ- AISC-0805- AISC-1008- AISC-1210- AIMC-0201- AIMC-0402- AIMC-0402HQ- AIMC-0603- AIML-0603- AIML-0805- ACML-0402- ACML-0603- ACML-0603HC- ACML-0805- ACML-0805HC- ACML-1206HC- ASPI-0403- ASPI-0425- ASPI-0602- ASPI-0628- ASPI-0630LR- ASPI-3012T- ASPI-4030S- ASPI-4020HI- ASPI-2510- ASMPH-0603- ASMPH-0805- ASMPH-1008- ASMPL-1206- ATFC-0201- ATFC-0402- ATFC-0402HQ- ATFC-0603-',
    ),
    either(
      inductances,
      digits.map((pair) => `${pair[0]}N${pair[1]}`),
    ),
    codes('_ B G J K M S'),
    codes('-T _ -T2'),
  ),
];

const others: readonly NumberScheme[] = [
  composed(
    manufacturer('UNI-ROYAL', 'Resistor array')('Resistor array', 9_000, 5_000),
    codes('4D02 4D03 8D03 16P8 4D10'),
    codes('WGF WGJ WGD'),
    combined(['0', ''], figureValues),
    codes('T5E TCE T4E TDE'),
  ),
  composed(
    manufacturer('FengHua', 'Thermistor')('Thermistor', 20_000, 4_000),
    codes('CMFA CMFB CMFC CMFX CMF'),
    combined(threeFigures, letters('DFGHJK')),
    codes('3300 3380 3410 3435 3450 3470 3500 3550 3600 3650 3700 3900 3950 3970 3977 4000 4050 4100 4250 4485 4500'),
    codes('FANT FAST FAT HANT HAT GANT CANT JNT NT _'),
  ),
  composed(
    manufacturer('Johanson', 'Filter')('Antenna, balun or filter', 450_000, 4_000),
    codes('0433 0434 0868 0896 0898 0900 0915 1575 1600 2450 5400 5500 5787'),
    codes('AT AD BL BM FB LP BP FM DP RFB'),
    codes('07 08 14 15 18 39 42 43 44 45 47'),
    letters('ABCDEFGHKLP'),
    codes('0001 0002 0100 0200 100 200 050 50 400 0400 4000 3000 1200'),
    codes('_ E T S P'),
  ),
  composed(
    manufacturer('Linx Technologies', 'Antenna')('Antenna', 3_900_000, 50),
    codes('ANT-'),
    codes('315 418 433 868 900 915 916 2.4 2.45 5 5.8 GPS 1.575 LTE 8/9 W63 NBIOT 4.9'),
    codes('- _'),
    codes('CHP JJB CW HW PW SP USP UFL FLEX WRT MON CPA PCS SMA RPS QW RCL RAH RAL HETH CRP HD RH SPCB VUSP PML HTH'),
    codes('_ -T -x -RPS -SMA -RA -ST -QW -CT-RPS -LT -CCC -HWR-RPS -L'),
  ),
  composed(
    manufacturer('CUI', 'Power module')('Switching regulator module', 5_400_000, 50),
    codes(
      'V7803 V7805 V7806 V7809 V7812 V7815 V78E03 V78E05 V78E12 V78-5 VX7803 VX7805 VX7812 VXO7803 VXO7805 VXO7812 VX78-',
    ),
    codes('-500 -1000 -1500 -2000 -500R -1000R -1500R -2000R W-500 W-1000'),
    codes('_ -SMT -SMT-TR -S -R'),
  ),
  composed(
    manufacturer('TE Connectivity', 'Sensor')('Pressure sensor', 8_900_000, 1_000),
    codes('MS5611 MS5607 MS5637 MS5803 MS5805 MS5806 MS5837 MS5839 MS8607 MS5525 MS4525'),
    codes('01BA 02BA 05BA 07BA 14BA 30BA -30BA -02BA C01BA D01'),
    codes('01 02 03 21 22 26 36'),
    codes('_ -00 -01 -50'),
  ),
];

/** The schemes. */
export const broadPassives: readonly NumberScheme[] = [
  ...murata,
  ...tdk,
  ...taiyoYuden,
  ...kemet,
  ...avx,
  ...ceramicsOfOthers,
  ...resistors,
  ...inductorsOfOthers,
  ...electrolytics,
  ...stackpole,
  ...abracon,
  ...others,
];
