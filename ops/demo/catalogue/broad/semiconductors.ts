import { codes, type NumberScheme } from '../number-scheme.ts';
import { analogEnds, maximEnds, nxpEnds, stEnds, texasEnds } from './circuits.ts';
import { type CodeList, combined, either, numbered } from './codes.ts';
import { composed, manufacturer } from './compose.ts';
import {
  diodesEnds,
  dottedVolts,
  infineonEnds,
  nexperiaEnds,
  onsemiEnds,
  vishayEnds,
  zenerVolts,
} from './discretes.ts';

/** Semiconductors by the numbers of their makers' series, which run through, and order codes. */

const letters = (text: string): readonly string[] => [...text];

/** The numbers of some series: `series('TPS61', 20, 99)` has a prefix and a range. */
const series = (prefix: string, from: number, to: number, length = 1) =>
  combined(codes(prefix), numbered(from, to, length));

const texasSeries = either(
  series('TPS', 60100, 60403),
  series('TPS', 61000, 63099),
  series('TPS', 3700, 3899),
  series('TPS 2H TPS2H', 2000, 2660),
  series('TPS', 40000, 40425),
  series('TPS', 51100, 51916),
  series('TPS', 53310, 53915),
  series('TPS', 54020, 54680),
  series('TPS', 56100, 56999),
  series('TPS', 561201, 563250),
  series('TPS', 564201, 568230),
  series('TPS', 65000, 65400),
  series('TPS', 70100, 79950),
  series('TPS', 22800, 22999),
  series('TPS', 25200, 25990),
  series('TPS', 92500, 92700),
  series('TLV', 170, 172),
  series('TLV', 431, 433),
  series('TLV', 1100, 1118),
  series('TLV', 2201, 2785),
  series('TLV', 3011, 3702),
  series('TLV', 6001, 9354),
  series('TLV', 61000, 62999),
  series('TLV', 70000, 76199),
  series('BQ bq', 2000, 4999),
  series('BQ bq', 24000, 29999),
  series('BQ bq', 76900, 79999),
  series('ADS', 1000, 1299),
  series('ADS', 7000, 8999),
  series('ADS', 131, 131),
  series('DAC', 101, 128),
  series('DAC', 5311, 9881),
  series('DAC', 60501, 80508),
  series('OPA', 130, 999),
  series('OPA', 1611, 4990),
  series('INA', 101, 385),
  series('INA', 821, 851),
  series('INA', 2126, 3221),
  series('REF', 20, 70, 2),
  series('REF', 1925, 6250),
  series('ISO', 121, 7842),
  series('DRV', 2603, 2700),
  series('DRV', 8106, 8962),
  series('DRV', 10866, 11873),
  series('UCC UC', 1800, 3999),
  series('UCC', 21220, 28950),
  series('TMP', 20, 512),
  series('LM', 1, 999, 2),
  series('LM', 1011, 9999),
  series('LM', 10010, 76099),
  series('LMR', 10510, 70503),
  series('LP', 2950, 8900),
  series('LMV LMC LMP LMH LMX', 1, 9999),
  series('SN65HVD SN75HVD', 3, 3088),
  series('SN75 SN65', 107, 65518),
  series('SN65LVDS SN65LBC SN75LBC SN75LV', 1, 4737),
  series('TL TLC', 7, 7709),
  series('TPA', 100, 6533),
  series('TAS', 2505, 6584),
  series('PCM', 1502, 5252),
  series('TLK TVP TFP', 100, 7003),
  series('TXB TXS TSB', 101, 3108, 4),
  series('TS3USB TS3A TS5A TS12A TS3L', 11, 63157),
  series('CC', 1100, 2652),
  series('TCA PCA', 4307, 9803),
  series('MSP430G MSP430F MSP430FR', 110, 6989),
  series('DS26 DS90 DS92 DS36 DS', 1, 9999),
  series('DP', 83640, 83869),
  series('XTR RCV PGA VCA', 100, 900),
  series('TUSB', 211, 9261),
  series('HDC HD3SS', 1008, 3220),
  series('LDC', 1000, 2114),
  series('FDC', 1004, 2214),
);

const texasGrades = codes(
  '_ A B C H I L Q AI BI CI A1 A2 A3 A4 A5 A1I A2I A3I A4I A5I SAI SA B1I B2I B3I AQ HV A33 A15 A18 A25 AQU -ADJ -3.3 -5.0 -12 33 25 18 15 30 50 DV DM Q1',
);
const texasEndsOfGrade = codes('_ -Q1 Q1 G4 G4Q1 /2K5 /1K /250 /3K');
const nationalEnds = combined(
  codes('_ A B I C H L D N IM CIM AIM BIM IN CN AIN CM'),
  codes('_ -ADJ -1.2 -1.5 -1.8 -2.5 -3.0 -3.3 -4.1 -5.0 -8.0 -9.0 -10 -12 -15 -1 -2 -8'),
  codes(
    '/NOPB X/NOPB MX/NOPB TX/NOPB MF/NOPB MFX/NOPB MM/NOPB MMX/NOPB SD/NOPB SDX/NOPB EP/NOPB EPX/NOPB MP/NOPB MPX/NOPB MH/NOPB MHX/NOPB SX/NOPB S/NOPB T/NOPB MK/NOPB MKX/NOPB MY/NOPB MYX/NOPB MA/NOPB MAX/NOPB E/NOPB _ X MX MF MFX MDCX TD/NOPB DT/NOPB DTX/NOPB',
  ),
);

