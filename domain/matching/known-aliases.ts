import type { CatalogStore } from '../catalog/ports.ts';
import type { WriteContext } from '../store-context.ts';

/**
 * Spellings of well-known manufacturers: abbreviations, sales companies, product divisions that
 * write themselves beside the maker, misspellings seen often, and new names of one company. Two
 * companies of which one bought the other stay two (Maxim Integrated and Analog Devices, Linear
 * Technology, Fairchild, Xilinx, Cypress): their part numbers are separate series and data sheets
 * go on to name the old maker.
 *
 * Case, punctuation, accents and legal forms (Inc., GmbH, Corporation) need no row:
 * `manufacturerKey` takes them off.
 */
export const knownAliases: Readonly<Record<string, readonly string[]>> = {
  '3M': ['3M Electronics', '3M Interconnect'],
  'Allegro MicroSystems': ['Allegro', 'Allegro Micro'],
  'Alpha & Omega Semiconductor': ['AOS', 'Alpha and Omega Semiconductor', 'Alpha & Omega'],
  Alps: ['Alps Alpine', 'Alps Electric'],
  AMD: ['Advanced Micro Devices'],
  'Amphenol ICC': ['Amphenol ICC (FCI)', 'Amphenol FCI', 'Amphenol ICC (Commercial Products)', 'FCI Amphenol'],
  'Analog Devices': ['ADI'],
  'Assmann WSW Components': ['Assmann', 'Assmann WSW', 'Assmann Electronics'],
  Bosch: ['Robert Bosch', 'Bosch Sensortec'],
  Bourns: ['Bournes', 'Bourns Electronics', 'Bourns JW Miller'],
  'C&K': ['C&K Components', 'C and K', 'C&K Switches'],
  'Central Semiconductor': ['Central Semi'],
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
  Epson: ['Seiko Epson', 'Epson Timing', 'Epson Electronics America', 'Epson Toyocom'],
  'Espressif Systems': ['Espressif', 'Espressif Systems Shanghai'],
  'Everlight Electronics': ['Everlight', 'Everlight Elec'],
  'Fair-Rite': ['Fair-Rite Products'],
  FTDI: ['FTDI Chip', 'Future Technology Devices International', 'FTDI, Future Technology Devices International Ltd'],
  Hirose: ['Hirose Electric', 'HRS', 'HRS (Hirose)'],
  Honeywell: ['Honeywell Sensing', 'Honeywell Sensing and Productivity Solutions', 'Honeywell Sensing and Control'],
  'Infineon Technologies': ['Infineon', 'Infineon Tech'],
  'Johanson Technology': ['Johanson Tech'],
  JST: ['JST Sales America', 'Japan Solderless Terminal', 'J.S.T. Mfg', 'JST Manufacturing', 'JST Connectors'],
  KEMET: ['Kemet Electronics'],
  'Keystone Electronics': ['Keystone', 'Keystone Elec'],
  Kingbright: ['Kingbright Electronic', 'Kingbright Elec'],
  KOA: ['KOA Speer', 'KOA Speer Electronics'],
  Kyocera: ['Kyocera International Inc. Electronic Components'],
  'KYOCERA AVX': ['AVX', 'AVX Corportation', 'Kyocera AVX Components', 'AVX/Kyocera'],
  'Lattice Semiconductor': ['Lattice'],
  'Lite-On': ['Lite-On Technology', 'LiteOn Optoelectronics', 'Lite-On Opto'],
  Littelfuse: ['Littlefuse', 'Littelfuse Semiconductors'],
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
  'Mean Well': ['Mean Well Enterprises'],
  'Micro Commercial Components': ['MCC', 'Micro Commercial Co', 'MCC Semi', 'Micro Commercial Components (MCC)'],
  Microchip: ['Microchip Technology', 'Microchip Tech'],
  Micron: ['Micron Technology'],
  Molex: ['Molex Electronics', 'Molex Interconnect'],
  'Monolithic Power Systems': ['MPS', 'Monolithic Power', 'Monolithic Power Systems (MPS)'],
  Murata: ['Murata Electronics', 'Murata Manufacturing', 'muRata Elec'],
  NDK: ['Nihon Dempa Kogyo'],
  'Nippon Chemi-Con': ['Chemi-Con', 'United Chemi-Con', 'NCC', 'UCC'],
  'Nordic Semiconductor': ['Nordic', 'Nordic Semi'],
  'NXP Semiconductors': ['NXP', 'NXP Semi', 'NXP Semiconductor'],
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
  'OSRAM Opto Semiconductors': ['Osram Opto', 'OSRAM', 'Osram Opto Semi'],
  Panasonic: [
    'Panasonic Electronic Components',
    'Panasonic Electric Works',
    'Panasonic Industry',
    'Panasonic - ECG',
    'Panasonic Industrial Devices',
  ],
  'Pulse Electronics': ['Pulse', 'Pulse Electronics Network', 'Pulse Electronics Power'],
  'Renesas Electronics': ['Renesas'],
  Richtek: ['Richtek Technology'],
  ROHM: ['Rohm Semiconductor', 'ROHM Semi', 'Rohm Electronics'],
  Royalohm: ['Uniohm', 'Uni-Royal', 'Uniroyal Electronics', 'UNI-ROYAL(Uniroyal Elec)', 'UNI Royal Electronic'],
  'Same Sky': ['CUI', 'CUI Devices', 'Same Sky (Formerly CUI Devices)', 'Same Sky (formerly CUI)'],
  Samsung: ['Samsung Semiconductor', 'Samsung Electronics'],
  'Samsung Electro-Mechanics': ['SEMCO'],
  Sharp: ['Sharp Microelectronics', 'Sharp Electronics'],
  'Silicon Labs': ['Silicon Laboratories', 'SiLabs', 'Silicon Lab'],
  Skyworks: ['Skyworks Solutions'],
  Stackpole: ['Stackpole Electronics'],
  STMicroelectronics: ['ST', 'STMicro', 'SGS-Thomson'],
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
  Toshiba: ['Toshiba Semiconductor', 'Toshiba Semiconductor and Storage', 'Toshiba Electronic Devices and Storage'],
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
  Winbond: ['Winbond Electronics', 'Winbond Elec'],
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
  YAGEO: ['Yaego', 'Yageo Phycomp'],
};

/** Where the built-in aliases come from, as their rows say it. */
export const builtInSource = 'built in';

/**
 * The built-in aliases as rows of the alias table; each maker's own name is among its spellings.
 */
export const knownAliasRows = (): readonly { readonly alias: string; readonly manufacturer: string }[] =>
  Object.entries(knownAliases).flatMap(([manufacturer, aliases]) =>
    [manufacturer, ...aliases].map((alias) => ({ alias, manufacturer })),
  );

/**
 * Loads the built-in aliases. Done at every start: what is there stays as it is, an alias that
 * somebody has given to another maker too, and when nothing is new nothing is written.
 */
export const seedAliases = async (store: Pick<CatalogStore, 'addAliases'>, context: WriteContext): Promise<void> => {
  await store.addAliases(knownAliasRows(), builtInSource, context);
};
