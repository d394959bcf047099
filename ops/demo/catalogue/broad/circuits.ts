import { amplifiers, maximCommon, texasSmall } from '../families/analog.ts';
import { analog, maxim, nxp, silicon, st, texas } from '../families/further-circuits.ts';
import { logicFunctionNumbers, logicFunctions } from '../logic-functions.ts';
import { codes, type NumberScheme } from '../number-scheme.ts';
import { combined, either } from './codes.ts';
import { described } from './compose.ts';

/** Integrated circuits with all order codes of their makers' ordering information. */

/** Texas Instruments' packages, alone and on their reels. */
const texasPackages = combined(
  codes(
    'D DB DBV DBZ DCK DCN DCT DCU DCY DDA DDC DDF DGK DGN DGQ DGS DGV DL DPW DQA DQN DRB DRC DRL DRV DRY DSE DSF DSG DSQ DW DYY KTT LP N NS P PW PWP RGE RGT RGZ RHA RHB RSA RTE RUG YZP',
  ),
  ['', 'R', 'T'],
);
const texasOthers = codes(
  'RNRR RNRT RNWR RNWT RNNR RPGR RYQR DLCR DLCT DQCR DQCT DCAR DCAT RVAR RVAT RUGR RUGT PWLR RHLR RGVR RGGR RGJR YBGR YKAR DRLR A B C E I L M P-Q1 PAG PAGR PFB PFBR PM PMR PN PZ PZT KC KCS KCT KTTR KTWR KVURG3 LPR LPM LPE3 LPME3 PK PKR DBVTG4 DBVRG4 DCKRG4 DRG4 PWRG4 DGKRG4 NE4 PE4 YFFR YFPR YZFR RHHR RKPR DSJR DSCR DQK DRCTG4 RSBR RTER RGWR MM/NOPB MF/NOPB MFX/NOPB M5/NOPB M5X/NOPB MX/NOPB M/NOPB N/NOPB T/NOPB MA/NOPB MAX/NOPB MR/NOPB MRX/NOPB SD/NOPB SDX/NOPB MM MMX/NOPB MY/NOPB MH/NOPB MHX/NOPB TL/NOPB XMF/NOPB MP/NOPB MPX/NOPB S/NOPB SX/NOPB',
);
export const texasEnds = either(texasPackages, texasOthers);
const usualTexas = codes(
  'D DR DBVR DBVT DCKR DCKT DGKR DGKT DGSR DGST DRGR PWR PW P N RGTR RHBR RGER YZPR DRBR DRBT DBZR',
);

/** Grades that stand between the number and the package. */
const grades = ['A', 'I', 'AI', 'B', 'C', 'Q'];

const texasAll = { ...amplifiers, ...texasSmall, ...texas };

const littleLogic = [
  ...['1G', '2G', '3G'].flatMap((gates) =>
    codes(
      '00 02 04 06 07 08 11 14 17 18 19 32 34 38 57 58 66 74 79 80 86 97 98 99 123 125 126 139 157 240 241 373 3157 U04 T45',
    ).map((number) => `${gates}${number}`),
  ),
];
const littleText = 'Gate, little logic';

const octals = codes(
  '00 02 03 04 05 06 07 08 09 10 11 14 16 17 20 21 27 30 32 38 42 47 48 51 73 74 75 85 86 90 92 93 95 107 109 112 121 122 123 125 126 132 133 137 138 139 145 147 148 150 151 153 154 155 156 157 158 160 161 162 163 164 165 166 169 170 173 174 175 180 181 182 189 190 191 192 193 194 195 221 237 238 240 241 242 243 244 245 247 251 253 257 258 259 266 273 279 280 283 299 352 353 354 356 365 366 367 368 373 374 375 377 390 393 423 533 534 540 541 563 564 573 574 589 590 592 593 594 595 597 620 623 629 640 641 645 646 648 651 652 670 682 684 688 697 804 821 823 825 827 841 843 861 1284 4002 4015 4016 4017 4020 4024 4040 4046A 4049 4050 4051 4052 4053 4059 4060 4066 4067 4075 4094 4316 4351 4352 4510 4511 4514 4515 4518 4520 4538 4543 7266 40103 16244 16245 16373 16374 16240 16501 16543 16646 16652 162244 162245',
);