const texas: readonly NumberScheme[] = [
  composed(
    manufacturer('Texas Instruments', 'Circuit')('Integrated circuit', 1_900_000),
    texasSeries,
    texasGrades,
    texasEnds,
    texasEndsOfGrade,
  ),
  composed(
    manufacturer('Texas Instruments', 'Circuit')('Integrated circuit', 1_900_000),
    either(
      series('LM', 1, 9999, 2),
      series('LM LMR', 10000, 76099),
      series('LP', 2950, 8900),
      series('LMV LMC LMP LMH DS ADC DAC LMX', 1, 9999),
    ),
    nationalEnds,
  ),
  composed(
    manufacturer('Texas Instruments', 'Circuit')('Voltage regulator', 1_400_000, 1_000),
    combined(
      codes('LM'),
      either(
        numbered(78, 399, 2),
        numbered(1084, 1117),
        numbered(2574, 2679),
        numbered(2930, 2941),
        numbered(3940, 3985),
        numbered(4040, 4041),
      ),
    ),
    codes('_ A C I L HV IM CM'),
    codes(
      'MP MPX S SX T CS CSX CT IS ISX IT ISQ DT DTX IMP IMPX IMPX CMP CMPX MR K AEM EM M5 IM5 M3 CMP EMP AEMP AT AT- H',
    ),
    codes('-1.2 -1.5 -1.8 -2.5 -2.85 -3.0 -3.3 -5.0 -8.0 -9.0 -10 -12 -15 -ADJ'),
    codes('_ /NOPB X/NOPB'),
  ),
  composed(
    manufacturer('Texas Instruments', 'Transistor')('MOSFET', 620_000, 2_500),
    series('CSD', 13201, 97396),
    codes('_ F3 F4 F5 Q2 Q3 Q3A Q5 Q5A Q5B W W10 W15 W1015 W1723 L N Q5D Q4M KCS KTT'),
    codes('_ T'),
  ),
];

const stVolts = codes('10 12 15 18 20 25 27 30 32 33 36 40 44 50 60 80 100 120 150 170 200');
const stMemories = combined(
  codes('M24C M24 M24M M95 M93C M93S M24SR M34E'),
  codes('01 02 04 08 16 32 64 128 256 512 010 020 040 080 160 320 640 M01 M02 46 56 66 76 86'),
  codes('_ - -D -R -W -F'),
  codes('_ R W F DR DF X'),
  codes('MN MC DW MB BN DS CS CU'),
  codes('6 3 8 5 4'),
  codes('_ T G TP P TG TP/K TP/S TP/P /K P/K'),
);
const st: readonly NumberScheme[] = [
  composed(manufacturer('STMicroelectronics', 'Memory')('EEPROM', 420_000, 2_500), stMemories),
  composed(
    manufacturer('STMicroelectronics', 'Diode')('Rectifier diode', 320_000, 2_500),
    codes('STPS STTH STPSC BAT BAS SM'),
    codes('_ 0 1 2 3 4 5 6 8 10 12 15 20 30 40 05 0520 0560 02 03 04'),
    codes('_ L H R S M LC'),
    stVolts.concat(codes('01 02 03 04 05 06 08 40 45 60')),
    letters('ZAUSBDGTCFVY')
      .flatMap((one) => [one, `${one}Y`, `${one}-TR`, `${one}FY`, `${one}TR`, `${one}F`])
      .concat(codes('_ FILM JFILM KFILM WFILM SFILM')),
  ),
  composed(
    manufacturer('STMicroelectronics', 'Diode')('Schottky diode', 90_000, 3_000),
    codes(
      'BAT20 BAT30 BAT41 BAT42 BAT43 BAT46 BAT48 BAT54 BAT60 BAS40 BAS69 BAS70 BAR43 BAR18 BAL99 TMMBAT41 TMMBAT42 TMMBAT43 TMMBAT46 TMMBAT48',
    ),
    codes('_ A C S W AW CW SW -04 -05 -06 -07'),
    codes('FILM JFILM KFILM WFILM ZFILM SFILM ZFILMY JFILMY _'),
  ),
  composed(
    manufacturer('STMicroelectronics', 'Circuit')('Voltage supervisor', 480_000, 3_000),
    codes('STM809 STM810 STM811 STM812 STM6315 STM6321 STM6322 STM1001 STM1061 STM6600 STM6601'),
    codes('_ L M T S R Z W J SDW RDW TDW MDW LDW RAW SAW N'),
    codes('_ W DW W16 W13'),
    codes('16F 13F X6F M6F WX6F DS6F F'),
  ),
  composed(
    manufacturer('STMicroelectronics', 'Circuit')('Integrated circuit', 1_100_000),
    either(
      series('L', 4931, 9963),
      series('LD', 29080, 39300),
      series('LDL LDK LDLN LDS', 12, 3985, 2),
      series('LD1117 LD1086 LD1085 LF L78 L79 L78L L78M LM', 0, 399, 2),
      series('TS TSV TSX TSZ TSB TSU TSC LMV LMX LM', 1, 9292, 2),
      series('ST', 1, 9999),
      series('STUSB STSPIN STEF STLED STLM STP STCS', 1, 4761, 2),
      series('VN VNQ VND VNH VNLD VNN VNS VIPER', 5, 7140),
      series('LIS LSM LPS HTS IIS STTS', 1, 331),
      series('TDA', 1170, 7999),
      series('ULN ULQ', 2001, 2804),
      series('M41T M48T M40', 0, 94),
    ),
    codes('_ A B C D G H L M N P Q S T X Y AB AC BC HX ABD C33 C25 C50 -33 33 25 18 50 12'),
    stEnds,
  ),
  composed(
    manufacturer('STMicroelectronics', 'Thyristor')('Thyristor or triac', 690_000, 50),
    codes('BTA BTB TYN TN TS T TXN X Z ACS ACST'),
    codes(
      '04 06 08 10 12 16 20 24 25 26 40 41 60 0402 0405 410 405 435 610 635 810 820 825 835 1010 1225 1235 1610 1620 1635 2535 820 420 430 435 110 210 108 102',
    ),
    codes('-400 -600 -800 -1000 -1200 -600B 0 5 6 8'),
    letters('BCTSADGRHFVUW')
      .flatMap((one) => [one, `${one}RG`, `${one}W`, `${one}WRG`, `${one}-TR`])
      .concat(['RG', '-TR', '']),
  ),
];

