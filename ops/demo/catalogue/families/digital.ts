import { deviceFamily, named, packed } from '../device-family.ts';
import { codes } from '../number-scheme.ts';

/** Microcontrollers, modules, memories, interfaces, by the ordering information of their makers. */

const stm32 = (numbers: string, core: string) => named(numbers, `Microcontroller, 32 bit, ${core}`);

const stmDevices = {
  ...stm32(
    'STM32F030F4 STM32F030K6 STM32F030C6 STM32F030C8 STM32F030R8 STM32F030RC STM32F031K6 STM32F042F6 STM32F042G6 STM32F042K6 STM32F042C6 STM32F051C8 STM32F051R8 STM32F051K8 STM32F070CB STM32F070F6 STM32F070RB STM32F072C8 STM32F072CB STM32F072R8 STM32F072RB STM32F091CC STM32F091RC',
    'Cortex-M0',
  ),
  ...stm32(
    'STM32G030F6 STM32G030C8 STM32G030K8 STM32G031F6 STM32G031G8 STM32G031K8 STM32G070CB STM32G070RB STM32G071CB STM32G071RB STM32G0B1CB STM32G0B1RE STM32L031K6 STM32L051C8 STM32L052C8 STM32L053C8 STM32L053R8 STM32L071CB STM32L072CB STM32L072RB',
    'Cortex-M0+',
  ),
  ...stm32(
    'STM32F100C8 STM32F100RB STM32F101C8 STM32F103C6 STM32F103C8 STM32F103CB STM32F103R8 STM32F103RB STM32F103RC STM32F103RE STM32F103T8 STM32F103VB STM32F103VC STM32F103VE STM32F103ZE STM32F105RB STM32F105RC STM32F107VC STM32F205RB STM32F205RE STM32F205RG STM32F207VG STM32F207ZG STM32L151C8 STM32L151CB STM32L151RB STM32L152RB STM32L152RC',
    'Cortex-M3',
  ),
  ...stm32(
    'STM32F301C8 STM32F301K8 STM32F302C8 STM32F302CB STM32F302CC STM32F302RB STM32F303CB STM32F303CC STM32F303K8 STM32F303RC STM32F303RE STM32F303VC STM32F334C8 STM32F334R8 STM32F373CC STM32F401CB STM32F401CC STM32F401CE STM32F401RB STM32F401RC STM32F401RE STM32F405RG STM32F405VG STM32F405ZG STM32F407IG STM32F407VE STM32F407VG STM32F407ZE STM32F407ZG STM32F410RB STM32F411CC STM32F411CE STM32F411RC STM32F411RE STM32F411VE STM32F412RE STM32F412RG STM32F413RG STM32F427VG STM32F427VI STM32F429VI STM32F429ZI STM32F446RC STM32F446RE STM32F446VE STM32F446ZE STM32F469NI STM32G431CB STM32G431KB STM32G431RB STM32G441KB STM32G474CB STM32G474CE STM32G474RB STM32G474RE STM32G474VE STM32L412KB STM32L431CB STM32L431CC STM32L431KB STM32L431RC STM32L432KB STM32L432KC STM32L433CC STM32L433RC STM32L452RE STM32L471RG STM32L475VG STM32L476RG STM32L476VG STM32L496VG STM32WB55CE STM32WB55CG STM32WB55RG',
    'Cortex-M4',
  ),
  ...stm32(
    'STM32F722RE STM32F722VE STM32F722ZE STM32F730R8 STM32F745VE STM32F745VG STM32F746VG STM32F746ZG STM32F765VI STM32F767VI STM32F767ZI STM32H723VG STM32H743VI STM32H743ZI STM32H750IB STM32H750VB STM32H753VI',
    'Cortex-M7',
  ),
  ...named(
    'STM8S003F3 STM8S003K3 STM8S103F3 STM8S103K3 STM8S105C6 STM8S105K4 STM8S105K6 STM8S207C8 STM8L051F3 STM8L151C8',
    'Microcontroller, 8 bit',
  ),
};

