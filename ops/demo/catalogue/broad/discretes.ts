import { rectifiers, signalDiodes, smallOutline, surfaceRectifiers } from '../families/diodes.ts';
import { bipolar, infineonSwitches, onsemiSwitches } from '../families/further-discretes.ts';
import {
  bipolarLeaded,
  bipolarSmall,
  fieldEffectCheap,
  fieldEffectPower,
  fieldEffectSmall,
} from '../families/transistors.ts';
import { codes, type NumberScheme } from '../number-scheme.ts';
import { combined, numbered } from './codes.ts';
import { composed, composedByManufacturer, described, manufacturer } from './compose.ts';

/** Diodes and transistors with all order codes of their makers, and series by their numbers. */

const small = { ...bipolarSmall, ...fieldEffectSmall };
const diodes = { ...smallOutline, ...signalDiodes, ...surfaceRectifiers, ...rectifiers };

export const onsemiEnds = codes(
  '_ G LT1 LT1G LT3G T1G T3G WT1G WT3G XV2T1G XV2T5G XV3T1G XV5T1G XV6T1G DW1T1G DXV6T1G TT1G M3T5G VT1G RLG RLRAG RLRMG RL1G ZL1G TA TAR TF TFR BU ABU NBU D26Z D27Z D74Z D75Z -D87Z CTA FTA YTA YBU OTA GTA T4G T4 -1G TG -T1G S STU TU X BK L LW W P2T5G FCT-ND FSCT T-G BRLG CBU BBU ATA',
);
export const nexperiaEnds = codes(
  '_ ,215 ,235 ,115 ,135 ,125 ,118 ,165 ,315 ,132 ,113 ,143 R X Z F H W W,115 W,135 T,215 T,115 S,115 S,126 M,315 MB,315 QA,147 K,215 E,115 -7-F SX J,115 P,215 PW,115 VL BLS-Q BL,315 NR PA,115',
);
export const diodesEnds = codes(
  '_ -7 -7-F -7-F-52 -13 -13-F -TP -TP-F T-7-F T-7 W-7-F W-7 WQ-7-F Q-7-F -7B LP-7B LP-7 TA TC Q-13 K-7 K-13 SSS-13 LFDE-7 UFDB-7 SFV-7 SFG-7 S-7 U-7 UW-7 L-7 LT-7 V-7 SK3-13 H6-13 -13P -TG',
);
export const infineonEnds = codes(
  '_ PBF TRPBF TRLPBF STRLPBF SPBF STRRPBF ZPBF LPBF GTRPBF XTMA1 ATMA1 AKMA1 AKSA1 XTSA1 XTSA2 H6327XTSA1 H6327 E6327 H6433XTMA1 L6327 E6327HTSA1 H6906XTSA1 E6433HTMA1 NH6327XTSA1 NH6327XTSA2 GATMA1 NTR TR Z ZTRPBF UPBF L LTRPBF S SL F',
);
export const vishayEnds = codes(
  '_ -TAP -TR -TR3 -E3 -GS08 -GS18 -E3-08 -E3-18 -HE3-08 -HE3-18 -G3-08 -G3-18 W-E3-08 W-E3-18 W-G3-08 W-TP -E3/54 -E3/73 -E3/51 -E3/61T -E3/5AT -E3/52T -E3/57T -E3/5BT -E3/2CT -M3/61T -M3/5AT -M3/52T -M3/57T -HE3/61T -HE3_A/I -E3/P -E3/1 -E3/45 -T1-GE3 -T1-E3 -T1-BE3 -T1 -GE3 PBF PBF-BE3 STRLPBF LPBF TRPBF SPBF TRLPBF -7P',
);
const asianEnds = codes('_ LT1 W WS WT T -T -F T1G G LT1G TR /TR -TP A B C L H Y (RANGE:200-350) -Q');

