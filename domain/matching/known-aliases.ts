import type { CatalogStore } from '../catalog/ports.ts';
import type { WriteContext } from '../store-context.ts';

/**
 * Spellings of well-known manufacturers: abbreviations, sales companies, product divisions that
 * write themselves beside the maker, misspellings seen often, and new names of one company. Two
 * companies of which one bought the other stay two (Maxim Integrated and Analog Devices, Linear
 * Technology, Fairchild, Xilinx, Cypress): their part numbers are separate series and data sheets
 * go on to name the old maker.
 *
 * A name that stands beside its abbreviation, "UMW(Youtai Semiconductor)", needs no row either.
 *
 * Case, punctuation, accents and legal forms (Inc., GmbH, Corporation) need no row:
 * `manufacturerKey` takes them off.
 */
export const knownAliases: Readonly<Record<string, readonly string[]>> = {
  '3M': ['3M Electronics', '3M Interconnect'],
  'Advanced Monolithic Systems': ['Advanced Monolithic'],
  'Ai-Thinker': ['Shenzhen Ai-Thinker Technology', 'Ai-Thinker Technology'],
  'Allegro MicroSystems': ['Allegro', 'Allegro Micro'],
  'Alpha & Omega Semiconductor': ['AOS', 'Alpha and Omega Semiconductor', 'Alpha & Omega'],
  Alps: ['Alps Alpine', 'Alps Electric'],
  AMD: ['Advanced Micro Devices'],
  'Amphenol ICC': [
    'Amphenol ICC (FCI)',
    'Amphenol FCI',
    'Amphenol Communications Solutions',
    'Amphenol ICC (Commercial Products)',
    'FCI Amphenol',
  ],
  'Analog Devices': ['ADI'],
  Aosong: ['ASAIR', 'Aosong Electronics', 'Guangzhou Aosong Electronic'],
  'Assmann WSW Components': ['Assmann', 'Assmann WSW', 'Assmann Electronics'],
  Boomele: ['Boom Precision', 'Boom Precision Elec'],
  Bosch: ['Robert Bosch', 'Bosch Sensortec'],
  Bourns: ['Bournes', 'Bourns Electronics', 'Bourns JW Miller'],
  Broadcom: ['Avago', 'Avago Technologies', 'Broadcom / Avago'],
  'C&K': ['C&K Components', 'C and K', 'C&K Switches'],
  CCTC: ['Three-Circle', 'Chaozhou Three-Circle'],
  CDIL: ['Continental Device India'],
  'Central Semiconductor': ['Central Semi'],
  Chilisin: ['Chilisin Elec', 'Chilisin Electronics'],
  'Comchip Technology': ['Comchip', 'Comchip Tech'],
  'Cornell Dubilier': [
    'Cornell Dubilier Electronics',
    'CDE',
    'Cornell Dubilier Electronics (CDE)',
    'Cornell-Dubilier CDE',
  ],
  CTS: ['CTS Electronic Components', 'CTS Frequency Controls', 'CTS Resistor Products', 'CTS Electrocomponents'],
  'Delta Electronics': ['Delta'],
  'Diodes Incorporated': ['Diodes Zetex'],
  Diotec: ['Diotec Semiconductor'],
  Eaton: ['Eaton Bussmann', 'Bussmann / Eaton', 'Cooper Bussmann', 'Eaton Electronics'],
  Ebyte: ['CDEBYTE', 'Chengdu Ebyte Electronic Technology'],
  Epson: ['Seiko Epson', 'Epson Timing', 'Epson Electronics America', 'Epson Toyocom'],
  'Espressif Systems': ['Espressif', 'Espressif Systems Shanghai'],
  'Ever Ohms': ['Ever Ohms Tech', 'Ever Ohms Technology'],
  'Everest Semiconductor': ['Everest-semi'],
  'Everlight Electronics': ['Everlight', 'Everlight Elec'],
  'Fair-Rite': ['Fair-Rite Products'],
  Fenghua: [
    'FH',
    'Guangdong Fenghua',
    'Guangdong Fenghua Advanced Tech',
    'Guangdong Fenghua Advanced Technology',
    'Fenghua Advanced Technology',
  ],
  FTDI: ['FTDI Chip', 'Future Technology Devices International', 'FTDI, Future Technology Devices International Ltd'],
  GCT: ['Global Connector Technology'],
  GigaDevice: ['GigaDevice Semiconductor', 'GigaDevice Semicon Beijing', 'GigaDevice Semiconductor (Beijing)'],
  'Good-Ark': ['Good-Ark Semiconductor'],
  Hammond: ['Hammond Manufacturing'],
  HGSEMI: ['Huaguan Semiconductor', 'Guangdong Huaguan Semiconductor'],
  'Hi-Link': ['HLK', 'Hi-Link Electronic', 'Shenzhen Hi-Link Electronic'],
  Hirose: ['Hirose Electric', 'HRS', 'HRS (Hirose)'],
  Honeywell: ['Honeywell Sensing', 'Honeywell Sensing and Productivity Solutions', 'Honeywell Sensing and Control'],
  HopeRF: ['Hope Microelectronics', 'HopeRF Electronic'],
  Hottech: ['Guangdong Hottech', 'Guangdong Hottech Industrial'],
  'Hubei KENTO': ['KENTO', 'KENTO Elec', 'Hubei KENTO Elec'],
  'Infineon Technologies': ['Infineon', 'Infineon Tech'],
  InvenSense: ['TDK InvenSense'],
  'Jiangsu Changjing': [
    'CJ',
    'JSCJ',
    'Changjing Electronics',
    'Jiangsu Changjing Electronics Technology',
    'Changjiang Electronics Tech',
    'Jiangsu Changjiang Electronics Technology',
  ],
  Jingdao: ['Jingdao Microelectronics', 'Shandong Jingdao Microelectronics'],
  'Johanson Technology': ['Johanson Tech'],
  JST: ['JST Sales America', 'Japan Solderless Terminal', 'J.S.T. Mfg', 'JST Manufacturing', 'JST Connectors'],
  KEMET: ['Kemet Electronics'],
  'Keystone Electronics': ['Keystone', 'Keystone Elec'],
  Kingbright: ['Kingbright Electronic', 'Kingbright Elec'],
  KOA: ['KOA Speer', 'KOA Speer Electronics'],
  'Korean Hroparts': ['HRO', 'Korean Hroparts Elec'],
  Kyocera: ['Kyocera International Inc. Electronic Components'],
  'KYOCERA AVX': ['AVX', 'AVX Corportation', 'Kyocera AVX Components', 'AVX/Kyocera'],
  Laird: ['Laird-Signal Integrity Products', 'Laird Performance Materials'],
  'Lattice Semiconductor': ['Lattice'],
  'Lite-On': ['Lite-On Technology', 'LiteOn Optoelectronics', 'Lite-On Opto'],
  Littelfuse: ['Littlefuse', 'Littelfuse Semiconductors'],
  Lolin: ['WEMOS'],
  LRC: ['Leshan Radio'],
  Lumex: ['Lumex Opto/Components'],
  Lumileds: ['Philips Lumileds', 'Lumileds Lighting'],
  Macronix: ['MXIC'],
  'Maxim Integrated': [
    'Maxim',
    'Maxim Integrated Products',
    'Maxim IC',
    'Analog Devices Inc./Maxim Integrated',
    'Analog Devices / Maxim Integrated',
  ],
  MDD: ['Microdiode Electronics', 'Microdiode Semiconductor', 'Microdiode Electronics (Jiangsu)'],
  'Mean Well': ['Mean Well Enterprises'],
  'Micro Commercial Components': ['MCC', 'Micro Commercial Co', 'MCC Semi', 'Micro Commercial Components (MCC)'],
  Microchip: ['Microchip Technology', 'Microchip Tech'],
  Micron: ['Micron Technology'],
  Molex: ['Molex Electronics', 'Molex Interconnect'],
  'Monolithic Power Systems': ['MPS', 'Monolithic Power', 'Monolithic Power Systems (MPS)'],
  MPD: ['Memory Protection Devices'],
  Multicomp: ['Multicomp Pro'],
  Murata: ['Murata Electronics', 'Murata Manufacturing', 'muRata Elec'],
  NationStar: ['NationStar Optoelectronics', 'Foshan NationStar Optoelectronics'],
  NDK: ['Nihon Dempa Kogyo'],
  'Nippon Chemi-Con': ['Chemi-Con', 'United Chemi-Con', 'NCC', 'UCC'],
  'Nordic Semiconductor': ['Nordic', 'Nordic Semi', 'Nordic Semiconductor ASA'],
  Nuvoton: ['Nuvoton Technology', 'Nuvoton Tech'],
  'NXP Semiconductors': ['NXP', 'NXP Semi', 'NXP Semiconductor', 'NXP-Philips'],
  Ohmite: ['Ohmite Manufacturing'],
  Omron: [
    'Omron Electronics',
    'Omron Electronics Inc-EMC Div',
    'Omron Electronic Components',
    'Omron Automation and Safety',
    'Omron Automation',
  ],
  'On Shore Technology': ['On-Shore'],
  onsemi: ['ON Semiconductor'],
  Opsco: ['Opsco Optoelectronics'],
  'OSRAM Opto Semiconductors': ['Osram Opto', 'OSRAM', 'Osram Opto Semi'],
  Panasonic: [
    'Panasonic Electronic Components',
    'Panasonic Electric Works',
    'Panasonic Industry',
    'Panasonic - ECG',
    'Panasonic Industrial Devices',
  ],
  Panjit: ['Panjit Semiconductor'],
  Prisemi: ['Prisemi Electronics', 'Shanghai Prisemi Electronics'],
  'Pulse Electronics': ['Pulse', 'Pulse Electronics Network', 'Pulse Electronics Power'],
  Puya: ['Puya Semiconductor', 'Puya Semicon'],
  'Raspberry Pi': ['Raspberry Pi Trading', 'Raspberry Pi Foundation'],
  RECOM: ['Recom Power', 'Recom Electronics'],
  'Renesas Electronics': ['Renesas'],
  Richtek: ['Richtek Technology'],
  ROHM: ['Rohm Semiconductor', 'ROHM Semi', 'Rohm Electronics'],
  Royalohm: [
    'Uniohm',
    'Uni-Royal',
    'Uniroyal Elec',
    'Uniroyal Electronics',
    'UNI Royal Electronic',
    'UNI-ROYAL(Uniroyal Elec)',
  ],
  'Same Sky': ['CUI', 'CUI Devices', 'Same Sky (Formerly CUI Devices)', 'Same Sky (formerly CUI)'],
  Samsung: ['Samsung Semiconductor', 'Samsung Electronics'],
  'Samsung Electro-Mechanics': ['SEMCO'],
  Seeed: ['Seeed Studio', 'Seeed Technology'],
  SGMICRO: ['Shengbang Microelectronics'],
  Sharp: ['Sharp Microelectronics', 'Sharp Electronics'],
  'Silicon Labs': ['Silicon Laboratories', 'SiLabs', 'Silicon Lab'],
  SIMCom: ['SIMCom Wireless', 'SIMCom Wireless Solutions'],
  Skyworks: ['Skyworks Solutions'],
  Slkor: ['Slkormicro', 'Slkor Micro Semicon', 'Shenzhen Slkor Micro Semicon'],
  'SMC Diode Solutions': ['Sangdest Microelectronics'],
  Songle: ['Songle Relay', 'Ningbo Songle Relay'],
  Stackpole: ['Stackpole Electronics', 'Stackpole Electronics (SEI)'],
  STMicroelectronics: ['ST', 'STMicro', 'SGS-Thomson'],
  Sullins: ['Sullins Connector Solutions', 'Sullins Electronics'],
  Sunlord: ['Shenzhen Sunlord', 'Sunlord Electronics', 'Shenzhen Sunlord Electronics'],
  'Taiwan Semiconductor': ['TSC', 'Taiwan Semi', 'Taiwan Semiconductor (TSC)'],
  TDK: ['TDK Components'],
  'TDK Electronics': ['EPCOS', 'EPCOS (TDK)', 'EPCOS - TDK Electronics', 'TDK EPCOS', 'TDK-EPC'],
  'TE Connectivity': [
    'TE',
    'Tyco',
    'Tyco Electronics',
    'TE Connectivity AMP Connectors',
    'TE Connectivity AMP',
    'TE Connectivity Passive Product',
    'TE Connectivity Potter & Brumfield Relays',
  ],
  'Texas Instruments': ['TI', 'Texas Instrument'],
  'Titan Micro Electronics': ['TM (Titan Micro)', 'Titan Micro', 'Shenzhen Titan Micro Electronics'],
  Toshiba: ['Toshiba Semiconductor', 'Toshiba Semiconductor and Storage', 'Toshiba Electronic Devices and Storage'],
  'Traco Power': ['Traco', 'Traco Electronic'],
  UMW: ['Youtai', 'Youtai Semiconductor', 'Guangdong Youtai Semiconductor'],
  Vishay: [
    'Vishay Semiconductors',
    'Vishay Semiconductor',
    'Vishay Intertechnology',
    'Vishay Siliconix',
    'Vishay Dale',
    'Vishay Sprague',
    'Vishay Beyschlag',
    'Vishay Draloric',
    'Vishay BC Components',
    'Vishay Beyschlag/Draloric/BC Components',
    'Vishay Vitramon',
    'Vishay General Semiconductor',
    'Vishay Semiconductor Diodes Division',
    'Vishay Semiconductor Opto Division',
    'Vishay General Semiconductor - Diodes Division',
    'Vishay Thin Film',
    'Vishay Foil Resistors',
    'Vishay Electro-Films',
  ],
  Wago: ['WAGO Kontakttechnik'],
  Walsin: ['Walsin Technology', 'Walsin Technologies', 'Walsin Tech'],
  WCH: [
    'QinHeng',
    'QinHeng Electronics',
    'Qinheng Microelectronics',
    'Nanjing Qinheng Microelectronics',
    'Jiangsu Qin Heng',
  ],
  Weidmüller: ['Weidmueller', 'Weidmüller Interface'],
  Winbond: ['Winbond Electronics', 'Winbond Elec'],
  Worldsemi: ['Worldsemi Technology'],
  WPMtek: ['Wei Pan Microelectronics'],
  'Würth Elektronik': [
    'Würth',
    'WE',
    'Wurth Electronics',
    'Würth Elektronik eiSos',
    'Wuerth',
    'Wuerth Elektronik',
    'Wurth Electronics Midcom',
  ],
  Xilinx: ['AMD Xilinx'],
  'XKB Connectivity': ['XKB', 'XKB Connection', 'XKB Industrial Precision'],
  YAGEO: ['Yaego', 'Yageo Phycomp'],
  Yangjie: ['Yangjie Technology', 'Yangzhou Yangjie Electronic Technology'],
  'Yangxing Tech': ['YXC', 'Yangxing Technology', 'Shenzhen Yangxing Technology', 'YXC Crystal Oscillators'],
};

