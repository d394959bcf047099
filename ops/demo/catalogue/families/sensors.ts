import { deviceFamily, named, packed } from '../device-family.ts';
import { codes } from '../number-scheme.ts';

/** Sensors, optocouplers, relays and displays, by the ordering information of their makers. */

/** Order codes of makers who share them. */
const optocouplerCodes = {
  '*': packed.tube(100),
  '*S': packed.tube(100, 'surface mount'),
  '*-000E': packed.tube(50),
  '*-500E': packed.reel(1_000),
  '*(GB-TPL,E': packed.reel(2_500),
  '*(GB-TPL,E(T': packed.reel(2_500),
  '*-A': packed.reel(1_000),
  '*-B': packed.reel(1_000),
  '*-C': packed.tube(100),
  '*S-TA1': packed.reel(1_000),
  '*S-TA1-B': packed.reel(1_000),
};

/** What each maker has beside the couplers that all of them make, and its order codes. */
const optocouplers = [
  {
    manufacturer: 'Vishay',
    own: named(
      'TCMT1107 TCMT1109 SFH610A-2 SFH610A-3 SFH615A-3 SFH617A-2 SFH617A-3 SFH6156-3 VO617A-3 VOS615A VO3120 TSOP38238 TSOP4838 TSOP34838 TSOP1738 TCRT5000 TCST2103 BPW34 BPW21R TEMT6000X01 TSAL6200 VCNL4010 VCNL4040M3OE VEML6030 VEML7700',
      'Optocoupler or infrared part',
    ),
    codes: {
      '*': packed.tube(50),
      '*X007T': packed.reel(1_000, 'surface mount'),
      '*X001T': packed.reel(1_000),
      '*S': packed.tube(50),
      '*TR': packed.reel(2_500),
    },
  },
  {
    manufacturer: 'Lite-On',
    own: named(
      'LTV-814 LTV-816 LTV-817 LTV-827 LTV-847 LTV-352T LTV-354T LTV-356T LTV-357T MOC3021 MOC3041 MOC3063 6N137 6N138 LTR-303ALS-01 LTR-507ALS-01',
      'Optocoupler or light sensor',
    ),
    codes: optocouplerCodes,
  },
  {
    manufacturer: 'onsemi',
    own: named(
      'FOD817 FOD817A FOD817B FOD817C FOD817D FOD814 MOC3020M MOC3021M MOC3023M MOC3041M MOC3043M MOC3052M MOC3063M 6N135M 6N136M 6N137M 6N138M 6N139M H11L1M H11AA1M 4N25M 4N35M HCPL2601 HCPL2630 FODM121 FODM3053',
      'Optocoupler',
    ),
    codes: {
      '*': packed.tube(50),
      '*S': packed.tube(50, 'surface mount'),
      '*SD': packed.reel(1_000, 'surface mount'),
      '*SR2M': packed.reel(1_000, 'surface mount'),
      '*R2': packed.reel(2_500),
    },
  },
  {
    manufacturer: 'Everlight',
    own: named(
      'EL817 EL817A EL817B EL817C EL817D EL357N EL3H7 EL814 EL827 EL847 EL6N137 6N137 EL3063 EL3021 MOC3063 MOC3021',
      'Optocoupler',
    ),
    codes: {
      '*': packed.tube(100),
      '*S(TA)-F': packed.reel(1_000),
      '*(TA)-G': packed.reel(1_000),
      '*(C)(TA)-G': packed.reel(1_000),
      '*S1(TA)': packed.reel(1_000),
      '*(B)(TA)-G': packed.reel(1_000),
      '*(TA)-VG': packed.reel(3_000),
      '*-V': packed.tube(100),
      '*(TU)': packed.reel(1_500),
      '*(S1)(TU)': packed.reel(1_500),
    },
  },
  {
    manufacturer: 'Broadcom',
    own: named(
      '6N135 6N136 6N137 6N138 6N139 HCPL-0600 HCPL-0601 HCPL-2601 HCPL-2630 HCPL-3120 HCPL-817 ACPL-217 ACPL-M61L ACPL-C87A ACPL-K33T APDS-9960',
      'Optocoupler',
    ),
    codes: optocouplerCodes,
  },
  {
    manufacturer: 'Toshiba',
    own: named(
      'TLP127 TLP181 TLP185 TLP187 TLP250 TLP281 TLP281-4 TLP290 TLP291 TLP292-4 TLP293 TLP350 TLP521-1 TLP621 TLP785 TLP2361 TLP2362 TLP172A TLP175A TLP222A TBD62003APG TBD62083APG TB6612FNG TC74HC4050AP ULN2003APG ULN2803APG',
      'Optocoupler or driver',
    ),
    codes: optocouplerCodes,
  },
] as const;