export const zenerVolts = codes(
  '2V0 2V2 2V4 2V7 3V0 3V3 3V6 3V9 4V3 4V7 5V1 5V6 6V2 6V8 7V5 8V2 9V1 10 11 12 13 15 16 18 20 22 24 27 30 33 36 39 43 47 51 56 62 68 75 10V 11V 12V 13V 15V 16V 18V 20V 22V 24V 27V 30V 33V 36V',
);
export const dottedVolts = zenerVolts.map((volts) => volts.replace('V', '.').replace(/\.$/u, ''));
const zenerHeads = codes(
  'BZX84 BZX84C BZX84- BZX84-A BZX84-B BZX84-C BZX84J-B BZX84J-C BZX384-A BZX384-B BZX384-C BZX384C BZX585-B BZX585-C BZX884-B BZX884-C BZX79 BZX79C BZX79-A BZX79-B BZX79-C BZX55 BZX55C BZX55B BZX85 BZX85C BZX85B BZV55 BZV55C BZV55B BZV55-A BZV55-B BZV55-C BZV85-C BZV90-C BZV49-C BZT52 BZT52C BZT52B BZT52-B BZT52-C BZT52H-B BZT52H-C BZT55C BZT55B BZT585B BZT03C BZD27C BZG03C BZG05C BZW03C MMSZ ZMM ZPD ZPY ZTK ZMY ZY PDZ PZU PZS TDZ KDZ UDZV UDZVTE-17 EDZV MM3Z MM5Z SZMM3Z MMBZ MMXZ NZX NZH SMAZ SMZG SMZJ AZ23C DZ23C GDZ GDZJ HZ CZRQR CZRU52C CZRW UFZ VFZ',
);
const jedecZeners = combined(
  codes('1N 1N 1SMA 1SMB MMSZ MMBZ BZX TZX ZM SMAZ TZMB TZMC'),
  [
    ...numbered(4614, 4764),
    ...numbered(5221, 5281),
    ...numbered(5333, 5388),
    ...numbered(746, 759),
    ...numbered(4099, 4135),
    ...numbered(5913, 5956),
    ...numbered(957, 992),
  ],
  codes('_ A B BT C'),
);

const standOff = codes(
  '3.3 3V3 5.0 5V0 5 6.0 6V0 6.5 6V5 7.0 7.5 8.0 8.5 9.0 10 11 12 13 14 15 16 17 18 19 20 22 24 26 28 30 33 36 40 43 45 48 51 54 58 60 64 70 75 78 85 90 100 110 120 130 150 160 170 180 188 200 220 250 300 350 400 440 6.8 6V8 7V5 8.2 8V2 9.1 10.0 27 39 47 56 62 68 82 91',
);
const surgeHeads = codes(
  'SMAJ SMBJ SMCJ SMDJ SMF SMFJ P4SMA P6SMB P4KE P6KE 1.5KE 1.5SMC 5KP 3KP SA SAC LCE 5.0SMDJ 8.0SMDJ 15KP 30KPA SM6T SM15T SM4T SM6HT ESDA SMM4F SMLJ SMTJ TPSMA TPSMB TPSMC TPSMBJ TPSMAJ SMP1 SZSMF SZ1SMB 1SMA 1SMB 1SMC SZ1SMA 1PMT P6SMBJ SM30T',
);

const rectifierSeries = {
  Vishay:
    'SS SK SB SL SR SD VS- SX VSSA VSSB SSA SSB BYS10- BYS11- 1N58 SS1P SS2P SS3P SSC SSP ES US FM GS1 HS1 HER UF SF FR RGP BYV BYW BYG BYT BYX ES1 ES2 ES3 S1 S2 S3 US1 US2 HS2 ER1 EGF GF1 GL',
  'Diodes Incorporated': 'B SBR DSS DSK DFLS SDM SDB AF AS S RS1 RS2 RS3',
  onsemi: 'MBR MBRA MBRS MBRD MBRM MBRF SBT MSS1P MSS2P MUR MURS MURA',
  STMicroelectronics: 'STPS STTH',
  Comchip: 'CDBA CDBB CDBU CDBM CDBC CDBMH DB',
  Nexperia: 'PMEG',
  ROHM: 'RB RSX RS',
  MDD: 'SS SK SB SR ES US RS S S1 S2 S3 US1 US2 RS1 RS2 ES1 ES2 ES3 UF SF FR HER HS1 HS2 1N58 GS1 SL FM MBR B',
  Diotec: 'SS SK SB SR ES US RS S S1 S2 S3 US1 US2 RS1 RS2 ES1 ES2 ES3 UF SF FR HER HS1 HS2 1N58 GS1 SL FM MBR B',
  MCC: 'SS SK SB SR ES US RS S S1 S2 S3 US1 US2 RS1 RS2 ES1 ES2 ES3 UF SF FR HER HS1 HS2 1N58 GS1 SL FM MBR B',
} as const;

const rectifierNumbers = combined(
  codes('_ 0 1 2 3 5 10 05 03 20 30'),
  codes('_ 2 3 4 5 6 8 9 10 12 15 20 02 03 04 05 06 08 20 30 40 45 50 60 80 100 120 150 200 400 600 A B D G J K M'),
);

const bridges = composed(
  manufacturer('Diotec', 'Diode')('Bridge rectifier', 320_000, 50),
  combined(
    codes(
      'MB MBS DB DBL DF ABS B GBU GBJ GBPC GBL KBU KBL KBP KBJ KBPC RS RB W WO LB TB TBS UB UMB HD BR D KBL GBP S VS- MP',
    ),
    numbered(0, 50),
    codes('_ 005 01 02 04 06 08 10 S M F 4S 6S 8S 10S 05 XB60 X B40 C1500 XB80'),
  ),
  codes('_ S M W G -G -E3/51 -E3/45 -T1 -TP -F -BP -13 -13-F S-E3/80 -B'),
);