const dallas = composed(
  manufacturer('Analog Devices', 'Circuit')('Integrated circuit', 4_300_000),
  combined(['DS'], numbered(1000, 4550)),
  codes('_ A B C D M L R V Y'),
  codes('S SN Z U C N P M E T W J V X G EE'),
  codes('+ +T&R # #T&R N+ N# -33+ -33# -3+ -3+T&R -18+ -5+ -75+ -100+ _'),
);

const microchipEnds = combined(
  codes('_ -I -E -C -M -H I E'),
  codes(
    '/SN /P /ST /MS /OT /MC /MNY /TT /LT /CH /SM /SL /MF /ML /MR /UN /ST14 /SO /SP /SS /PT /MV /TO /DB /MB /SNG /PG /STG /WF /RM /MNYVAO /SNVAO _',
  ),
);
const microchip: readonly NumberScheme[] = [
  composed(
    manufacturer('Microchip', 'Memory')('EEPROM', 360_000, 2_500),
    codes(
      '24AA 24LC 24FC 24C 24LCS 24LV 24CW 24CS 24VL 24HC 25AA 25LC 25C 25CS 11AA 11LC 93AA 93LC 93C 34AA 34LC 34VL 23LC 23LCV 23A 23K 21CS 47L 47C 48L',
    ),
    codes(
      '00 01 014 02 024 025 04 044 08 16 160 32 320 64 65 640 128 256 512 515 1024 1025 1026 02E48 02E64 025E48 025E64 256UID 32A 64F 02M 04M 010 020 040 080 46 56 66 76 86 46A 46B 46C 56A 66A 010A 020A 040A 080A 160A 160B 320A 640A 52 02E 22 21 014H',
    ),
    codes('_ A B C H D'),
    codes('_ T X XT'),
    microchipEnds,
  ),
  composed(
    manufacturer('Microchip', 'Memory')('EEPROM', 360_000, 2_500),
    codes(
      'AT24C AT24CM AT24CS AT24HC AT24MAC AT25 AT25M AT93C AT34C AT21CS AT25DF AT25SF AT25XE AT45DB AT28C AT28HC AT27C',
    ),
    codes(
      '01 02 04 08 16 32 64 128 256 512 1024 010 020 040 080 160 320 640 402 602 46 56 66 041 081 161 321 641 011 021 512C',
    ),
    codes('_ A B C D E F'),
    codes(
      '-SSHL -SSHM -SHD -SHM -XHM -XHD -XHL -STUM -MAHM -PUM -SSPD -MEHM -U2UM -10SU-2.7 -10PU-2.7 -10SI-2.7 -SSUN -SH -SU -SSH -MA5M -X5M -SS6M -15PU -70PU -12PU -90PU -15JU -70JU N-SH-B N-SSH -SSHF -CCHM B-SSHD',
    ),
    codes('_ -T -B -E'),
  ),
  composed(
    manufacturer('Microchip', 'Circuit')('Integrated circuit', 890_000),
    either(
      series('MCP MCP', 100, 9999),
      series('MCP79 MCP39 MCP14A MCP16 MCP73 MCP23S MCP23 MCP25', 0, 9999, 2),
      series('MCP', 14628, 73999),
      series('TC TCM', 1, 9999),
      series('MIC', 1232, 9420),
      series('MIC', 20000, 94999),
      series('EMC PAC', 1001, 2305),
      series('USB LAN', 2412, 9500),
      series('KSZ', 8001, 9897),
      series('ATA', 5279, 8520),
    ),
    codes('_ T A AT B C D L LT R RT S H HT Q V VB FB FVB'),
    codes(
      '_ -AMI -FCI -BZI -CNI -1AAI -2ACI -AAI -NTI -103 -104 -502 -503 -1202 -1802 -2502 -2802 -3002 -3302 -4002 -5002 -5003 -3303 -ADJ -195 -240 -270 -300 -315 -450 -460 -475 -485 -A0 -A1 -2 -21 -33 -12 -10 -25 -20 -330 -2ACI -2ATI -2AAI -1.8 -2.5 -3.0 -3.3 -5.0 -29D3U -44D2U -33 -1.2 1 2 3',
    ),
    either(
      microchipEnds,
      codes(
        'YM5 YM5-TR YM YM-TR YMM YMM-TR YML YML-TR YMT-TR YC5-TR YC5 YD5-TR YS YU Y-TR BM5 BMM YME YMME-TR Y TR VOA713 EUA ECB VOA ECB713 EPA COA COA713 -CT -AEZG -AEZG-TR -CP -EZK',
      ),
    ),
  ),
];