const optocouplerFamilies = optocouplers.map(({ manufacturer, own, codes }) =>
  deviceFamily(manufacturer, 'Optocoupler', 340_000, {
    devices: {
      ...named('4N25 4N26 4N35 4N36 CNY17-1 CNY17-2 CNY17-3 CNY17-4 CNY17F-3 MCT2E', 'Optocoupler, transistor output'),
      ...own,
    },
    codes,
  }),
);

/** Every family of sensors and of what isolates and switches. */
export const sensorFamilies = [
  deviceFamily('Bosch Sensortec', 'Sensor', 4_100_000, {
    devices: {
      ...named('BME280 BME680 BME688', 'Humidity, pressure and temperature sensor'),
      ...named('BMP180 BMP280 BMP388 BMP390', 'Pressure sensor'),
      ...named('BMI160 BMI270 BMI088', 'Motion sensor, six axes'),
      ...named('BMA253 BMA400 BMA456', 'Accelerometer'),
      BNO055: 'Orientation sensor',
      BMM150: 'Magnetometer',
    },
    codes: { '*': packed.reel(5_000) },
  }),
  deviceFamily('TDK InvenSense', 'Sensor', 5_900_000, {
    devices: {
      ...named('MPU-6050 MPU-6500 ICM-20602 ICM-20689 ICM-42605 ICM-42688-P IIM-42652', 'Motion sensor, six axes'),
      ...named('MPU-9150 MPU-9250 ICM-20948', 'Motion sensor, nine axes'),
      ...named('ICS-43434 ICS-43432 INMP441', 'Microphone, I2S'),
    },
    codes: { '*': packed.reel(5_000) },
  }),
  deviceFamily('STMicroelectronics', 'Sensor', 2_600_000, {
    devices: {
      ...named('LIS2DH12 LIS2DW12 LIS3DH LIS331HH LIS2DE12', 'Accelerometer'),
      ...named('LSM6DS3 LSM6DSL LSM6DSO LSM6DSOX LSM9DS1', 'Motion sensor'),
      ...named('LIS2MDL LIS3MDL', 'Magnetometer'),
      ...named('LPS22HB LPS22HH LPS25HB LPS331AP', 'Pressure sensor'),
      ...named('HTS221', 'Humidity sensor'),
      ...named('VL53L0CXV0DH/1 VL53L1CXV0FY/1 VL6180XV0NR/1', 'Distance sensor'),
      ...named('MP34DT05TR-A MP34DT01', 'Microphone'),
    },
    codes: { '*': packed.each(), '*TR': packed.reel(5_000) },
  }),
  deviceFamily('Sensirion', 'Sensor', 4_600_000, {
    devices: {
      ...named(
        'SHT20 SHT21 SHT25 SHT30-DIS-B SHT31-DIS-B SHT35-DIS-B SHT40-AD1B-R2 SHT41-AD1B-R2 SHT45-AD1B-R2 SHTC3 STS30-DIS',
        'Humidity and temperature sensor',
      ),
      ...named('SCD30 SCD40-D-R2 SCD41-D-R2', 'Carbon dioxide sensor'),
      ...named('SGP30 SGP40-D-R4', 'Air quality sensor'),
      SPS30: 'Particulate matter sensor',
      SDP810: 'Differential pressure sensor',
    },
    codes: { '*': packed.each(), '*2.5KS': packed.reel(2_500), '*10KS': packed.reel(10_000) },
  }),
  deviceFamily('Aosong', 'Sensor', 1_900_000, {
    devices: named('DHT11 DHT22 AM2301 AM2302 AM2320 AHT10 AHT20 AHT21', 'Humidity and temperature sensor'),
    codes: { '*': packed.each() },
  }),
  deviceFamily('Honeywell', 'Sensor', 2_700_000, {
    devices: {
      ...named('HMC5883L-T', 'Magnetometer'),
      ...named('SS49E SS495A SS443A SS411A', 'Hall sensor'),
      ...named('HIH6130-021-001 HIH-4030-003', 'Humidity sensor'),
    },
    codes: { '*': packed.each() },
  }),
  deviceFamily('Allegro', 'Sensor', 2_800_000, {
    devices: {
      ...named(
        'ACS712ELCTR-05B-T ACS712ELCTR-20A-T ACS712ELCTR-30A-T ACS723LLCTR-05AB-T ACS723LLCTR-10AU-T ACS724LLCTR-10AU-T ACS758LCB-050B-PFF-T',
        'Current sensor',
      ),
      ...named('A4988SETTR-T A4950ELJTR-T A3967SLBTR-T A4983SETTR-T', 'Motor driver'),
      ...named('A1324LUA-T A3144EUA-T A1120ELHLT-T', 'Hall sensor'),
    },
    codes: { '*': packed.reel(3_000) },
  }),
  deviceFamily('Trinamic', 'Motor driver', 3_900_000, {
    devices: named(
      'TMC2100-LA TMC2130-LA TMC2130-TA TMC2208-LA TMC2209-LA TMC2225-SA TMC2226-SA TMC5160-TA TMC5160-WA TMC429-LI',
      'Stepper motor driver',
    ),
    codes: { '*': packed.each(), '*-T': packed.reel(3_000) },
  }),
  ...optocouplerFamilies,
  deviceFamily('Songle', 'Relay', 520_000, {
    devices: named(
      'SRD-03VDC-SL-C SRD-05VDC-SL-C SRD-12VDC-SL-C SRD-24VDC-SL-C SRA-05VDC-CL SRA-12VDC-CL SLA-05VDC-SL-C SLA-12VDC-SL-C',
      'Power relay',
    ),
    codes: { '*': packed.each() },
  }),
  deviceFamily('Omron', 'Relay', 2_600_000, {
    devices: Object.fromEntries(
      codes(
        'G5V-1 G5V-2 G5V-2-H1 G6K-2F G6K-2F-Y G6K-2P G5LE-1 G5LE-14 G5Q-1 G5Q-1A G5NB-1A-E G2R-1-E G2RL-1 G2RL-24 G6D-1A-ASI G3VM-61A1 G3VM-41GR6',
      ).map((number) => [number, 'Relay']),
    ),
    codes: Object.fromEntries(
      ['', ' DC3', ' DC5', ' DC9', ' DC12', ' DC24', '-DC5', '-DC12', '-DC24', ' 5VDC', ' 12VDC', ' 24VDC'].map(
        (code) => [`*${code}`, packed.tube(25)],
      ),
    ),
  }),
  deviceFamily('Panasonic', 'Relay', 2_900_000, {
    devices: Object.fromEntries(
      codes('TXD2SA TX2SA TX2 TQ2 TQ2SA TN2 G6S JW1FSN JS1 JS1A ALQ305 DS2E-S DS2Y-S').map((number) => [
        number,
        'Relay',
      ]),
    ),
    codes: Object.fromEntries(
      ['-3V', '-4.5V', '-5V', '-6V', '-9V', '-12V', '-24V', '-DC5V', '-DC12V', '-DC24V'].map((code) => [
        `*${code}`,
        packed.tube(50),
      ]),
    ),
  }),
  deviceFamily('Titan Micro Electronics', 'Display', 190_000, {
    devices: named('TM1637 TM1638 TM1640 TM1650 TM1628 TM1629A TM1651 TM1804', 'LED display driver'),
    codes: { '*': packed.reel(1_000) },
  }),
] as const;