const surgeArrays = {
  Semtech: 'RCLAMP SRV SRDA LC SM SLVU RAILCLAMP UCLAMP ECLAMP SMDA SP',
  Bourns: 'CDSOT23- CDSOD323- CDSC706- CDNBS08-',
  onsemi: 'SESD ESD9 ESD5 SESDL PLC NUP ESDLC LESD SD SDC',
  Nexperia: 'ESD PJSOT PSOT',
  'Texas Instruments': 'TPD',
  Vishay: 'GSOT GBLC',
} as const;

const fieldEffects = {
  'Alpha & Omega': 'AO AOD AON AOI AOT AOB AOSS AOSP AOTF',
  'Advanced Power': 'AP APM',
  NCE: 'CES WST HY HYG NCE VBA JMT',
  'Jiangsu Changjing': 'CJ CJQ CJL',
  'Diodes Incorporated': 'DMN DMP DMG DMC DMT DMTH ZXMN ZXMP ZVN ZVP',
  Vishay: 'SI SIR SIS SISS SIA SIB SUD SUP SUM SQ SQJ SQS',
  Infineon:
    'IRF IRFB IRFP IRFR IRFU IRFZ IRFS IRFL IRFH IRL IRLB IRLR IRLU IRLZ IRLML IRLMS IRLHS BSC BSZ BSP BSS BSO IPD IPB IPP IPA IPT IPW IAU SPD SPP SPW',
  onsemi: 'FDN FDC FDS FDD FDP FDV FDT FDMS FDMC FDMA FDG NTD NTR NTS NTA NTF NVD NDT NDS NTZ NTK NTNS NTMFS NTTFS',
  Nexperia: 'NX PMV PMZ PMXB PSMN BUK BUK9',
  STMicroelectronics: 'STP STB STD STF STW STL STN STS STT',
  'Texas Instruments': 'CSD',
  Toshiba: 'TPC TPH TPN TK SSM3K SSM3J SSM6K SSM6N SSM6P 2SK 2SJ',
  Renesas: 'RJK RQ',
  ROHM: 'RU RUM RSR RTR RTQ RZR',
} as const;