const otherCircuits: readonly NumberScheme[] = [
  composed(
    manufacturer('Analog Devices', 'Circuit')('Integrated circuit', 4_400_000),
    either(
      series('AD', 200, 9999),
      series('ADA', 4000, 4961),
      series('ADG', 201, 6436),
      series('ADP', 120, 8866),
      series('ADM', 101, 4857),
      series('ADUM ADuM', 1100, 9000),
      series('ADR', 1, 5550, 2),
      series('ADT', 75, 7516),
      series('ADXL', 202, 1005),
      series('ADF ADL ADV ADAU HMC SSM REF OP', 1, 9917),
      series('ADUC ADuC', 812, 7129),
    ),
    codes('_ A B C J K E F G W WB S'),
    analogEnds,
  ),
  composed(
    manufacturer('Analog Devices', 'Circuit')('Integrated circuit', 5_200_000),
    either(series('LT', 1001, 9999), series('LTC', 201, 9101), series('LTM', 2810, 9101)),
    codes('_ A B C I H E AC AI AH'),
    combined(
      codes('_ C I E H M'),
      codes('DD DE DC UD UF UH UK S S5 S6 S8 SW MS MS8 MS8E MSE MS10 F FE GN G N N8 T Q R SC6 SC8 UDC UHE V Y'),
      codes('_ -1 -2 -3 -2.5 -3.3 -5 -12 -1.8 -3.0 -1.2 -4.096 -10 -ADJ'),
      codes('#PBF #TRPBF #TRMPBF _'),
    ),
  ),
  composed(
    manufacturer('Analog Devices', 'Circuit')('Integrated circuit', 4_100_000),
    either(series('MAX', 31, 999), series('MAX', 1001, 9999), series('MAX', 11041, 98927), series('DS', 1000, 4550)),
    codes('_ A B C D E H L M R S T Z J K N'),
    maximEnds,
  ),
  composed(
    manufacturer('Analog Devices', 'Circuit')('Voltage supervisor or reference', 1_900_000),
    codes(
      'MAX6070A MAX6070B MAX6071A MAX6071B MAX6315US MAX6314US MAX809 MAX810 MAX811 MAX812 MAX803 MAX6326 MAX6328 MAX6340 MAX6301 MAX6801 MAX16052',
    ),
    codes('_ EUS- EUR AUT L M T S R Z EUR- UR US'),
    codes(
      '_ 12 18 21 25 26D1 26D2 26D3 26D4 27D1 27D3 28D3 29D1 29D2 29D3 29D4 30 30D1 30D2 30D3 31D3 31D4 33 41 44D1 44D2 44D3 44D4 46D3 50 T EXR EUR EUS',
    ),
    codes('_ + -T +T +TG069'),
  ),
  composed(
    manufacturer('NXP', 'Circuit')('Integrated circuit', 1_600_000),
    either(
      series('PCA PCF PCAL PTN NTS NTB NVT', 1, 9999),
      series('TJA SJA UJA TEA TDA', 1020, 9960),
      series('MMA MAG MPL FXOS FXAS FXLS', 115, 8974),
      series('MPX MPXV MPXH MP3H MPXHZ', 53, 7025, 2),
      series('SC SC16IS SC18IS', 1, 852),
      series('PN RC NT MFRC', 3, 9999),
    ),
    codes('_ A B C D G Q AQ CQ A1 AC6U AC6 DP GP R1 QR1 CQR1 A/3 A/N TL/Q900'),
    nxpEnds,
  ),
  composed(
    manufacturer('NXP', 'Microcontroller')('Microcontroller, 32 bit', 3_900_000),
    combined(
      codes('LPC8 LPC11 LPC11U LPC11C LPC11E LPC13 LPC15 LPC17 LPC18 LPC40 LPC43 LPC54 LPC55S'),
      numbered(2, 688, 2),
    ),
    codes('_ F M001J M011J M021J M031J M101J M201J J FHN F'),
    codes('DH16 DH20 HI33 HN33 HN24 BD48 BD64 BD80 BD100 BD144 ET100 ET180 UK DH28 N28 HVQFN33 BD32 BD208 I33'),
    codes(
      '_ FP E Y J /301 /302 /303 /401 /201 /203 /501 /300 /102 /301, /302, /303, /401, /501, /201, /101, ,551 ,551 ,118 ,512',
    ),
  ),
  composed(
    manufacturer('onsemi', 'Circuit')('Integrated circuit', 690_000),
    either(
      series('NCP NCV NCS NCN', 1, 9999, 2),
      series('NCP NCV', 10000, 81599),
      series('FAN FSUSB FSA FXL FXMA FPF', 1, 9999, 2),
      series('CAT', 1, 9999, 2),
      series('MC', 1403, 1496),
      series('MC', 33000, 34999),
      series('MC', 78, 79),
      series('LM LV LC LB LA STK', 1, 9999, 2),
      series('NLAS NLSX NL NLV NB NUP', 1, 9999, 2),
    ),
    codes('_ A B C D E G L M Q S T V H MUX UMX L10X'),
    either(
      onsemiEnds,
      codes(
        'SN15T1G SN18T1G SN25T1G SN28T1G SN30T1G SN33T1G SN50T1G SNADJT1G MX15TCG MX18TCG MX30TCG MX33TCG ST33T3G DT33RKG DT50RKG ST50T3G D33R2G ACPG L05 BDTG CDTRKG BTG ACDR2G VDR2G BDR2G MUX L10X SX MX TSX BQX UCX EX X WI-GT3 VI-GT3 LI-GT3 YI-GT3 HU4I-GT3 TDI-GT3 P5X SC70X',
      ),
    ),
  ),
  composed(
    manufacturer('Monolithic Power Systems', 'Circuit')('Power converter', 1_200_000, 3_000),
    series('MP MPQ MPM MA MPS MCQ', 100, 86999),
    codes('_ A B C S H L -33 -5'),
    codes('_ DN DS EN ES GJ GS GN GQ DJ DK DQ DL GD GTL GG GR GF GVT GRP DT GTF GQV GQVT EQ DF DH DJE GJE GQE HN'),
    codes('_ -Z -LF -LF-Z -P -0000 -0000-Z -C166-LF-P'),
  ),
  composed(
    manufacturer('Richtek', 'Circuit')('Power converter or regulator', 520_000, 3_000),
    series('RT RTQ', 2500, 9999),
    codes('_ A B C D E H L N S -33 -18 -12 -15 -25 -30 -50 -1A -2A'),
    codes('_ G'),
    codes('B J5 J6 J8 F QW SP S V W X X5 XR BR CQ E GQW GJ5 GJ6 GB GSP GS GE GV PB PJ5 GQ ZSP ZQW GX GL GF GU5'),
  ),
  composed(
    manufacturer('SGMICRO', 'Circuit')('Integrated circuit', 420_000, 3_000),
    series('SGM SY SYH', 58, 9999),
    codes('_ A B C -1.2 -1.5 -1.8 -2.5 -2.8 -3.0 -3.3 -5.0 -ADJ A-3.3'),
    codes('X N Y A T'),
    codes('N5 N3 N6 S8 S MS8 C5 C6 DB DE UTDN6G N5G N3L N6G TQ QN TS14 KB DC LG'),
    codes('_ /TR G/TR L/TR'),
  ),
  composed(
    manufacturer('Silergy', 'Circuit')('Power converter', 380_000, 3_000),
    series('SY SQ SYB', 5018, 58999),
    codes('_ A B C D E F H'),
    codes('AAC ABC ADC AIC DBC DCC DEC FAC FCC QDC QNC RAC VDC TQC AUC QWC DFC ABE FMC QFC'),
  ),
  composed(
    manufacturer('Torex', 'Circuit')('Voltage regulator', 260_000, 3_000),
    codes(
      'XC6206P XC6201P XC6210B XC6219B XC6220B XC6221B XC6222B XC6203E XC6204B XC6228D XC6504A XC61C XC61CN XC61CC XC9141A XC9142B XC9265A XC9235A XC9236A',
    ),
    numbered(8, 60, 2),
    codes('1 2 A B C D 02 42'),
    codes('MR MR-G PR PR-G DR DR-G GR-G 2MR MMR NR-G ER-G 7R-G LR'),
  ),
  composed(
    manufacturer('Diodes Incorporated', 'Circuit')('Integrated circuit', 320_000, 3_000),
    either(
      series('AP AL AH PAM ZXCT ZXLD ZXGD ZXTR', 1, 9999, 2),
      series('AP AL', 10000, 76999),
      series('AZ', 431, 7812),
      series('PI3 PI4 PI5 PI6 PT', 1, 9999),
    ),
    codes('_ A B C D H K R S T EA CA -3.3 -5.0 -1.8 -33 -50 -18 -12 -25 -30 -ADJ 15 18 25 28 30 33 50'),
    codes(
      '_ W W5-7 WG-7 WU-7 WU5-7 SA-7 SP-13 S-13 SG-13 TV-7 TWG-7 TWU-7 FDC-7 FN-7 Y-13 E-13 K-13 KTR-E1 KTR-G1 NTR-G1 NTR-E1 ANTR-E1 ANTR-G1 BNTR-E1 H-13 D-13 MTR-G1 MTR-E1 AER-13 KC5TR-G1 TR-G1 TR-E1 ZTR-G1 SN-7 FGDC-7 FCX-7 ADJTR -7 -13 -W-7 -SA-7 -PG-B -HK3-7',
    ),
  ),
];

