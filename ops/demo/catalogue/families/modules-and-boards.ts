import { deviceFamily, named, packed } from '../device-family.ts';
import { codes } from '../number-scheme.ts';

/** Radio modules, boards, cells and displays, by the names that their makers give them. */

const bare = (manufacturer: string, category: string, devices: Readonly<Record<string, string>>, priceMicros: number) =>
  deviceFamily(manufacturer, category, priceMicros, { devices, codes: { '*': packed.each() } });

/** Every family of modules, boards, cells and displays. */
export const moduleFamilies = [
  bare(
    'u-blox',
    'Wireless module',
    {
      ...named(
        'NEO-6M NEO-7M NEO-M8M NEO-M8N NEO-M8P NEO-M8T NEO-M8U NEO-M9N MAX-7Q MAX-M8C MAX-M8Q MAX-M8W MAX-M10S SAM-M8Q SAM-M10Q CAM-M8Q EVA-M8M ZED-F9P ZED-F9R LEA-6T LEA-M8T ZOE-M8Q',
        'Satellite navigation module',
      ),
      ...named(
        'NINA-B111 NINA-B112 NINA-B302 NINA-B306 NINA-W101 NINA-W102 NINA-W106 NINA-W132 ANNA-B112 BMD-300 BMD-340 BMD-350 ODIN-W262',
        'Bluetooth or Wi-Fi module',
      ),
      ...named(
        'SARA-R410M-02B SARA-R412M-02B SARA-R510S SARA-G350 SARA-U201 SARA-U270 SARA-N211 LISA-U200 LARA-R211 TOBY-L210',
        'Cellular module',
      ),
    },
    14_000_000,
  ),
  bare(
    'SIMCom',
    'Wireless module',
    named(
      'SIM800C SIM800L SIM800H SIM808 SIM868 SIM900 SIM900A SIM5320E SIM7000E SIM7000G SIM7020E SIM7070G SIM7080G SIM7100E SIM7500E SIM7600CE SIM7600E-H SIM7600G-H A7670E A7670G SIM28ML SIM68M',
      'Cellular module',
    ),
    9_000_000,
  ),
  bare(
    'Quectel',
    'Wireless module',
    named(
      'L70 L76 L76-M33 L76B L80 L80-M39 L86 L96 LC79D M10 M26 M35 M65 M66 M95 MC20 MC60 BC66 BC68 BC95-G BG77 BG95-M2 BG95-M3 BG96 UC15 UC20 UG95 EC21 EC25-E EC25-AU EG25-G EG91 EG95',
      'Cellular or navigation module',
    ),
    11_000_000,
  ),
  bare(
    'HopeRF',
    'Wireless module',
    named(
      'RFM12B RFM12B-868S2P RFM22B RFM69CW RFM69CW-433S2 RFM69CW-868S2 RFM69HCW RFM69HCW-868S2 RFM69HCW-915S2 RFM69HW RFM69W RFM92W RFM95 RFM95W RFM95W-868S2 RFM95W-915S2 RFM96W RFM96W-433S2 RFM97W RFM98 RFM98W RFM98W-433S2 RFM119 HP03S TH02',
      'Radio module',
    ),
    5_000_000,
  ),
  bare(
    'Semtech',
    'Wireless circuit',
    named(
      'SX1211 SX1231 SX1231H SX1231IMLTRT SX1232 SX1233 SX1243 SX1255 SX1257 SX1261 SX1261IMLTRT SX1262 SX1262IMLTRT SX1268 SX1268IMLTRT SX1272 SX1272IMLTRT SX1276 SX1276IMLTRT SX1277 SX1278 SX1278IMLTRT SX1279 SX1280 SX1280IMLTRT SX1281 SX1301 SX1302 SX1303 SX1308 SX1502 SX1503 SX1505 SX1507 SX1508 SX1509 SX1509BIULTRT LR1110 LR1120',
      'Radio transceiver or expander',
    ),
    4_500_000,
  ),
  bare(
    'Digi',
    'Wireless module',
    named(
      'XB24-API-001 XB24-AWI-001 XB24-AUI-001 XB24CAPIT-001 XB24CZ7PIT-004 XB24CZ7WIT-004 XB24CZ7UIS-004 XB3-24Z8PT XB3-24Z8UM XB3-24AUM XBP24-AWI-001 XBP24CZ7PIT-004 XBP9B-DMST-002 XB8X-DMUS-001',
      'Radio module',
    ),
    22_000_000,
  ),
  bare(
    'Ebyte',
    'Wireless module',
    Object.fromEntries(
      codes('E01-ML01 E07-M1101 E22-400 E22-900 E28-2G4 E32-433 E32-868 E32-915 E220-400 E220-900 E73-2G4').flatMap(
        (name) =>
          ['', 'M20S', 'M22S', 'M30S', 'T20D', 'T20S', 'T22D', 'T22S', 'T30D', 'T30S', 'M04S1B'].map((end) => [
            `${name}${end}`,
            'Radio module',
          ]),
      ),
    ),
    5_500_000,
  ),
  bare(
    'Raytac',
    'Wireless module',
    named(
      'MDBT40 MDBT42Q MDBT42Q-512KV2 MDBT42Q-U512KV2 MDBT42V MDBT50Q MDBT50Q-1MV2 MDBT50Q-P1MV2 MDBT50Q-U1MV2 MDBT50Q-512K MDBT50Q-RX MDBT53',
      'Bluetooth module',
    ),
    7_000_000,
  ),
  bare(
    'Murata',
    'Wireless module',
    named('CMWX1ZZABZ-078 CMWX1ZZABZ-091 LBEE5KL1DX-883 LBEE5HY1MW LBEE5CJ1XK LBAA0QB1SJ LBES5PL2EL', 'Radio module'),
    12_000_000,
  ),
  bare(
    'Microchip',
    'Wireless module',
    named(
      'RN42 RN42-I/RM RN41 RN41-I/RM RN52 RN52-I/RM116 RN171 RN4020 RN4020-V/RM RN4870 RN4871 RN2483 RN2903 BM62 BM64 BM70 BM71 BM78 ATSAMR21G18A ATSAMR34J18B ATWINC1500 ATWINC1510 ATWINC3400 MRF24J40MA MRF24J40MA-I/RM MRF24J40MB MRF89XAM8A MRF49XA WILC1000 WILC3000 AT86RF212B AT86RF230 AT86RF231 AT86RF232 AT86RF233 ATMEGA128RFA1 ATMEGA256RFR2',
      'Radio module or circuit',
    ),
    8_000_000,
  ),
  bare(
    'Nordic Semiconductor',
    'Wireless circuit',
    named(
      'NRF24L01 NRF24L01+ NRF24LE1 NRF51422 NRF51822 NRF52805 NRF52810 NRF52811 NRF52820 NRF52832 NRF52833 NRF52840 NRF5340 NRF7002 NRF9160 NRF9161 NRF21540 NPM1100 NPM1300 PCA10040 PCA10056 PCA10059',
      'Radio system on a chip',
    ),
    4_500_000,
  ),
  bare(
    'Arduino',
    'Board',
    named(
      'ABX00003 ABX00012 ABX00017 ABX00023 ABX00027 ABX00028 ABX00030 ABX00031 ABX00032 ABX00050 ABX00052 ABX00053 ABX00062 ABX00069 ABX00080 ABX00083 ABX00087 A000005 A000052 A000053 A000057 A000062 A000066 A000067 A000073 A000079 A000093 A000099 ARDUINO_NANO ARDUINO-NANO ARDUINO_UNO ARDUINO_MEGA',
      'Microcontroller board',
    ),
    21_000_000,
  ),
  bare(
    'Raspberry Pi',
    'Board',
    named(
      'RASPBERRY-PI RASPBERRY_PI RPI-ZERO RPI-ZERO-W RPI3-MODB-1GB RPI3-MODBP RPI4-MODBP-2GB RPI4-MODBP-4GB RPI4-MODBP-8GB RPI-PICO SC0020 SC0024 SC0022 SC0023 SC0193 SC0194 SC0195 SC0510 SC1109 SC1111 SC1112 SC1631 SC1632 CM3 CM3L CM4 CM4101000 CM4102000 CM4102032 CM4104000 CM4104032 CM4002000 CM4001008',
      'Single-board computer',
    ),
    42_000_000,
  ),
  bare(
    'PJRC',
    'Board',
    named('TEENSY2.0 TEENSYLC TEENSY3.1 TEENSY3.2 TEENSY3.5 TEENSY3.6 TEENSY4.0 TEENSY4.1', 'Microcontroller board'),
    27_000_000,
  ),
  bare(
    'Seeed Studio',
    'Board',
    named(
      '102010328 102010388 102010428 102010448 113991054 113991114 102110777 XIAO-ESP32C3 XIAO-ESP32S3 XIAO-RP2040 XIAO-SAMD21 XIAO-NRF52840',
      'Microcontroller board',
    ),
    6_500_000,
  ),
  bare(
    'Lolin',
    'Board',
    named(
      'D1-MINI WEMOS-D1-MINI WEMOS_D1_MINI NODEMCU NODEMCU-V3 NODEMCU-32S S2-MINI C3-MINI D32 D32-PRO',
      'Wi-Fi board',
    ),
    4_500_000,
  ),
  bare(
    'Olimex',
    'Board',
    named(
      'ESP32-EVB ESP32-GATEWAY ESP32-POE ESP32-POE-ISO ESP8266-EVB MOD-ESP8266 STM32-H103 STM32-P103 A20-OLINUXINO-LIME2 ARM-USB-OCD-H',
      'Board',
    ),
    19_000_000,
  ),
  bare(
    'No name',
    'Module',
    named(
      'HC-05 HC-06 HC-08 HC-12 HC-SR04 HC-SR501 HM-10 HM-11 JDY-31 JDY-40 KY-038 KY-040 MFRC522-MODULE RC522 DFPLAYER DFPLAYER-MINI DFR0299 GY-521 GY-BME280 GY-BMP280 GY-NEO6MV2 GY-MAX4466 GY-302 MH-Z19 MH-Z19B MH-Z19C MB102 MP1584-MODULE LM2596-MODULE XL6009-MODULE MT3608-MODULE TP4056-MODULE TP5100 A4988 DRV8825-MODULE TB6612 TB6600 L298N-MODULE ULN2003-MODULE PCA9685-MODULE HX711 HX710B ADS1115-MODULE MCP2515-MODULE W5500-MODULE ENC28J60-MODULE NRF24L01-MODULE RDA5807 TEA5767-MODULE SSD1306 SSD1309 SSD1331 SSD1351 SH1106 ST7735 ST7735S ST7789 ST7920 ILI9341 ILI9486 ILI9488 GC9A01 UC1701 PCD8544 HD44780 LCD1602 LCD-1602 LCD2004 NOKIA5110 NOKIA_5110 WAVESHARE-1.54 SG90 MG90S MG995 MG996R 28BYJ-48 NEMA17 17HS4401 JGA25-370 RS485-MODULE USBASP FTDI-CABLE PMS5003 PMS7003 PMSA003 SDS011 MQ-2 MQ-3 MQ-4 MQ-5 MQ-6 MQ-7 MQ-8 MQ-9 MQ-135 YF-S201 FC-28 FC-37 VL53L0X VL53L1X VL6180X TCS3200 TCS34725 BH1750 BH1750FVI TSL2561 TSL2591 GUVA-S12SD ML8511 MAX6675-MODULE DS18B20-PROBE ACS712 INA219 MPU6050 QMC5883L HMC5883L ADXL345-MODULE APDS9960 TTP223 TTP224 TTP229 R307 AS608 PN532-MODULE RDM6300',
      'Module',
    ),
    2_900_000,
  ),
  ...(['Panasonic', 'Varta', 'Renata'] as const).map((manufacturer) =>
    bare(
      manufacturer,
      'Battery',
      named(
        'CR1025 CR1216 CR1220 CR1225 CR1616 CR1620 CR1632 CR2012 CR2016 CR2025 CR2032 CR2320 CR2325 CR2330 CR2354 CR2430 CR2450 CR2477 CR3032 CR123A BR2032 LR44 LR41 SR44 ML2032 NCR18650B',
        'Cell',
      ),
      900_000,
    ),
  ),
  bare(
    'Keystone',
    'Battery holder',
    {
      ...named(
        '1042 1043 1048 1051 1053 103 500 501 3000 3001 3002 3003 3005 3006 3008 3009 3012 3013 3018 3026 3028 3034 3035 3070 1056 1057 1058 1059 1060 1061 1062 1065 1066 1070 1072 2460 2461 2462 2463 2464 2465 2466 2467 2468 2469 2473 2476 2477 2478',
        'Battery holder',
      ),
      ...named(
        '5000 5001 5002 5003 5004 5005 5006 5007 5008 5009 5010 5011 5012 5013 5014 5015 5016 5017 5018 5019 5020 5115 5116 5117 5118 5119 5120 5121 5122 5123 5124 5125 5126 5127 5128 5129',
        'Test point',
      ),
      ...named(
        '3522 3522-2 3544-2 3557-2 3568 3569 3587 4527 4628 7693 7701 8174 8191 8196 8197 8199 1267 1285 1287 1289 24436 24438 24441',
        'Clip or terminal',
      ),
    },
    1_100_000,
  ),
  bare(
    'MPD',
    'Battery holder',
    named(
      'BA2032 BC2032 BC2032-E2 BH2032 BK-883 BK-912 BK-913 BK-18650-PC2 BS-7 BS-3 BS-5 BU2032 BU2032SM-HD-G BU2032SM-BT-G BU2032-1-HD-G BHX1-2032-PC BH-18650-PC BC1220 BK-870 BC12AAPC BC2AAAPC BC3AAPC BX0036',
      'Battery holder',
    ),
    1_300_000,
  ),
  bare(
    'Mean Well',
    'Power supply',
    Object.fromEntries(
      codes(
        'RS-15 RS-25 RS-50 LRS-35 LRS-50 LRS-75 LRS-100 LRS-150 LRS-350 IRM-01 IRM-02 IRM-03 IRM-05 IRM-10 IRM-20 IRM-30 HDR-15 HDR-30 HDR-60 MDR-20 MDR-40 MDR-60 DR-15 DR-60 EDR-120 NDR-120 SGA12E GST60A APV-12 APV-35 LPV-35 LPV-60',
      ).flatMap((name) =>
        ['3.3', '5', '12', '15', '24', '36', '48'].map((volts) => [`${name}-${volts}`, `Power supply ${volts} V`]),
      ),
    ),
    13_000_000,
  ),
  bare(
    'RECOM',
    'Converter module',
    Object.fromEntries(
      codes(
        'R-78E{}-0.5 R-78E{}-1.0 R-78C{}-1.0 R-78B{}-1.5 R-78B{}-2.0 R-78HB{}-0.5 R-78AA{}-0.5 R-78-{}-0.5 R-78K{}-0.5 RI-05{}S RAC03-{}SK RAC04-{}SGA RAC05-{}SK RAC10-{}SK RAC20-{}SK',
      ).flatMap((name) =>
        ['3.3', '5.0', '05', '12', '15', '24'].map((volts) => [
          name.replace('{}', volts),
          `Converter ${Number(volts)} V`,
        ]),
      ),
    ),
    5_900_000,
  ),
  bare(
    'Traco',
    'Converter module',
    Object.fromEntries(
      ['TSR 1-24', 'TSR 0.5-24', 'TSR 2-24', 'TSRN 1-24', 'TSR 1-48', 'TSRN 1-48'].flatMap((name) =>
        ['12', '15', '18', '25', '33', '50', '65', '90', '120', '150'].map((volts) => [
          `${name}${volts}`,
          `Converter ${Number(volts) / 10} V`,
        ]),
      ),
    ),
    5_400_000,
  ),
  bare(
    'Hi-Link',
    'Converter module',
    named(
      'HLK-PM01 HLK-PM03 HLK-PM09 HLK-PM12 HLK-PM24 HLK-5M05 HLK-5M12 HLK-10M05 HLK-10M12 HLK-20M05 HLK-20M12 HLK-2M05',
      'Converter module',
    ),
    2_600_000,
  ),
  bare(
    'Murata',
    'Converter module',
    Object.fromEntries(
      ['OKI-78SR-{}/1.5-W36-C', 'OKI-78SR-{}/1.5-W36H-C', 'OKI-78SR-E-{}/1.0-W36-C'].flatMap((name) =>
        ['3.3', '5', '12'].map((volts) => [name.replace('{}', volts), `Converter ${volts} V`]),
      ),
    ),
    4_300_000,
  ),
  bare(
    'Hammond',
    'Enclosure',
    Object.fromEntries(
      ['1590', '1591', '1593', '1594', '1550', '1551', '1553', '1554', '1555', '1556'].flatMap((name) =>
        codes('A B BB C D E F G H K L M N P Q R S T XX XXA XXB XXC XXD XXE').flatMap((size) =>
          ['', 'BK', 'GY'].map((colour) => [`${name}${size}${colour}`, 'Enclosure']),
        ),
      ),
    ),
    8_900_000,
  ),
] as const;