/** Sources: "Ordering information" of each series by its maker. */
export const broadDiscretes: readonly NumberScheme[] = [
  described('onsemi', 'Transistor', { ...small, ...bipolarLeaded, ...bipolar, ...onsemiSwitches }, onsemiEnds, 120_000),
  described('onsemi', 'Diode', diodes, onsemiEnds, 90_000),
  described('Nexperia', 'Transistor', { ...small, ...bipolar }, nexperiaEnds, 90_000),
  described('Nexperia', 'Diode', diodes, nexperiaEnds, 80_000),
  described('Diodes Incorporated', 'Transistor', { ...small, ...bipolar }, diodesEnds, 110_000),
  described('Diodes Incorporated', 'Diode', diodes, diodesEnds, 110_000),
  described(
    'Infineon',
    'Transistor',
    { ...infineonSwitches, ...fieldEffectPower, ...small, ...smallOutline },
    infineonEnds,
    520_000,
  ),
  described('Vishay', 'Diode', diodes, vishayEnds, 90_000),
  described('Vishay', 'Transistor', { ...fieldEffectPower, ...infineonSwitches, ...small }, vishayEnds, 480_000),
  ...(['Jiangsu Changjing', 'Hottech', 'MDD', 'Slkor', 'UMW', 'LRC'] as const).map((name) =>
    described(
      name,
      'Transistor or diode',
      { ...diodes, ...small, ...bipolarLeaded, ...fieldEffectCheap, ...bipolar },
      asianEnds,
      20_000,
    ),
  ),
  ...(['Nexperia', 'onsemi', 'Diodes Incorporated', 'Vishay'] as const).map((name) =>
    composed(
      manufacturer(name, 'Zener diode')('Zener diode', 70_000, 3_000),
      combined(zenerHeads, [...zenerVolts, ...dottedVolts], codes('_ B C S A SB W BS')),
      [...nexperiaEnds, ...onsemiEnds, ...diodesEnds, ...vishayEnds],
    ),
  ),
  composed(manufacturer('Diotec', 'Zener diode')('Zener diode', 60_000, 3_000), jedecZeners, [
    ...onsemiEnds,
    ...diodesEnds,
    ...vishayEnds,
  ]),
  ...(['Littelfuse', 'Bourns', 'STMicroelectronics', 'Vishay', 'onsemi', 'Diodes Incorporated'] as const).map((name) =>
    composed(
      manufacturer(name, 'TVS diode')('TVS diode', 240_000, 3_000),
      combined(surgeHeads, standOff, codes('_ A CA C AT3G CAT3G AY')),
      codes(
        '_ -TR -TRL -13-F -13 -7-F -E3/61 -E3/52 -E3/54 -E3/57T -E3/5B -M3/61 -M3/52 -Q -LF -H AT3G T3G T1G /TR13 -TP -T7 -HRA -B -G -Q2 -HE3_A/I -HE3/61',
      ),
    ),
  ),
  ...composedByManufacturer(
    { category: 'Diode', text: 'Rectifier', priceMicros: 160_000, pieces: 3_000 },
    rectifierSeries,
    rectifierNumbers,
    codes(
      '_ A B L LW W WS HW C F S AF AFC AFA HE LA CE AXF -TP -T -13 -13-F -7 -7-F FA T3G T3 T1G G -E3/61T -E3/54 -E3/5AT -E3/52T -M3/61T -M3/52T L-TP -LTP -HF -G A-13-F AE-13 LAW-7 LW-7-F WS-7-F Q-13-F LWS-7 HWS-7-F CT -1-7 FSC A-TP B-13-F C-13-F C-E3/57T RL RLG TR U',
    ),
  ),
  bridges,
  ...composedByManufacturer(
    { category: 'MOSFET', text: 'MOSFET', priceMicros: 260_000, pieces: 3_000 },
    fieldEffects,
    [...numbered(1, 999, 3), ...numbered(10, 99), ...numbered(1000, 9999)],
    codes(
      '_ A B C N P S L Z E D F H U W K PBF TRPBF NPBF ATMA1 L-7 U-7 LQ-7 UFG-7 UW-7 UX-7 UX-13 LT-7 LSD-13 LSS-13 LK3-13 SFG-7 UFDE-7 USS-13 FTA UTA ATA GTA FHTA CDS-T1-GE3 DDS-T1-GE3 DS-T1-GE3 DS-T1-E3 BDS-T1-E3 BDS-T1-GE3 ADS-T1-E3 DY-T1-GE3 BDY-T1-GE3 CDY-T1-GE3 DDY-T1-GE3 FDY-T1-GE3 DV-T1-GE3 BDV-T1-GE3 DL-T1-GE3 DP-T1-GE3 DN-T1-GE3 ADP-T1-GE3 EDJ-T1-GE3 DT-T1-GE3 Q5A Q3A Q2 F3 F4 KCS NT4G NT1G NLT1G PT1G LT1G NX NB P,LF CT,L3F FU,LF TU,LF R,LF V,LF LE N03 NZ NTRPBF ZPBF NLPBF SPBF',
    ),
  ),
  composed(
    manufacturer('Nexperia', 'ESD protection')('ESD protection', 120_000, 3_000),
    combined(
      codes('PESD PESD1 PESD2 PRTR IP4 PTVS PUSB PMEG'),
      codes(
        '3V3 5V0 12V 15V 24V 36V 1CAN 2CAN 1LIN 1FLEX 1IVN 220 221 234 292 309 337 776 369 2002 3V0 10 15 20 25 30 40 45 60 1005 2005 2010 2015 2020 3005 3010 3015 3020 3030 3050 4005 4010 4015 4020 4030 4050 6010 6020 6030 6045 10010 10020',
      ),
      codes(
        '_ U1BA L1BA S1BA S1BB S1BL S1UA S1UB S1UL S1BSF L2BT S2BT S2UT S2AT L4UG L4UW L5UY U1BL L1BSF L1BSL V1BL U0U2X U0U4D U2X U4D U2F U2T C1BSF C1USF F1BL R1BSF V2BT CZ6 CZ10 CX24 AEA AEB AET AEH EA EB EH EJ EP ER ET EL CEH CEJ BER ESB AESF EPA CPA ELR ELP ETP ETR CEL BEA',
      ),
    ),
    nexperiaEnds,
  ),
  ...composedByManufacturer(
    { category: 'ESD protection', text: 'ESD protection', priceMicros: 190_000, pieces: 3_000 },
    surgeArrays,
    [
      ...codes(
        '05 12 15 24 36 03 08 05-4 3-4 05C 12C 24C 05L 3V3 5V0 7V0 9V0 03C 08C 15C 36C SM712 T24CANFD T24CAN T36C',
      ),
      ...numbered(5, 20, 4),
      ...numbered(500, 9999, 4),
      ...numbered(1, 600),
    ],
    codes(
      '_ P P.TCT .TCT .TBT .TC P.TNT PA.TCT N.TCT T.TCT T5G T1G MUT5G N2T5G -01ETG -04HTG -01WTG -04UTG -02UTG CT ST5G B-TP LT1G C-7-F .T1G -LF-T7 A-G D5 BL',
    ),
  ),
];