/** Larger microcontrollers of the AVR family. */
export const megas = named(
  'ATMEGA8 ATMEGA8A ATMEGA16 ATMEGA16A ATMEGA32 ATMEGA32A ATMEGA48 ATMEGA48P ATMEGA48PA ATMEGA64 ATMEGA64A ATMEGA88 ATMEGA88P ATMEGA88PA ATMEGA128 ATMEGA128A ATMEGA162 ATMEGA164P ATMEGA164PA ATMEGA168 ATMEGA168P ATMEGA168PA ATMEGA168PB ATMEGA324P ATMEGA324PA ATMEGA328 ATMEGA328P ATMEGA328PB ATMEGA640 ATMEGA644 ATMEGA644P ATMEGA644PA ATMEGA1280 ATMEGA1281 ATMEGA1284 ATMEGA1284P ATMEGA2560 ATMEGA2561 ATMEGA8U2 ATMEGA16U2 ATMEGA32U2 ATMEGA16U4 ATMEGA32U4 ATMEGA4808 ATMEGA4809 AT90USB1286 AT90USB1287 AT90USB646 AT90CAN128',
  'Microcontroller, 8 bit AVR',
);
/** Smaller microcontrollers of the AVR family. */
export const tinies = named(
  'ATTINY13 ATTINY13A ATTINY24 ATTINY24A ATTINY25 ATTINY26 ATTINY44 ATTINY44A ATTINY45 ATTINY48 ATTINY84 ATTINY84A ATTINY85 ATTINY88 ATTINY167 ATTINY202 ATTINY212 ATTINY402 ATTINY404 ATTINY412 ATTINY414 ATTINY416 ATTINY424 ATTINY804 ATTINY806 ATTINY814 ATTINY816 ATTINY817 ATTINY841 ATTINY861 ATTINY1604 ATTINY1606 ATTINY1614 ATTINY1616 ATTINY1617 ATTINY1624 ATTINY1634 ATTINY2313 ATTINY2313A ATTINY3216 ATTINY3217 ATTINY4313',
  'Microcontroller, 8 bit AVR',
);

const avrCodes = (codes: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(codes).map(([code, body]) => [`*${code}`, packed.tray(250, body)]));

const eeprom = (prefix: string, sizes: readonly string[], bus: string) =>
  Object.fromEntries(sizes.map((size) => [`${prefix}${size}`, `EEPROM ${Number(size)} kbit, ${bus}`]));

const sizes = ['01', '02', '04', '08', '16', '32', '64', '128', '256', '512'] as const;

/** Radio circuits and modules of Espressif. */
export const espressif = {
  ESP8266EX: 'Wi-Fi system on a chip',
  'ESP32-D0WD': 'Wi-Fi and Bluetooth system on a chip',
  'ESP32-D0WDQ6': 'Wi-Fi and Bluetooth system on a chip',
  'ESP32-PICO-D4': 'Wi-Fi and Bluetooth system in a package',
  'ESP32-S2': 'Wi-Fi system on a chip',
  'ESP32-S3': 'Wi-Fi and Bluetooth system on a chip',
  'ESP32-C3': 'Wi-Fi and Bluetooth system on a chip',
  'ESP32-C3FH4': 'Wi-Fi and Bluetooth system on a chip, 4 MB',
  'ESP-WROOM-02': 'Wi-Fi module, 2 MB',
  'ESP-WROOM-02D': 'Wi-Fi module, 2 MB',
  'ESP-WROOM-32': 'Wi-Fi and Bluetooth module, 4 MB',
  'ESP32-WROOM': 'Wi-Fi and Bluetooth module',
  'ESP32-WROOM-32': 'Wi-Fi and Bluetooth module, 4 MB',
  'ESP32-WROOM-32D': 'Wi-Fi and Bluetooth module, 4 MB',
  'ESP32-WROOM-32E': 'Wi-Fi and Bluetooth module',
  'ESP32-WROOM-32U': 'Wi-Fi and Bluetooth module, antenna connector',
  'ESP32-WROOM-32UE': 'Wi-Fi and Bluetooth module, antenna connector',
  'ESP32-WROVER': 'Wi-Fi and Bluetooth module with PSRAM',
  'ESP32-WROVER-B': 'Wi-Fi and Bluetooth module with PSRAM',
  'ESP32-WROVER-E': 'Wi-Fi and Bluetooth module with PSRAM',
  'ESP32-WROVER-IE': 'Wi-Fi and Bluetooth module with PSRAM, antenna connector',
  'ESP32-MINI-1': 'Wi-Fi and Bluetooth module',
  'ESP32-C3-MINI-1': 'Wi-Fi and Bluetooth module',
  'ESP32-C3-WROOM-02': 'Wi-Fi and Bluetooth module',
  'ESP32-C3-WROOM-02U': 'Wi-Fi and Bluetooth module, antenna connector',
  'ESP32-C6-WROOM-1': 'Wi-Fi 6 and Bluetooth module',
  'ESP32-S2-WROOM': 'Wi-Fi module',
  'ESP32-S2-MINI-1': 'Wi-Fi module',
  'ESP32-S2-WROVER': 'Wi-Fi module with PSRAM',
  'ESP32-S3-WROOM-1': 'Wi-Fi and Bluetooth module',
  'ESP32-S3-WROOM-1U': 'Wi-Fi and Bluetooth module, antenna connector',
  'ESP32-S3-MINI-1': 'Wi-Fi and Bluetooth module',
  'ESP32-DEVKITC-32E': 'Development board',
  'ESP32-DEVKITC-V4': 'Development board',
};