/** The prefixes of automotive grades that onsemi puts before a number. */
const onsemiGrades = codes('S SZ SZM NRV NSV NSVR SM SB SBA SMM NV NVR S1 CAV');
const smallEnds: CodeList = onsemiEnds;
const powerSeries = (prefix: string) => combined(codes(prefix), numbered(1, 999, 2));
const rectifierNumbers = combined(
  codes('_ 1 2 3 5 8 10 15 05 03 20 30'),
  codes(
    '_ A B D G J K M 10 12 13 14 15 16 18 19 20 22 24 25 26 28 30 32 33 34 35 36 38 39 40 42 43 44 45 46 48 50 52 54 56 58 60 62 64 65 66 80 100 110 115 120 150 210 220 310 315 320 510 520',
  ),
);

const discretes: readonly NumberScheme[] = [
  composed(
    manufacturer('Taiwan Semiconductor', 'Diode')('Rectifier diode', 90_000, 3_000),
    combined(
      codes(
        'S SS SK SR SSL SSH ES HS RS US TS TSS TSSA TSSW TSD MUR HER FR UF SF MBR MBRS SRT SRS SRA S1 S2 S3 ES1 ES2 ES3 RS1 RS2 HS1 GS ESH',
      ),
      rectifierNumbers,
    ),
    codes('_ L LW B A F FS H HL BH AH LH LWH AL BL C'),
    codes('_ H HR W WH'),
    codes('_ R3G RVG R5G V7G M2G RUG RTG RFG RQG RHG MHG A0G R0G M3G R7G V6G RGG MTG'),
  ),
  composed(
    manufacturer('Taiwan Semiconductor', 'Zener diode')('Zener diode', 80_000, 3_000),
    either(
      combined(codes('BZT52C BZT52B BZD27C BZD17C BZV55C BZV55B BZS55C BZX84C BZX584B BZX585B'), [
        ...zenerVolts,
        ...dottedVolts,
        ...numbered(10, 220),
      ]),
      combined(codes('1SMA 1SMB 1PGSMA 1PGSMB 1N'), numbered(4728, 5956)),
      combined(codes('MMSZ'), numbered(4678, 5272)),
    ),
    codes('_ A B Z H P PH S W K'),
    codes('_ R3G RVG R5G M2G RHG RRG RKG L1G RFG R4G RQG RUG RSG R0G L0G MHG MTG RTG W WH'),
  ),
  composed(
    manufacturer('MCC', 'Diode')('Diode', 60_000, 3_000),
    either(
      combined(
        codes('SM SK SL SSL SD B BAT BAS BAV DFLZ SMD ER FS FR US RS ES GS S SS SBR HS MURS UF DB MMBD 1N FM'),
        numbered(1, 5829),
        codes('_ A B D G J K L M W WS PL CA H Q S X T'),
      ),
      combined(
        codes('3SMAJ 3SMBJ SMBJ SMAJ SMLJ MMXZ MMSZ MMBZ 1SMA 1SMB BZT52C BZT52B BZX84C BZV55C'),
        either(numbered(4099, 5956), zenerVolts),
        codes('_ A B BS Q S K W T L'),
      ),
    ),
    codes('-TP -TPS01 -LTP HE3-TP E3-TP -BP _'),
  ),
  composed(
    manufacturer('Comchip', 'Diode')('Diode', 90_000, 3_000),
    codes(
      'CDBA CDBB CDBC CDBU CDBW CDBM CDBMH CDBF CDBER CDBZ CDBQC CDBQR CDBP CDSL CDSU CDSW CDST CDSF CDSH CDSQR CDSV CZRB CZRA CZRC CZRE CZRF CZRL CZRU CZRER CZRQR CZRW CGRA CGRB CGRC CGRM CGRKM CGRTS CGRT CGRAT CSFA CSFB CSFC CSFM CFRA CFRB CFRC CFRM CURA CURB CURC CURM CPDV CPDQ CPDU CPDH ACDBA ACDBB ACDBC ACDBM ACDBU ACDBUR ACDBW ACZRA ACZRB ACZRC ACZRW ACZRM ACGRA ACGRB ACGRC ACGRT ACGRM ACGRKM ACURA ACURB ACDSW ACDST ACFRA ACEFC MMSZ BZT52 1N',
    ),
    either(
      numbered(1, 5956),
      numbered(1, 999, 3),
      numbered(1, 999, 4),
      combined(codes('B C'), zenerVolts),
      combined(codes('C'), numbered(2, 39)),
      combined(codes('B'), zenerVolts),
    ),
    codes('_ A B C L R LR U V S B-'),
    codes('_ -G -HF -GTR'),
  ),
  composed(
    manufacturer('ROHM', 'Diode')('Diode', 90_000, 3_000),
    either(
      combined(
        codes('RB RBR RBS RBQ RBLQ RF RFU RFN RFC RR RSX DAN DAP DA KDZ EDZ'),
        codes('_ 0 1 2 3 5'),
        numbered(1, 751),
      ),
      combined(codes('KDZVTR KDZLVTR KDZTR'), [...zenerVolts, ...dottedVolts]),
      combined(
        codes(
          'EDZVT2R EDZVFHT2R EDZT2R EDZTE61 UDZVTE-17 UDZVFHTE-17 UDZUTE-17 UDZSTE-17 UDZLVTE-17 UFZVTE-17 UFZVFHTE-17 TDZVTR TFZVTR PTZTE25 FTZ',
        ),
        [...zenerVolts, ...dottedVolts, ...numbered(39, 120)],
      ),
    ),
    codes(
      '_ A B S M L MM2 MM2S SM-30 SM-40 VM-30 VM-40 UM-40 LA-30 L-20 L-30 L-40 L-60 M-30 M-40 M-60 MM-20 MM-30 MM-40 MM-60 MM-90 MM-100 MM30 MM40 MM60 BM-30 BM-40 BM-60 BM-90 BM30 S-30 S-40 G-30 ASA-30 CS-30 VAM-30 VAM-40 WM-30 EA-40 T2 2M 4S 2L 1L 6S 10T',
    ),
    codes('_ TR TE25 T2R TE-17 TE61 FHT2R FHTE-17 TFTR ATFTR TFTE25 STFTR TL BTR TLTF TE17 FSTL AT2R BTE-17'),
  ),
  composed(
    manufacturer('Vishay', 'Diode')('Diode', 110_000, 3_000),
    either(
      combined(
        codes(
          'BZG03C BZG05C BZG05B BZG04- BZX584C BZX584B BZX384C BZX84C SMAZ SMBZ SMZJ SML BZD27C BZT52C BZT52B BZT55C TZMC TZMB TZM BZV55C GDZ VTVS',
        ),
        either(zenerVolts, dottedVolts, numbered(3, 270), numbered(3788, 5956)),
      ),
      combined(
        codes(
          'ES SS RS US S SSA SSB SSC BYG BYS BAV BAS BAT BAQ BAY 1N4 SD LL LS GSD SL MSS MSE MURS MBR MBRS MBRB MBRF V VS- VF VB VBT VFT VT SE SA SSP UH UG EGL GL',
        ),
        numbered(0, 999),
        codes(
          '_ A B C D G H J K L M P F FL FH PL PM S W WS B10 H10 H6 HM6 P2L P3L P5L P6 L5 L45 PL45 -90 -40 -10 10 C',
        ),
      ),
    ),
    codes('_ W WS -V A B C -V-G H S'),
    either(
      vishayEnds,
      codes(
        '-M3-08 -M3-18 -HM3-08 -HM3-18 -G-08 -G-18 -HE3-08 -HE3-18 -V-G-08 -V-GS08 -GS08 -M3/H -M3/I HM3/H HM3/I HE3_A/I HE3_A/H HE3_B/H -M3/5AT -M3/9AT -M3/84A -M3/85A -M3/89A -E3/I -E3/H -E3/TR3 -E3/5A -E3/5BT -E3/5AT -E3/61 -E3/57T',
      ),
    ),
  ),
  composed(
    manufacturer('onsemi', 'Diode')('Diode or transistor of automotive grade', 120_000, 3_000),
    combined(
      onsemiGrades,
      codes(
        '_ BAS BAT BAV BC BCP BCX MBR MBRS MBRA MBT MMBT MMBD MMBZ MMSZ MM3Z MM5Z MSD NSS PZT SMMS US S R B 1SMA 1SMB SMF SMAJ BZX84C BZX84B MUN DTC NST MJD TS RS ESD',
      ),
    ),
    either(numbered(1, 999, 2), numbered(1000, 5956), zenerVolts),
    codes('_ A B C D L H V E S W AL BL CL DW AW BW T1 EMT WT A42 LT'),
    smallEnds,
  ),
  composed(
    manufacturer('onsemi', 'Diode')('Diode', 90_000, 3_000),
    codes(
      'NSR MBR MBRS MBRA MBRM NTS NTSJ NTSB MRA MUR MURS SURA SURS FDLL FSV SS ES US S RB SB BAT MM3Z MM5Z MMSZ MMBZ M1MA NRVB SZMM3Z SZMM5Z SZMMSZ SZ1SMA SZ1SMB SZBZX84C SZMMBZ SZ1SMB CPH MCH SOT 1SMA 1SMB BZG03C',
    ),
    either(
      numbered(1, 9999, 2),
      zenerVolts,
      dottedVolts.map((volts) => volts.replace('.', '')),
    ),
    codes('_ A B C BS B- E H K L M P S V VB SF LSF VL XV2 F AL CT T AT CAT'),
    smallEnds,
  ),
  composed(
    manufacturer('Diodes Incorporated', 'Diode')('Diode or transistor', 90_000, 3_000),
    either(
      combined(
        codes('DDZ D3Z MMSZ BZT52 BZT52C BZX84C GDZ DDZX BZT585B BZT52HC AZ23C ZMM'),
        either([...zenerVolts, ...dottedVolts], numbered(1, 56), numbered(5221, 5272), numbered(9678, 9717)),
        codes('_ A B C D AS BS CS DS S SF ASF BSF CSF BF AQ B- Q T W TS LP HC'),
      ),
      combined(
        codes(
          'DMN DMP DMG DMT DMTH DMC ZXMN ZXMP ZXTN ZXTP ZXT FMMT FZT FCX ZTX BSS BS BC MMBT DDTC DDTA DDC DCX SBR SDM PD3S DFLS SD B BAV BAS BAT BAW 1N 2N PDS US ES RS S STPR',
        ),
        numbered(1, 9999, 2),
        codes(
          '_ A B C D E F G H K L M N P Q S T U V W X UDW LDW UK UW SK LK KDW DW UFA UFB LCB LFG LFV LSD LSS SSD SSS LVT UVT GWF SAQ SA L5L H5L D5L AW UFDE UFDB UCB SN SFG SFV SFGQ LFDB 1E6 2E6 F6 U40V 20SA',
        ),
      ),
    ),
    either(diodesEnds, codes('-7 -13 -7-F -13-F Q-7 Q-7-F Q-13 TA TC QTA QTC -7B D-13 D-7')),
  ),
  composed(
    manufacturer('Nexperia', 'Transistor')('MOSFET, diode or transistor', 190_000, 3_000),
    either(
      combined(
        codes('PSMN BUK BUK9Y BUK7Y BUK9M BUK7M BUK9K BUK7K BUK6D BUK9D BUK761 BUK762 PSMNR'),
        combined(
          codes('_ 0 1 2 3 4 5 6 7 8'),
          codes(
            'R0 R1 R2 R3 R4 R5 R6 R7 R8 R9 10 11 12 13 14 15 16 17 18 19 20 21 22 25 26 28 29 30 35 38 40 43 45 50 53 58 59 65 69 72 90 102 107 113 153',
          ),
        ),
        codes('-25 -30 -40 -55 -60 -75 -80 -100'),
        codes('_ Y B E H A P'),
      ),
      combined(
        codes(
          'PMEG PMLL PBSS PBHV PMBT PMBTA PMST PUMD PUMH PDTC PDTA PDZ PZU PESD PRTR NX BAS BAT BAV BAW BC BCW BCX BCP BZX84 BZX84J BZX84W- BZT52- BZT52H- BZX384- BZX585- 1PS 2PB 2PD NZX NZH PMV PMN PMZ PMCXB PMH PMDXB 2N',
        ),
        either(numbered(1, 9999, 2), numbered(10, 999, 3), combined(codes('B C A'), either(zenerVolts, dottedVolts))),
      ),
    ),
    codes(
      '_ A B C E H L S T W X Y YS YSD YLC YLD YLDX PS BS B2 B3 B1 B2A BA B2L BL EA AW AQ CEGW EH EJ EP ER EPA BE BP ETP ESB CEJ CEH AEB AESF GW WX BGW J F AKS NAKS CN DN DS TS S22',
    ),
    either(nexperiaEnds, codes('X J F Z ,115 ,135 ,215 ,235 ,315 ,127 ,118 ,113 -QX -QJ JX GWJ GWX')),
  ),
  composed(
    manufacturer('Infineon', 'Transistor')('MOSFET', 720_000, 5_000),
    combined(
      codes('BSC BSZ BSF BSB ISC ISZ IPB IPD IPP IPA IPI IPL IPT IPW IPZ IAUC IAUT IAUA IPG'),
      either(numbered(2, 999, 3), numbered(11, 99)),
    ),
    codes('N P R NE D DN CN'),
    codes('0 2 02 03 04 06 08 10 12 15 20 25 60 65 80 E2 E7 60R 65R 80R'),
    codes(
      '_ L LS NS MS LSG NSG MSG MSF N N3 N3G N5 S S3 S4 S4L S404 S401 S403 S4H1 S408 S3L NSF LSF LSFG NSFG N3MS LSE NSE LSI NSI LS6 LS5 NS6 NST NS5 MSE ND NM NS3G LS3G G NDG N3 G7 P6 P7 E6 C6 C7 CP CFD G7X KSH N10 LSE',
    ),
    infineonEnds,
  ),
  composed(
    manufacturer('Infineon', 'Transistor')('MOSFET or transistor', 390_000, 3_000),
    codes(
      'IRF IRL IRFS IRFB IRFP IRFR IRFU IRFH IRFHM IRFHS IRLML IRLMS IRLR IRLU IRLB IRLZ IRFZ IRFML IRFL IRLL IRFTS AUIRF AUIRFS AUIRFR AUIRLR AUIRFZ BSS BSP BSR BSO BSD BSL BC BCR BCV BCX BFP BFR BAS BAT BAR BAV BCP SMBT IRS IR',
    ),
    either(numbered(10, 999), numbered(1000, 9540), numbered(1, 99, 4)),
    codes('_ N P E PE NE A B C W S U SN PH EL FESD F H V H6327 PH6327 NH6327 L6327 NZ Z ZS L M D -7P'),
    infineonEnds,
  ),
  composed(
    manufacturer('Central Semiconductor', 'Diode')('Diode or transistor', 190_000, 3_000),
    codes(
      'CMO CMD CMM CMS CMP CMR CMZ CMH CMX CMU CMT CMF CML CMK CMOZ CMDZ CMSH CMPSH CMPZ CMHZ CMOSH CMDSH CMMR CMPD CMPT CMST CMLT CMLD CMDD CMOD CMR1 CMR2 CMR3 CMSH1 CMSH2 CMSH3 CMSH5',
    ),
    codes('_ 1 2 3 5 1U 2U 3U 1F'),
    codes('_ - -0'),
    either(numbered(1, 5956), zenerVolts, codes('3 4 6 8 20 40 60 100 02 04 06 08 10 L2 6L2 5L1')),
    codes('_ A B C E L M MA MLA G'),
    ['', ' TR', ' BK', ' TR13'],
    ['', ' PBFREE', ' TIN/LEAD'],
  ),
];

/** The schemes. */
export const broadSemiconductors: readonly NumberScheme[] = [
  ...texas,
  ...st,
  ...microchip,
  ...otherCircuits,
  ...discretes,
  dallas,
  composed(
    manufacturer('Infineon', 'Transistor')('MOSFET', 690_000, 1_000),
    powerSeries('IPT60R IPT65R IPP60R IPD60R IPW60R IPA60R IPB60R IPL60R'),
    codes('G7 P7 C7 P6 E6 CFD7 C6 S7'),
    codes('XTMA1 ATMA1 XKSA1 FKSA1 AUMA1 AKMA1'),
  ),
];