const logicText = (number: string): string =>
  (logicFunctions as Readonly<Record<string, { readonly text: string }>>)[number]?.text ?? 'Logic circuit';

const logic = (prefixes: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    prefixes.flatMap((prefix) =>
      [...new Set([...octals, ...logicFunctionNumbers])].map((number) => [`${prefix}${number}`, logicText(number)]),
    ),
  );

const little = (prefixes: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(prefixes.flatMap((prefix) => littleLogic.map((number) => [`${prefix}${number}`, littleText])));

const metal = codes(
  '4000 4001 4002 4006 4007 4008 4009 4010 4011 4012 4013 4014 4015 4016 4017 4018 4019 4020 4021 4022 4023 4024 4025 4026 4027 4028 4029 4030 4031 4032 4033 4034 4035 4040 4041 4042 4043 4044 4045 4046 4047 4048 4049 4050 4051 4052 4053 4054 4055 4056 4059 4060 4063 4066 4067 4068 4069 4070 4071 4072 4073 4075 4076 4077 4078 4081 4082 4085 4086 4089 4093 4094 4095 4096 4097 4098 4099 40102 40103 40106 40109 40110 40117 40147 40160 40161 40174 40175 40192 40193 40194 4502 4503 4504 4508 4510 4511 4512 4514 4515 4516 4517 4518 4519 4520 4521 4522 4526 4527 4528 4529 4532 4536 4538 4539 4541 4543 4551 4553 4555 4556 4560 4572 4584 4585 4724',
);

const prefixed = (prefix: string, numbers: readonly string[], text: string, end = '') =>
  Object.fromEntries(numbers.map((number) => [`${prefix}${number}${end}`, text]));

export const analogEnds = either(
  combined(
    ['', 'A', 'B', 'AC', 'BC', 'C', 'G', 'Y', 'W', 'K', 'E', 'F', 'H', 'J'],
    codes('R RZ RM RMZ RJ RJZ RT RTZ RU RUZ RW RWZ RS RSZ KS KSZ N NZ CP CPZ CBZ ST STZ Q D DZ'),
    ['', '-REEL7', '-R7', '-R2', '-REEL', '-RL'],
  ),
  codes(
    'CN8#PBF CS8#PBF CS8#TRPBF IS8#PBF IS8#TRPBF CN8 CS8 IS8 CMS8#PBF IMS8#PBF EMS8E#PBF EMSE#PBF EDD#PBF EDD#TRPBF IDD#PBF CST#PBF CST#TRPBF EST#PBF EST#TRPBF ES5#TRPBF ES5#TRMPBF ES6#TRMPBF ES6#TRPBF CS6#TRMPBF IS6#TRMPBF HS6#TRMPBF ES8#PBF ES8E#PBF CT#PBF ET#PBF CQ#PBF EQ#PBF CFE#PBF EFE#PBF IFE#PBF EUD#PBF EUH#PBF IUD#PBF IUF#PBF CGN#PBF CG#PBF IG#PBF IGN#PBF HMS8#PBF IDC#TRMPBF EDC#TRMPBF',
  ),
);

export const maximEnds = combined(
  codes(
    'CPA EPA CSA ESA CPE EPE CSE ESE CWE EWE CUE EUE CAE EAE CAI EAI CWI EWI CNG ENG CWG EWG CUA EUA EUB CUB EUD EUG EUI EUT EUK EXK AXK AUT AUK ETE ETG ETI ETJ ETP ETA ETB ETT ATE ATG ATJ ATP ATA ASA ASE ASD EPD CPD CSD ESD ECT EMA LT KMUD EXT ELT EWL EFD EFV MSA AUA AUB',
  ),
  ['', '+', '+T'],
);

export const stEnds = codes(
  'N D DT P PT ID IDT IN IPT CN CD CDT AN AD ADT AID AIDT IST ILT ICT IQ2T IYLT IYDT IYST L LT CLT V V-1 T TR TTR TR-E PD PD013TR D013TR SO SO-TR TSSO PU PUR M MTR QTR Q BZ CZ Z U UR DM6TR D1-TR ADJ PQR W E MN MN6TP RMN6TP DS6 WMN6P WMN6TP WDW6TP RDW6TP BN6 B6 MB6TP RMC6TG',
);

export const nxpEnds = combined(
  codes('D DB DC DP GW GV GM GF GS GN N P T TK TS TT PW BQ BS HF HR HK UK U AD APW ABQ ADB ADC'),
  ['', ',118', ',115', ',125', ',112', ',518', ',512', ',653', ',132', ',128', 'J', 'Z', 'H'],
);

const onsemiEnds = codes(
  'D DG DR2 DR2G DT DTG DTR2 DTR2G N NG P PG CPG M M1TR2G MG MUTAG DMR2G DMR2 ADG ADR2G ADTG ADTR2G AN ANG SNT1G SQT1G XV5T2G DFT1G DFT2G DTT1G USG MNR2G MTR2G MX MTCX MTC SCX SJX BQX M-TR L6X P5X K8X',
);

/** Diodes Incorporated's packages of little logic and of power circuits. */
const diodesEnds = codes('SE-7 W5-7 Z-7 FZ4-7 FW4-7 FX4-7 DW-7 T14-13 S14-13 TS14-13 Q14-13 S-13 SN-7 K-7 WG-7');

/** Sources: "Ordering information" of each family by its maker. */
export const broadCircuits: readonly NumberScheme[] = [
  described('Texas Instruments', 'Circuit', texasAll, texasEnds, 1_900_000),
  described('Texas Instruments', 'Circuit', texasAll, combined(grades, usualTexas), 1_900_000),
  described('Texas Instruments', 'Circuit', texasAll, combined(usualTexas, ['Q1', 'G4', 'E4']), 2_100_000),
  described('Analog Devices', 'Circuit', analog, analogEnds, 4_200_000),
  described('Analog Devices', 'Circuit', { ...maxim, ...maximCommon }, maximEnds, 3_900_000),
  described('STMicroelectronics', 'Circuit', { ...st, ...amplifiers }, stEnds, 900_000),
  described('NXP', 'Circuit', nxp, nxpEnds, 1_300_000),
  described('Nexperia', 'Circuit', nxp, nxpEnds, 600_000),
  described(
    'Silicon Labs',
    'Circuit',
    silicon,
    combined(
      codes(
        '-GM -GMR -A-GM -B-GM -F03-GM -F01-GM -A-IS -B-IS BB-B-IS EC-B-IS AB-B-IS -A20-GM -D60-GU -C-GM -B-GT -A-GT -C2A-GM -B1B-FM -C19-GM',
      ),
      ['', 'R'],
    ),
    3_100_000,
  ),
  described('onsemi', 'Circuit', amplifiers, onsemiEnds, 350_000),
  ...(['Texas Instruments', 'UMW', 'HGSEMI', 'Slkor'] as const).map((manufacturer) =>
    described(
      manufacturer,
      'Logic',
      logic(['74HC', '74HCT', '74LS', 'SN74HC', 'SN74LS']),
      ['', 'N', 'D', 'M/TR', 'MT/TR', 'DR', 'PWR'],
      160_000,
    ),
  ),
  described(
    'Texas Instruments',
    'Logic',
    logic(
      codes(
        'SN74HC SN74HCT SN74AHC SN74AHCT SN74LVC SN74LV SN74LS SN74ALS SN74AS SN74S SN74F SN74AC SN74ACT SN74ABT SN74LVT SN74LVTH SN74ALVC SN74AUC SN74BCT SN74 SN54LS SN54HC CD74HC CD74HCT CD74AC CD74ACT',
      ),
    ),
    codes(
      'N NE4 D DR DRG4 DW DWR DB DBR PW PWR PWT PWRG4 NSR DGVR RGYR AN AD ADR ADW ADWR ADBR APW APWR APWT ANSR ADGVR E EE4 M M96 M96G4 MT J NT',
    ),
    350_000,
  ),
  described(
    'Nexperia',
    'Logic',
    logic(codes('74HC 74HCT 74AHC 74AHCT 74LVC 74LV 74ABT 74LVT 74LVTH 74ALVC 74ALVT 74AVC 74F 74VHC')),
    combined(
      ['D', 'PW', 'BQ', 'DB', 'N', 'AD', 'APW', 'ABQ'],
      ['', ',118', ',112', ',653', ',115', ',652', 'J', '-Q100J'],
    ),
    280_000,
  ),
  described(
    'Nexperia',
    'Logic',
    little(['74LVC', '74AUP', '74HC', '74HCT', '74AHC', '74AHCT', '74LV']),
    nxpEnds,
    190_000,
  ),
  described(
    'Texas Instruments',
    'Logic',
    little(codes('SN74LVC SN74AUP SN74AHC SN74AHCT SN74AUC SN74LV SN74CB SN74CBT 74LVC 74AHC 74AHCT')),
    codes('DBVR DBVT DCKR DCKT DRLR DSFR DRYR DPWR YZPR DCTR DCUR DCUT DBVRG4 DCKRG4 DBVTG4 QDBVRQ1 QDCKRQ1 IDBVRQ1'),
    240_000,
  ),
  described(
    'Diodes Incorporated',
    'Logic',
    {
      ...little(['74LVC', '74AUP', '74AHC', '74AHCT', '74LVCE']),
      ...logic(['74HC', '74HCT', '74AHC', '74AHCT', '74LVC']),
    },
    diodesEnds,
    150_000,
  ),
  described(
    'onsemi',
    'Logic',
    {
      ...little(
        codes('NL17SZ NL17SH NL7SZ NL27WZ NL37WZ NC7SZ NC7S NC7WZ NC7SP MC74VHC MC74HC NLU NL').flatMap((prefix) => [
          prefix,
        ]),
      ),
      ...Object.fromEntries(
        ['NL17SZ', 'NL27WZ', 'NL37WZ', 'NC7SZ', 'NC7WZ', 'NC7SP', 'NC7S', 'NLSV', 'NL17SG'].flatMap((prefix) =>
          codes('00 02 04 05 06 07 08 14 16 17 32 34 38 57 58 66 74 86 97 98 125 126 157 175 373 374 U04 T245').map(
            (number) => [`${prefix}${number}`, littleText],
          ),
        ),
      ),
    },
    codes('DFT1G DFT2G XV5T2G DTT1G USG MU1TCG M5X P5X P6X L6X K8X P5 M5 FHX AMX1TCG'),
    140_000,
  ),
  described(
    'onsemi',
    'Logic',
    logic(
      codes(
        'MC74HC MC74HCT MC74AC MC74ACT MC74LCX MC74VHC MC74VHCT MC74LVX SN74LS 74VHC 74AC 74ACT 74LCX 74LVX MM74HC MM74HCT DM74LS',
      ),
    ),
    onsemiEnds,
    320_000,
  ),
  described(
    'Texas Instruments',
    'Logic',
    { ...prefixed('CD', metal, 'Logic circuit', 'B'), ...prefixed('CD', metal, 'Logic circuit', 'UB') },
    codes('E EE4 M M96 M96G4 MT PW PWR NSR F DR D'),
    420_000,
  ),
  described(
    'Nexperia',
    'Logic',
    { ...prefixed('HEF', metal, 'Logic circuit', 'B'), ...prefixed('HEF', metal, 'Logic circuit', 'UB') },
    combined(['P', 'T', 'TT', 'D'], ['', ',652', ',653', ',118', ',112', 'J', '-Q100J']),
    390_000,
  ),
  described(
    'onsemi',
    'Logic',
    { ...prefixed('MC1', metal, 'Logic circuit', 'B'), ...prefixed('MC1', metal, 'Logic circuit', 'UB') },
    ['', 'CP', 'CPG', 'D', 'DG', 'DR2G', 'DTR2G', 'FELG'],
    380_000,
  ),
  described(
    'STMicroelectronics',
    'Logic',
    {
      ...prefixed('HCF', metal, 'Logic circuit', 'B'),
      ...prefixed('HCF', metal, 'Logic circuit'),
      ...logic(['M74HC', 'M74HCT', '74VHC', '74LCX', '74AC']),
    },
    ['', 'B1', 'BEY', 'M013TR', 'YM013TR', 'RM13TR', 'TTR', 'M1R', 'B1R', 'MTR'],
    300_000,
  ),
];