/** Every family of microcontrollers, memories and what they speak with. */
export const digitalFamilies = [
  deviceFamily('STMicroelectronics', 'Microcontroller', 3_900_000, {
    devices: stmDevices,
    codes: {
      '*T6': packed.tray(1_500, 'LQFP'),
      '*T6TR': packed.reel(1_500, 'LQFP'),
      '*T7': packed.tray(1_500, 'LQFP'),
      '*U6': packed.tray(1_000, 'UFQFPN'),
      '*U6TR': packed.reel(1_500, 'UFQFPN'),
      '*P6': packed.tube(74, 'TSSOP-20'),
      '*P6TR': packed.reel(2_500, 'TSSOP-20'),
      '*T3': packed.tray(1_500, 'LQFP'),
    },
  }),
  deviceFamily('Microchip', 'Microcontroller', 2_700_000, {
    devices: { ...megas },
    codes: {
      '*': packed.each(),
      ...avrCodes({
        '-AU': 'TQFP',
        '-AUR': 'TQFP',
        '-MU': 'QFN',
        '-PU': 'PDIP',
        '-20AU': 'TQFP',
        '-20PU': 'PDIP',
        '-20MU': 'QFN',
        '-16AU': 'TQFP',
        '-16PU': 'PDIP',
        '-16MU': 'QFN',
        '-10AU': 'TQFP',
        '-10PU': 'PDIP',
        '-AN': 'TQFP',
        '-AF': 'TQFP',
        '-MF': 'QFN',
      }),
    },
  }),
  deviceFamily('Microchip', 'Microcontroller', 1_350_000, {
    devices: { ...tinies },
    codes: {
      '*': packed.each(),
      ...avrCodes({
        '-20PU': 'PDIP',
        '-20SU': 'SOIC',
        '-20SSU': 'SOIC',
        '-20MU': 'QFN',
        '-10PU': 'PDIP',
        '-10SU': 'SOIC',
        '-PU': 'PDIP',
        '-SU': 'SOIC',
        '-SSU': 'SOIC',
        '-MU': 'QFN',
        '-XU': 'TSSOP',
        '-SN': 'SOIC',
        '-SS': 'SOIC',
        '-SSN': 'SOIC',
        '-SSF': 'SOIC',
        '-MN': 'QFN',
        '-MF': 'QFN',
        '-MMH': 'QFN',
        '-20MMH': 'QFN',
        '-SNR': 'SOIC',
        '-SFR': 'SOIC',
      }),
    },
  }),
  deviceFamily('Microchip', 'Microcontroller', 2_300_000, {
    devices: {
      ...named(
        'PIC10F200 PIC10F202 PIC10F206 PIC10F222 PIC10F322 PIC12F508 PIC12F509 PIC12F629 PIC12F675 PIC12F683 PIC12F1501 PIC12F1572 PIC12F1822 PIC12F1840 PIC12LF1840 PIC16F54 PIC16F57 PIC16F84A PIC16F88 PIC16F505 PIC16F506 PIC16F627A PIC16F628A PIC16F630 PIC16F648A PIC16F676 PIC16F684 PIC16F688 PIC16F690 PIC16F716 PIC16F72 PIC16F73 PIC16F819 PIC16F870 PIC16F872 PIC16F873A PIC16F874A PIC16F876A PIC16F877A PIC16F883 PIC16F884 PIC16F886 PIC16F887 PIC16F1455 PIC16F1459 PIC16LF1459 PIC16F1503 PIC16F1507 PIC16F1509 PIC16F1518 PIC16F1519 PIC16F1579 PIC16F1703 PIC16F1705 PIC16F1709 PIC16F1713 PIC16F1718 PIC16F1719 PIC16F1778 PIC16F1788 PIC16F1823 PIC16F1824 PIC16F1825 PIC16F1826 PIC16F1827 PIC16F1828 PIC16F1829 PIC16F1847 PIC16F1933 PIC16F1936 PIC16F1937 PIC16F1938 PIC16F1939 PIC16F18313 PIC16F18323 PIC16F18325 PIC16F18345 PIC16F18346 PIC16F18446 PIC16F18855 PIC16F18877',
        'Microcontroller, 8 bit PIC',
      ),
      ...named(
        'PIC18F1220 PIC18F1320 PIC18F13K22 PIC18F13K50 PIC18F14K22 PIC18F14K50 PIC18F24K22 PIC18F25K22 PIC18F25K40 PIC18F25K50 PIC18F25K80 PIC18F26K22 PIC18F26K40 PIC18F26K42 PIC18F26K80 PIC18F2420 PIC18F2455 PIC18F2480 PIC18F252 PIC18F2520 PIC18F2550 PIC18F2553 PIC18F2580 PIC18F2620 PIC18F2685 PIC18F44K22 PIC18F4455 PIC18F4520 PIC18F452 PIC18F4550 PIC18F45K22 PIC18F45K50 PIC18F4620 PIC18F4685 PIC18F46K22 PIC18F46K40 PIC18F46K80 PIC18F47Q10 PIC18F67J60 PIC18F87J50 PIC18F97J60',
        'Microcontroller, 8 bit PIC',
      ),
      ...named(
        'PIC24FJ64GA002 PIC24FJ64GB002 PIC24FV32KA301 DSPIC30F2010 DSPIC30F3013 DSPIC30F4013 DSPIC33FJ12MC202 DSPIC33FJ64GP802 DSPIC33FJ128MC802 DSPIC33EP64GS506 DSPIC33EP128MC202 DSPIC33EP256MC202 DSPIC33EP512MC202',
        'Microcontroller, 16 bit',
      ),
      ...named(
        'PIC32MX110F016B PIC32MX120F032B PIC32MX150F128B PIC32MX170F256B PIC32MX220F032B PIC32MX230F064B PIC32MX250F128B PIC32MX250F128D PIC32MX270F256B PIC32MX270F256D PIC32MX340F512H PIC32MX440F256H PIC32MX460F512L PIC32MX534F064H PIC32MX695F512H PIC32MX695F512L PIC32MX795F512H PIC32MX795F512L PIC32MZ2048EFH064 PIC32MM0064GPL028',
        'Microcontroller, 32 bit',
      ),
    },
    codes: {
      '*': packed.each(),
      '*-I/P': packed.tube(25, 'PDIP'),
      '*-E/P': packed.tube(25, 'PDIP'),
      '*-I/SP': packed.tube(15, 'SPDIP-28'),
      '*-I/SO': packed.tube(27, 'SOIC'),
      '*-I/SN': packed.tube(100, 'SOIC-8'),
      '*-E/SN': packed.tube(100, 'SOIC-8'),
      '*-I/SL': packed.tube(57, 'SOIC-14'),
      '*-I/SS': packed.tube(47, 'SSOP'),
      '*-I/PT': packed.tray(160, 'TQFP'),
      '*-80I/PT': packed.tray(160, 'TQFP'),
      '*-I/ML': packed.tube(61, 'QFN'),
      '*-I/MV': packed.tube(73, 'UQFN'),
      '*-50I/SP': packed.tube(15, 'SPDIP-28'),
      '*T-I/OT': packed.reel(3_000, 'SOT-23-6'),
      '*T-I/SN': packed.reel(3_300, 'SOIC-8'),
    },
  }),
  deviceFamily('Microchip', 'Microcontroller', 3_800_000, {
    devices: named(
      'ATSAMD09D14A ATSAMD10D14A ATSAMD11C14A ATSAMD11D14A ATSAMD20E18A ATSAMD20J18A ATSAMD21E15A ATSAMD21E16A ATSAMD21E17A ATSAMD21E18A ATSAMD21G16A ATSAMD21G17A ATSAMD21G18A ATSAMD21J17A ATSAMD21J18A ATSAMD51G19A ATSAMD51J19A ATSAMD51J20A ATSAMD51P19A ATSAMD51P20A ATSAME51J19A ATSAME54P20A ATSAMC21E18A ATSAMC21G18A ATSAMC21J18A ATSAM3X8EA ATSAM4S4BA ATSAM4S16CA ATSAM3S4BA ATSAML21E18B',
      'Microcontroller, 32 bit, Arm Cortex-M',
    ),
    codes: {
      '*-AU': packed.tray(160, 'TQFP'),
      '*-AUT': packed.reel(1_500, 'TQFP'),
      '*-MU': packed.tray(416, 'QFN'),
      '*-MUT': packed.reel(5_000, 'QFN'),
      '*-MF': packed.tray(416, 'QFN'),
      '*-SSUT': packed.reel(3_000, 'SOIC'),
      '*-AN': packed.tray(160, 'TQFP'),
    },
  }),
  deviceFamily('Espressif', 'Wireless module', 2_900_000, {
    devices: espressif,
    codes: {
      '*': packed.each(),
      '*-N4': packed.reel(650),
      '*-N8': packed.reel(650),
      '*-N16': packed.reel(650),
      '*-H4': packed.reel(650),
      '*-N4R2': packed.reel(650),
      '*-N8R2': packed.reel(650),
      '*-N8R8': packed.reel(650),
      '*-N16R8': packed.reel(650),
      '*-N4R8': packed.reel(650),
      '* (4MB)': packed.reel(650),
      '* (16MB)': packed.reel(650),
    },
  }),
  deviceFamily('Ai-Thinker', 'Wireless module', 1_900_000, {
    devices: {
      ...named('ESP-01 ESP-01S ESP-07 ESP-07S ESP-12E ESP-12F ESP-12S ESP-12K ESP-32S ESP32-CAM', 'Wi-Fi module'),
      ...named('RA-01 RA-01H RA-01S RA-01SH RA-02', 'LoRa module'),
      A9G: 'GSM and GPS module',
    },
    codes: { '*': packed.each() },
  }),
  deviceFamily('Raspberry Pi', 'Microcontroller', 900_000, {
    devices: {
      RP2040: 'Microcontroller, 32 bit, two cores',
      RP2350A: 'Microcontroller, 32 bit, two cores',
      RP2350B: 'Microcontroller, 32 bit, two cores',
      SC0914: 'Microcontroller, 32 bit, two cores',
      SC0915: 'Microcontroller board Pico',
      SC0916: 'Microcontroller board Pico H',
      SC0917: 'Microcontroller board Pico WH',
      SC0918: 'Microcontroller board Pico W',
      CM4001000: 'Compute module',
    },
    codes: { '*': packed.each(), '*(13)': packed.reel(3_400), '*(7)': packed.reel(500) },
  }),
  deviceFamily('Nordic Semiconductor', 'Wireless circuit', 4_400_000, {
    devices: {
      NRF24L01P: 'Radio transceiver 2.4 GHz',
      'NRF51822-QFAA': 'Bluetooth system on a chip',
      'NRF51822-QFAC': 'Bluetooth system on a chip',
      'NRF52805-CAAA': 'Bluetooth system on a chip',
      'NRF52810-QFAA': 'Bluetooth system on a chip',
      'NRF52811-QFAA': 'Bluetooth system on a chip',
      'NRF52832-QFAA': 'Bluetooth system on a chip',
      'NRF52833-QIAA': 'Bluetooth system on a chip',
      'NRF52840-QIAA': 'Bluetooth system on a chip',
      'NRF52840-CKAA': 'Bluetooth system on a chip',
      'NRF5340-QKAA': 'Bluetooth system on a chip',
      'NRF9160-SICA': 'LTE-M system in a package',
    },
    codes: { '*': packed.each(), '*-R': packed.reel(4_000), '*-R7': packed.reel(1_500), '*-T': packed.tray(490) },
  }),
  deviceFamily('Microchip', 'Memory', 480_000, {
    devices: {
      ...eeprom('24AA', sizes, 'I2C'),
      ...eeprom('24LC', sizes, 'I2C'),
      ...eeprom('24FC', sizes.slice(5), 'I2C'),
      ...eeprom('25LC', ['010', '020', '040', '080', '160', '320', '640', '128', '256', '512'], 'SPI'),
      ...eeprom('25AA', ['010', '020', '040', '080', '160', '320', '640', '128', '256', '512'], 'SPI'),
      ...named('23LC512 23LC1024 23K256', 'Serial RAM, SPI'),
      ...named('93LC46B 93LC56B 93LC66B 93C46B', 'EEPROM, Microwire'),
      ...named('24AA02E48 24AA025E48 11AA02E48', 'EEPROM with node identity'),
      ...named('SST25VF016B SST26VF032B SST26VF064B', 'Flash memory, SPI'),
      ...named('24CW1280 24CW640 24CW320', 'EEPROM, I2C'),
    },
    codes: {
      '*-I/P': packed.tube(60, 'PDIP-8'),
      '*-I/SN': packed.tube(100, 'SOIC-8'),
      '*-E/SN': packed.tube(100, 'SOIC-8'),
      '*T-I/SN': packed.reel(3_300, 'SOIC-8'),
      '*T-E/SN': packed.reel(3_300, 'SOIC-8'),
      '*T-I/OT': packed.reel(3_000, 'SOT-23-5'),
      '*T-I/LT': packed.reel(3_000, 'SC-70'),
      '*-I/ST': packed.tube(100, 'TSSOP-8'),
      '*T-I/ST': packed.reel(2_500, 'TSSOP-8'),
      '*-I/SM': packed.tube(90, 'SOIJ-8'),
      '*T-I/MNY': packed.reel(3_300, 'TDFN-8'),
      '*T-I/MC': packed.reel(3_300, 'DFN-8'),
      '*-I/MS': packed.tube(100, 'MSOP-8'),
      '*-OT': packed.reel(3_000, 'SOT-23-5'),
    },
  }),
  deviceFamily('Microchip', 'Memory', 420_000, {
    devices: {
      ...eeprom('AT24C', sizes, 'I2C'),
      ...eeprom(
        'AT24C',
        ['32D', '64D', '128C', '256C', '512C', '02C', '02D', '04C', '04D', '08C', '08D', '16C', '16D', '01C', '01D'],
        'I2C',
      ),
      ...eeprom('AT24CM', ['01', '02'], 'I2C'),
      ...eeprom('AT25', ['010B', '020B', '040B', '080B', '160B', '320B', '640B', '128B', '256B', '512'], 'SPI'),
    },
    codes: {
      '*': packed.each(),
      '*-SSHM-T': packed.reel(4_000, 'SOIC-8'),
      '*-SSHM-B': packed.tube(100, 'SOIC-8'),
      '*-PUM': packed.tube(50, 'PDIP-8'),
      '*-XHM-T': packed.reel(5_000, 'TSSOP-8'),
      '*-STUM-T': packed.reel(5_000, 'SOT-23-5'),
      '*-MAHM-T': packed.reel(5_000, 'UDFN-8'),
      '*-SSHL-T': packed.reel(4_000, 'SOIC-8'),
      '*N-SSHL-T': packed.reel(4_000, 'SOIC-8'),
    },
  }),
  deviceFamily('STMicroelectronics', 'Memory', 330_000, {
    devices: eeprom('M24C', sizes, 'I2C'),
    codes: {
      '*-WMN6P': packed.tube(100, 'SOIC-8'),
      '*-WMN6TP': packed.reel(2_500, 'SOIC-8'),
      '*-RMN6TP': packed.reel(2_500, 'SOIC-8'),
      '*-RDW6TP': packed.reel(4_000, 'TSSOP-8'),
      '*-WBN6P': packed.tube(50, 'PDIP-8'),
    },
  }),
  deviceFamily('onsemi', 'Memory', 330_000, {
    devices: eeprom('CAT24C', sizes, 'I2C'),
    codes: {
      '*WI-GT3': packed.reel(3_000, 'SOIC-8'),
      '*YI-GT3': packed.reel(3_000, 'TSSOP-8'),
      '*TDI-GT3': packed.reel(3_000, 'SOT-23-5'),
      '*LI-G': packed.tube(50, 'PDIP-8'),
    },
  }),
  deviceFamily('Winbond', 'Memory', 690_000, {
    devices: named(
      'W25Q10EW W25Q20CL W25Q20EW W25Q40CL W25Q40EW W25Q80BL W25Q80BV W25Q80DV W25Q80DL W25Q16BV W25Q16CL W25Q16DV W25Q16JV W25Q16FW W25Q32BV W25Q32FV W25Q32JV W25Q64BV W25Q64CV W25Q64FV W25Q64JV W25Q128BV W25Q128FV W25Q128JV W25Q256FV W25Q256JV W25Q512JV W25N01GV W25X20CL W25X40CL',
      'Flash memory, SPI',
    ),
    codes: Object.fromEntries(
      codes('SSIG SNIG SSIQ SNIQ SIQ SIM PIG ZPIG UXIG UXIE ZPIQ ZEIG EIQ FIQ AIG SSIM').flatMap((code) => [
        [`*${code}`, packed.tube(90)],
        [`*${code} TR`, packed.reel(2_500)],
      ]),
    ),
  }),
  deviceFamily('FTDI', 'Interface circuit', 3_900_000, {
    devices: {
      FT230XQ: 'USB to UART',
      FT230XS: 'USB to UART',
      FT231XQ: 'USB to UART',
      FT231XS: 'USB to UART',
      FT232BL: 'USB to UART',
      FT232HL: 'USB to UART, FIFO and SPI',
      FT232HQ: 'USB to UART, FIFO and SPI',
      FT232RL: 'USB to UART',
      FT232RNL: 'USB to UART',
      FT232RQ: 'USB to UART',
      FT234XD: 'USB to UART',
      FT245RL: 'USB to FIFO',
      FT2232D: 'USB to two UARTs',
      FT2232HL: 'USB to two UARTs',
      FT2232HQ: 'USB to two UARTs',
      'FT2232H-56Q': 'USB to two UARTs',
      FT4232HL: 'USB to four UARTs',
      FT4232HQ: 'USB to four UARTs',
      FT260Q: 'USB to I2C',
      FT800Q: 'Display controller',
      FT810Q: 'Display controller',
    },
    codes: {
      '*': packed.each(),
      '*-REEL': packed.reel(2_000),
      '*-TUBE': packed.tube(47),
      '*-TRAY': packed.tray(260),
      '*-R': packed.reel(3_000),
      '*-T': packed.tray(490),
      '*-U': packed.tube(47),
    },
  }),
  deviceFamily('WCH', 'Interface circuit', 420_000, {
    devices: named(
      'CH330N CH340B CH340C CH340E CH340G CH340K CH340N CH340T CH340X CH341A CH341T CH343G CH343P CH9102F CH9102X CH9340C CH552G CH552T CH554G CH559L CH224K CH32V003F4P6 CH32V003J4M6 CH32V103C8T6 CH32V203C8T6 CH32V307VCT6 CH32F103C8T6',
      'USB interface or microcontroller',
    ),
    codes: { '*': packed.reel(2_000) },
  }),
  deviceFamily('Silicon Labs', 'Interface circuit', 2_900_000, {
    devices: {
      CP2102: 'USB to UART',
      'CP2102-GM': 'USB to UART',
      'CP2102N-A01-GQFN20': 'USB to UART',
      'CP2102N-A02-GQFN20': 'USB to UART',
      'CP2102N-A01-GQFN24': 'USB to UART',
      'CP2102N-A02-GQFN24': 'USB to UART',
      'CP2102N-A01-GQFN28': 'USB to UART',
      'CP2102N-A02-GQFN28': 'USB to UART',
      'CP2103-GM': 'USB to UART',
      'CP2104-F03-GM': 'USB to UART',
      'CP2105-F01-GM': 'USB to two UARTs',
      'CP2108-B02-GM': 'USB to four UARTs',
      'CP2112-F03-GM': 'USB to I2C',
      'SI4463-C2A-GM': 'Radio transceiver',
      'SI4432-B1-FM': 'Radio transceiver',
      'SI5351A-B-GT': 'Clock generator',
      'SI7021-A20-GM1': 'Humidity and temperature sensor',
      'SI8621EC-B-IS': 'Digital isolator',
      'SI4703-C19-GM': 'FM radio receiver',
      'SI4735-D60-GU': 'Radio receiver',
      'EFM8BB10F8G-A-QFN20': 'Microcontroller, 8 bit',
      'EFM8BB21F16G-C-QFN20': 'Microcontroller, 8 bit',
      'EFM8UB10F16G-C-QFN28': 'Microcontroller, 8 bit, USB',
    },
    codes: { '*': packed.tray(490), '*R': packed.reel(2_500) },
  }),
  deviceFamily('NXP', 'Microcontroller', 5_300_000, {
    devices: named(
      'LPC810M021FN8 LPC812M101JDH20 LPC1114FN28/102 LPC1343FBD48 LPC1549JBD48 LPC1549JBD48QL LPC1768FBD100 LPC1769FBD100 LPC11U24FBD48 LPC11U35FHI33 LPC4330FBD144 MKL25Z128VLK4 MKL26Z128VLH4 MKL02Z32VFG4 MK20DX128VLH5 MK20DX256VLH7 MK20DX256VLK10 MK22FN512VLH12 MK64FN1M0VLL12 MK66FX1M0VLQ18 MIMXRT1052DVL6B MIMXRT1062DVL6A MIMXRT1062DVJ6A',
      'Microcontroller, 32 bit',
    ),
    codes: { '*': packed.tray(160), '*,151': packed.tray(160), '*,551': packed.tray(160), '*R': packed.reel(1_000) },
  }),
  deviceFamily('NXP', 'Interface circuit', 1_450_000, {
    devices: named(
      'PCA9685PW PCF8574T PCF8574AT PCF8575TS PCF8591T PCF8563T PCF8523T PCA9548APW PCA9615DP PCA9517D PCA9306DC PCA9555PW PCA9600D TJA1050T TJA1051T TJA1051T/3 TJA1042T TJA1021T SC16IS750IPW SC16IS752IPW SC18IS602BIPW MFRC52202HN1 PN5321A3HN NTAG213 74HC4067PW TEA5767HN',
      'Bus interface',
    ),
    codes: {
      '*': packed.each(),
      '*,118': packed.reel(2_500),
      '*,518': packed.reel(2_500),
      '*,112': packed.tube(62),
      '*/5,518': packed.reel(2_500),
      '*Z': packed.reel(2_500),
    },
  }),
  deviceFamily('Microchip', 'Interface circuit', 3_300_000, {
    devices: {
      'ENC28J60-I/SO': 'Ethernet controller, SPI',
      'ENC28J60-I/SP': 'Ethernet controller, SPI',
      'ENC28J60-I/SS': 'Ethernet controller, SPI',
      ENC28J60: 'Ethernet controller, SPI',
      LAN8720A: 'Ethernet transceiver',
      'LAN8720A-CP-TR': 'Ethernet transceiver',
      'LAN8742A-CZ-TR': 'Ethernet transceiver',
      'KSZ8081RNAIA-TR': 'Ethernet transceiver',
      'USB2514B-AEZC-TR': 'USB hub, four ports',
      'USB2514BI-AEZG-TR': 'USB hub, four ports',
      'USB3300-EZK': 'USB transceiver',
      'USB3320C-EZK-TR': 'USB transceiver',
      'USB3370B-EZK-TR': 'USB transceiver',
      'ATECC508A-SSHDA-T': 'Secure element',
      'ATECC608A-SSHDA-T': 'Secure element',
      'ATECC608B-SSHDA-T': 'Secure element',
      'RN4870-I/RM140': 'Bluetooth module',
      'RN4871-I/RM140': 'Bluetooth module',
      'RN2483A-I/RM105': 'LoRa module',
      'AT86RF231-ZU': 'Radio transceiver',
      'AT86RF233-ZU': 'Radio transceiver',
      'ATWINC1500-MR210PB1952': 'Wi-Fi module',
    },
    codes: { '*': packed.each() },
  }),
  deviceFamily('WIZnet', 'Interface circuit', 2_800_000, {
    devices: named('W5100 W5100S-L W5100S-Q W5200 W5300 W5500 WIZ850IO', 'Ethernet controller'),
    codes: { '*': packed.each() },
  }),
  deviceFamily('Worldsemi', 'LED', 120_000, {
    devices: named(
      'WS2811 WS2812B WS2812B-B WS2812B-V4 WS2812B-V5 WS2812B-MINI WS2812C-2020 WS2812E WS2813B WS2815B',
      'Addressable LED',
    ),
    codes: { '*': packed.reel(1_000) },
  }),
  deviceFamily('Opsco', 'LED', 120_000, {
    devices: named('SK6812 SK6812MINI SK6812MINI-E SK6812SIDE-A SK9822 SK6805-EC15', 'Addressable LED'),
    codes: { '*': packed.reel(1_000) },
  }),
] as const;