/** Where the built-in aliases come from, as their rows say it. */
export const builtInSource = 'built in';

const isAbbreviation = (name: string): boolean => /^[\p{L}\p{N}&-]{2,9}$/u.test(name);

/** Suppliers write "UMW(Youtai Semiconductor)", and some "Micro Commercial Components (MCC)". */
const besideAbbreviations = (names: readonly string[]): readonly string[] =>
  names
    .filter(isAbbreviation)
    .flatMap((short) =>
      names.filter((name) => !isAbbreviation(name)).flatMap((name) => [`${short} (${name})`, `${name} (${short})`]),
    );

/**
 * The built-in aliases as rows of the alias table; each maker's own name is among its spellings,
 * and so are its names beside its abbreviations.
 */
export const knownAliasRows = (): readonly { readonly alias: string; readonly manufacturer: string }[] =>
  Object.entries(knownAliases).flatMap(([manufacturer, aliases]) => {
    const names = [manufacturer, ...aliases];
    return [...names, ...besideAbbreviations(names)].map((alias) => ({ alias, manufacturer }));
  });

/**
 * Loads the built-in aliases. Done at every start: what is there stays as it is, an alias that
 * somebody has given to another maker too, and when nothing is new nothing is written.
 */
export const seedAliases = async (store: Pick<CatalogStore, 'addAliases'>, context: WriteContext): Promise<void> => {
  await store.addAliases(knownAliasRows(), builtInSource, context);
};
