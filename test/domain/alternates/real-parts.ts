import type { ComparedProduct } from '../../../domain/alternates/part.ts';
import { manufacturerKey } from '../../../domain/catalog/identity.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';

/** Real parts by their numbers, as the demo's catalogue states such parts. */

/** A part as it is compared, with its maker's name. */
export type RealPart = ComparedProduct & { readonly manufacturer: string };

type Row = readonly [mpn: string, ...figures: string[]];

const parts = new Map<string, RealPart>();

const add = (manufacturer: string, mpn: string, description: string, characteristics: Record<string, string>): void => {
  parts.set(mpn, {
    profileId: defaultProfile.id,
    manufacturer,
    manufacturerKey: manufacturerKey(manufacturer),
    mpn,
    description,
    characteristics,
  });
};

const each = (rows: readonly Row[], put: (mpn: string, figures: readonly string[]) => void): void => {
  for (const [mpn, ...figures] of rows) put(mpn, figures);
};

each(
  [
    ['RC0603FR-0710KL', '10 kΩ', '1', '1/10 W', '0603'],
    ['RC0603FR-1310KL', '10 kΩ', '1', '1/10 W', '0603'],
    ['CRCW060310K0FKEA', '10 kΩ', '1', '1/10 W', '0603'],
    ['ERJ3EKF1002V', '10 kΩ', '1', '1/10 W', '0603'],
    ['RK73H1JTTD1002F', '10 kΩ', '1', '1/10 W', '0603'],
    ['CR0603-FX-1002ELF', '10 kΩ', '1', '1/10 W', '0603'],
    ['RC0603JR-0710KL', '10 kΩ', '5', '1/10 W', '0603'],
    ['ERJ3GEYJ103V', '10 kΩ', '5', '1/10 W', '0603'],
    ['RT0603BRD0710KL', '10 kΩ', '0.1', '1/10 W', '0603'],
    ['ERJPA3F1002V', '10 kΩ', '1', '1/4 W', '0603'],
    ['RC0402FR-0710KL', '10 kΩ', '1', '1/16 W', '0402'],
    ['RC0805FR-0710KL', '10 kΩ', '1', '1/8 W', '0805'],
    ['RC0603FR-0711KL', '11 kΩ', '1', '1/10 W', '0603'],
    ['RC0603FR-071KL', '1 kΩ', '1', '1/10 W', '0603'],
    ['CRCW06031K00FKEA', '1 kΩ', '1', '1/10 W', '0603'],
    ['RC0603FR-07100KL', '100 kΩ', '1', '1/10 W', '0603'],
    ['RC0805FR-074K7L', '4.7 kΩ', '1', '1/8 W', '0805'],
    ['CRCW08054K70FKEA', '4.7 kΩ', '1', '1/8 W', '0805'],
    ['RC0805JR-074K7L', '4.7 kΩ', '5', '1/8 W', '0805'],
    ['ERJP06F4701V', '4.7 kΩ', '1', '1/2 W', '0805'],
    ['RC1206FR-07100RL', '100 Ω', '1', '1/4 W', '1206'],
    ['CRCW1206100RFKEA', '100 Ω', '1', '1/4 W', '1206'],
    ['RC1206JR-07100RL', '100 Ω', '5', '1/4 W', '1206'],
    ['RC2512FK-07100RL', '100 Ω', '1', '1 W', '2512'],
    ['RC0402JR-070RL', '0 Ω', '5', '1/16 W', '0402'],
    ['CRCW04020000Z0ED', '0 Ω', '5', '1/16 W', '0402'],
  ],
  (mpn, [resistance = '', share = '', power = '', size = '']) =>
    add('Any maker', mpn, `Chip resistor ${resistance} ±${share} % ${power} ${size}`, {
      category: 'Chip resistor',
      resistance,
      tolerance: `±${share} %`,
      power,
      package: size,
    }),
);

each(
  [
    ['GRM188R71H104KA93D', '100 nF', '10', '50', 'X7R', '0603'],
    ['CL10B104KB8NNNC', '100 nF', '10', '50', 'X7R', '0603'],
    ['C0603C104K5RACTU', '100 nF', '10', '50', 'X7R', '0603'],
    ['C1608X7R1H104K080AA', '100 nF', '10', '50', 'X7R', '0603'],
    ['CC0603KRX7R9BB104', '100 nF', '10', '50', 'X7R', '0603'],
    ['06035C104KAT2A', '100 nF', '10', '50', 'X7R', '0603'],
    ['GRM188R71E104KA01D', '100 nF', '10', '25', 'X7R', '0603'],
    ['CL10B104KA8NNNC', '100 nF', '10', '25', 'X7R', '0603'],
    ['GRM188R71C104KA01D', '100 nF', '10', '16', 'X7R', '0603'],
    ['GRM188R72A104KA35D', '100 nF', '10', '100', 'X7R', '0603'],
    ['GRM188R61E104KA01D', '100 nF', '10', '25', 'X5R', '0603'],
    ['GRM188F51H104ZA01D', '100 nF', '20', '50', 'Y5V', '0603'],
    ['C0603C104M5RACTU', '100 nF', '20', '50', 'X7R', '0603'],
    ['GRM155R71H104KE14D', '100 nF', '10', '50', 'X7R', '0402'],
    ['GRM21BR71H104KA01L', '100 nF', '10', '50', 'X7R', '0805'],
    ['GRM188R71H103KA01D', '10 nF', '10', '50', 'X7R', '0603'],
    ['CL10B103KB8NNNC', '10 nF', '10', '50', 'X7R', '0603'],
    ['GRM1885C1H101JA01D', '100 pF', '5', '50', 'C0G', '0603'],
    ['CL10C101JB8NNNC', '100 pF', '5', '50', 'C0G', '0603'],
    ['C0603C101J5GACTU', '100 pF', '5', '50', 'C0G', '0603'],
    ['C0603C101K5RACTU', '100 pF', '10', '50', 'X7R', '0603'],
    ['C0603C101J1GACTU', '100 pF', '5', '100', 'C0G', '0603'],
    ['GRM1885C1H220JA01D', '22 pF', '5', '50', 'C0G', '0603'],
    ['CL10C220JB8NNNC', '22 pF', '5', '50', 'C0G', '0603'],
    ['GRM21BR61A106KE19L', '10 µF', '10', '10', 'X5R', '0805'],
    ['CL21A106KPFNNNE', '10 µF', '10', '10', 'X5R', '0805'],
    ['CL21A106KAYNNNE', '10 µF', '10', '25', 'X5R', '0805'],
    ['GRM21BR71A106KE51L', '10 µF', '10', '10', 'X7R', '0805'],
    ['GRM21BR60J106KE19L', '10 µF', '10', '6.3', 'X5R', '0805'],
    ['GRM31CR61E106KA12L', '10 µF', '10', '25', 'X5R', '1206'],
    ['GRM188R61A105KA61D', '1 µF', '10', '10', 'X5R', '0603'],
    ['CL10A105KA8NNNC', '1 µF', '10', '25', 'X5R', '0603'],
    ['CL10B105KA8NNNC', '1 µF', '10', '25', 'X7R', '0603'],
  ],
  (mpn, [capacitance = '', share = '', volts = '', dielectric = '', size = '']) =>
    add('Any maker', mpn, `Ceramic capacitor ${capacitance} ±${share} % ${volts} V ${dielectric} ${size}`, {
      category: 'Ceramic capacitor',
      capacitance,
      tolerance: `±${share} %`,
      voltage: `${volts} V`,
      dielectric,
      package: size,
    }),
);

each(
  [
    ['T491A106K016AT', 'Tantalum', '10 µF', '10', '16', '3216-18'],
    ['TAJA106K016RNJ', 'Tantalum', '10 µF', '10', '16', '3216-18'],
    ['T491A106M016AT', 'Tantalum', '10 µF', '20', '16', '3216-18'],
    ['T491A106K010AT', 'Tantalum', '10 µF', '10', '10', '3216-18'],
    ['T491B106K016AT', 'Tantalum', '10 µF', '10', '16', '3528-21'],
    ['T491A475K016AT', 'Tantalum', '4.7 µF', '10', '16', '3216-18'],
    ['T491B106K025AT', 'Tantalum', '10 µF', '10', '25', '3528-21'],
    ['EEU-FC1H470', 'Electrolytic', '47 µF', '20', '50', 'radial'],
    ['UVR1H470MED', 'Electrolytic', '47 µF', '20', '50', 'radial'],
    ['EEU-FR1J470', 'Electrolytic', '47 µF', '20', '63', 'radial'],
    ['EEU-FC1V470', 'Electrolytic', '47 µF', '20', '35', 'radial'],
    ['EEE-FP1H470AP', 'Electrolytic', '47 µF', '20', '50', 'surface mount'],
    ['EEE-1HA470P', 'Electrolytic', '47 µF', '20', '50', 'surface mount'],
    ['EEU-FC1H101', 'Electrolytic', '100 µF', '20', '50', 'radial'],
    ['UVR1H101MPD', 'Electrolytic', '100 µF', '20', '50', 'radial'],
    ['UVR1E101MED', 'Electrolytic', '100 µF', '20', '25', 'radial'],
  ],
  (mpn, [sort = '', capacitance = '', share = '', volts = '', body = '']) =>
    add('Any maker', mpn, `${sort} capacitor ${capacitance} ±${share} % ${volts} V, ${body}`, {
      category: `${sort} capacitor`,
      capacitance,
      tolerance: `±${share} %`,
      voltage: `${volts} V`,
      package: body,
    }),
);

each(
  [
    ['BLM18PG121SN1D', 'Ferrite bead', '120 Ω', '2 A', '0603'],
    ['MPZ1608S121ATA00', 'Ferrite bead', '120 Ω', '2 A', '0603'],
    ['BLM18KG121TN1D', 'Ferrite bead', '120 Ω', '3 A', '0603'],
    ['BLM18AG121SN1D', 'Ferrite bead', '120 Ω', '800 mA', '0603'],
    ['BLM18PG221SN1D', 'Ferrite bead', '220 Ω', '2 A', '0603'],
    ['BLM21PG121SN1D', 'Ferrite bead', '120 Ω', '3 A', '0805'],
  ],
  (mpn, [sort = '', impedance = '', current = '', size = '']) =>
    add('Any maker', mpn, `${sort} ${impedance} at 100 MHz ${size}`, {
      category: sort,
      impedance,
      current_rating: current,
      package: size,
    }),
);

each(
  [
    ['IHLP2525CZER4R7M01', '4.7 µH', '20', '5.5 A', '40 mΩ', '2525'],
    ['SRP6530A-4R7M', '4.7 µH', '20', '5.5 A', '40 mΩ', '2525'],
    ['IHLP2525CZER4R7M11', '4.7 µH', '20', '5.5 A', '40 mΩ', '2525'],
    ['IHLP2525EZER4R7M01', '4.7 µH', '20', '10 A', '19 mΩ', '2525'],
    ['IHLP2525AHER4R7M01', '4.7 µH', '20', '4 A', '58 mΩ', '2525'],
    ['IHLP2525CZER6R8M01', '6.8 µH', '20', '5.5 A', '40 mΩ', '2525'],
    ['IHLP2020CZER4R7M01', '4.7 µH', '20', '5.5 A', '40 mΩ', '2020'],
  ],
  (mpn, [inductance = '', share = '', current = '', resistance = '', size = '']) =>
    add('Any maker', mpn, `Power inductor ${inductance} ±${share} % shielded`, {
      category: 'Power inductor',
      inductance,
      tolerance: `±${share} %`,
      current_rating: current,
      dc_resistance: resistance,
      package: size,
    }),
);

each(
  [
    ['1N4148', 'Switching diode 100 V 200 mA', 'DO-35'],
    ['1N4148-TR', 'Switching diode 100 V 200 mA', 'DO-35'],
    ['1N4148TAP', 'Switching diode 100 V 200 mA', 'DO-204AH'],
    ['1N914', 'Switching diode 100 V 200 mA', 'DO-35'],
    ['1N4448', 'Switching diode 100 V 200 mA', 'DO-35'],
    ['1N4148W-7-F', 'Switching diode 100 V 300 mA', 'SOD-123'],
    ['1N4148W-TP', 'Switching diode 100 V 300 mA', 'SOD-123'],
    ['1N4148WS-7-F', 'Switching diode 100 V 300 mA', 'SOD-323'],
    ['1N4001', 'Rectifier 50 V 1 A', 'DO-41'],
    ['1N4004', 'Rectifier 400 V 1 A', 'DO-41'],
    ['1N4007', 'Rectifier 1000 V 1 A', 'DO-41'],
    ['1N4007-T', 'Rectifier 1000 V 1 A', 'DO-204AL'],
    ['UF4007', 'Fast rectifier 1000 V 1 A', 'DO-41'],
    ['1N5408', 'Rectifier 1000 V 3 A', 'DO-201AD'],
    ['M7', 'Rectifier 1000 V 1 A', 'DO-214AC'],
    ['S1M-13-F', 'Rectifier 1000 V 1 A', 'SMA'],
    ['S1G-13-F', 'Rectifier 400 V 1 A', 'SMA'],
    ['US1M', 'Fast rectifier 1000 V 1 A', 'SMA'],
    ['SS14', 'Schottky rectifier 40 V 1 A', 'SMA'],
    ['SS14-E3/61T', 'Schottky rectifier 40 V 1 A', 'DO-214AC'],
    ['B140-13-F', 'Schottky rectifier 40 V 1 A', 'SMA'],
    ['SS24', 'Schottky rectifier 40 V 2 A', 'SMA'],
    ['SS16', 'Schottky rectifier 60 V 1 A', 'SMA'],
    ['SS12', 'Schottky rectifier 20 V 1 A', 'SMA'],
    ['SK14', 'Schottky rectifier 40 V 1 A', 'SMB'],
    ['1N5819', 'Schottky rectifier 40 V 1 A', 'DO-41'],
    ['1N5817', 'Schottky rectifier 20 V 1 A', 'DO-41'],
    ['BAT54', 'Schottky diode 30 V 200 mA', 'SOT-23'],
    ['BAT54,215', 'Schottky diode 30 V 200 mA', 'TO-236AB'],
    ['BAT54S', 'Schottky diode pair 30 V 200 mA, in series', 'SOT-23'],
    ['BAT54S-7-F', 'Schottky diode pair 30 V 200 mA, in series', 'SOT-23'],
    ['BAT54C', 'Schottky diode pair 30 V 200 mA, common cathode', 'SOT-23'],
    ['BAT54A', 'Schottky diode pair 30 V 200 mA, common anode', 'SOT-23'],
    ['BAV99', 'Switching diode pair 100 V 215 mA, in series', 'SOT-23'],
    ['BAV99-7-F', 'Switching diode pair 100 V 215 mA, in series', 'SOT-23'],
    ['BAV70', 'Switching diode pair 100 V 215 mA, common cathode', 'SOT-23'],
    ['BAW56', 'Switching diode pair 100 V 215 mA, common anode', 'SOT-23'],
    ['BAV99W', 'Switching diode pair 100 V 215 mA, in series', 'SOT-323'],
    ['BAS16', 'Switching diode 100 V 215 mA', 'SOT-23'],
    ['BAS21', 'Switching diode 250 V 215 mA', 'SOT-23'],
  ],
  (mpn, [text = '', body = '']) => add('Any maker', mpn, `${text}, ${body}`, { category: 'Diode', package: body }),
);

each(
  [
    ['BZX84C5V1LT1G', '5.1 V', '5', '250 mW', 'SOT-23'],
    ['BZX84-C5V1,215', '5.1 V', '5', '250 mW', 'SOT-23'],
    ['BZX84C5V1-7-F', '5.1 V', '5', '300 mW', 'SOT-23'],
    ['BZX84B5V1LT1G', '5.1 V', '2', '250 mW', 'SOT-23'],
    ['BZX84C5V6LT1G', '5.6 V', '5', '250 mW', 'SOT-23'],
    ['BZT52C5V1-7-F', '5.1 V', '5', '500 mW', 'SOD-123'],
    ['MMSZ5231BT1G', '5.1 V', '5', '500 mW', 'SOD-123'],
    ['MMSZ5V1T1G', '5.1 V', '5', '500 mW', 'SOD-123'],
    ['BZT52C4V7-7-F', '4.7 V', '5', '500 mW', 'SOD-123'],
    ['BZX55C5V1', '5.1 V', '5', '500 mW', 'DO-35'],
    ['BZX85C5V1', '5.1 V', '5', '1.3 W', 'DO-41'],
    ['1N4733A', '5.1 V', '5', '1 W', 'DO-41'],
  ],
  (mpn, [volts = '', share = '', power = '', body = '']) =>
    add('Any maker', mpn, `Zener diode ${volts} ±${share} % ${power} ${body}`, {
      category: 'Zener diode',
      voltage: volts,
      tolerance: `±${share} %`,
      power,
      package: body,
    }),
);

each(
  [
    ['SMAJ18A', '18 V', '400 W', 'unidirectional', 'DO-214AC'],
    ['SMAJ18A-E3/61', '18 V', '400 W', 'unidirectional', 'SMA'],
    ['SMA6J18A', '18 V', '600 W', 'unidirectional', 'DO-214AC'],
    ['SMAJ18CA', '18 V', '400 W', 'bidirectional', 'DO-214AC'],
    ['SMAJ24A', '24 V', '400 W', 'unidirectional', 'DO-214AC'],
    ['SMBJ18A', '18 V', '600 W', 'unidirectional', 'DO-214AA'],
    ['P6SMB18A', '18 V', '600 W', 'unidirectional', 'DO-214AA'],
    ['SMBJ18CA', '18 V', '600 W', 'bidirectional', 'DO-214AA'],
    ['SMCJ18A', '18 V', '1500 W', 'unidirectional', 'DO-214AB'],
  ],
  (mpn, [voltage = '', power = '', direction = '', body = '']) =>
    add('Any maker', mpn, `TVS diode ${voltage} ${power} ${direction} ${body}`, {
      category: 'TVS diode',
      voltage,
      power,
      direction,
      package: body,
    }),
);

each(
  [
    ['BC547B', 'NPN transistor 45 V 100 mA', 'TO-92'],
    ['BC547BTA', 'NPN transistor 45 V 100 mA', 'TO-92'],
    ['BC547C', 'NPN transistor 45 V 100 mA', 'TO-92'],
    ['BC546B', 'NPN transistor 65 V 100 mA', 'TO-92'],
    ['BC548B', 'NPN transistor 30 V 100 mA', 'TO-92'],
    ['BC557B', 'PNP transistor 45 V 100 mA', 'TO-92'],
    ['BC556B', 'PNP transistor 65 V 100 mA', 'TO-92'],
    ['2N3904', 'NPN transistor 40 V 200 mA', 'TO-92'],
    ['2N3904BU', 'NPN transistor 40 V 200 mA', 'TO-92'],
    ['2N3906', 'PNP transistor 40 V 200 mA', 'TO-92'],
    ['2N2222A', 'NPN transistor 40 V 600 mA', 'TO-18'],
    ['PN2222A', 'NPN transistor 40 V 600 mA', 'TO-92'],
    ['BC847B,215', 'NPN transistor 45 V 100 mA', 'SOT-23'],
    ['BC847BLT1G', 'NPN transistor 45 V 100 mA', 'SOT-23'],
    ['BC847B-7-F', 'NPN transistor 45 V 100 mA', 'SOT-23'],
    ['BC847C,215', 'NPN transistor 45 V 100 mA', 'SOT-23'],
    ['BC847BW,115', 'NPN transistor 45 V 100 mA', 'SOT-323'],
    ['BC846B,215', 'NPN transistor 65 V 100 mA', 'SOT-23'],
    ['BC848B,215', 'NPN transistor 30 V 100 mA', 'SOT-23'],
    ['BC857B,215', 'PNP transistor 45 V 100 mA', 'SOT-23'],
    ['BC817-25,215', 'NPN transistor 45 V 500 mA', 'SOT-23'],
    ['BC817-40,215', 'NPN transistor 45 V 500 mA', 'SOT-23'],
    ['BC817-25LT1G', 'NPN transistor 45 V 500 mA', 'SOT-23'],
    ['BC807-25,215', 'PNP transistor 45 V 500 mA', 'SOT-23'],
    ['MMBT3904LT1G', 'NPN transistor 40 V 200 mA', 'SOT-23'],
    ['MMBT3904-7-F', 'NPN transistor 40 V 200 mA', 'SOT-23'],
    ['MMBT2222ALT1G', 'NPN transistor 40 V 600 mA', 'SOT-23'],
    ['MMBT3906LT1G', 'PNP transistor 40 V 200 mA', 'SOT-23'],
    ['2N7002,215', 'N-channel MOSFET 60 V 300 mA', 'SOT-23'],
    ['2N7002-7-F', 'N-channel MOSFET 60 V 300 mA', 'SOT-23'],
    ['2N7002W', 'N-channel MOSFET 60 V 300 mA', 'SOT-323'],
    ['BSS138LT1G', 'N-channel MOSFET 50 V 200 mA', 'SOT-23'],
    ['BSS84,215', 'P-channel MOSFET 50 V 130 mA', 'SOT-23'],
    ['IRF540NPBF', 'N-channel MOSFET 100 V 33 A', 'TO-220'],
    ['IRF540N', 'N-channel MOSFET 100 V 33 A', 'TO-220AB'],
    ['IRF530N', 'N-channel MOSFET 100 V 17 A', 'TO-220'],
    ['IRF540NSPBF', 'N-channel MOSFET 100 V 33 A', 'D2PAK'],
    ['IRF9540N', 'P-channel MOSFET 100 V 23 A', 'TO-220'],
    ['IRF640N', 'N-channel MOSFET 200 V 18 A', 'TO-220'],
    ['IRL540N', 'N-channel MOSFET 100 V 36 A, logic level', 'TO-220'],
    ['TIP31C', 'NPN power transistor 100 V 3 A', 'TO-220'],
    ['TIP32C', 'PNP power transistor 100 V 3 A', 'TO-220'],
    ['TIP41C', 'NPN power transistor 100 V 6 A', 'TO-220'],
    ['TIP122', 'NPN Darlington transistor 100 V 5 A', 'TO-220'],
  ],
  (mpn, [text = '', body = '']) => add('Any maker', mpn, `${text}, ${body}`, { category: 'Transistor', package: body }),
);

each(
  [
    ['LM358DR', 'Operational amplifier, two channels', 'SOIC-8'],
    ['LM358DT', 'Operational amplifier, two channels', 'SOIC-8'],
    ['LM358DR2G', 'Operational amplifier, two channels', '8-SOIC'],
    ['LM358ADR', 'Operational amplifier, two channels', 'SOIC-8'],
    ['LM358P', 'Operational amplifier, two channels', 'PDIP-8'],
    ['LM358PWR', 'Operational amplifier, two channels', 'TSSOP-8'],
    ['LM324DR', 'Operational amplifier, four channels', 'SOIC-14'],
    ['LM324DT', 'Operational amplifier, four channels', 'SOIC-14'],
    ['LM393DR', 'Comparator, two channels', 'SOIC-8'],
    ['LM393DT', 'Comparator, two channels', 'SOIC-8'],
    ['LM339DR', 'Comparator, four channels', 'SOIC-14'],
    ['LM339DT', 'Comparator, four channels', 'SOIC-14'],
    ['NE555P', 'Precision timer', 'PDIP-8'],
    ['NE555N', 'Precision timer', 'PDIP-8'],
    ['NE555DR', 'Precision timer', 'SOIC-8'],
    ['NE556N', 'Precision timer, two channels', 'PDIP-14'],
    ['TLC555CP', 'CMOS timer', 'PDIP-8'],
    ['TL072CDR', 'JFET operational amplifier, two channels, low noise', 'SOIC-8'],
    ['TL072CDT', 'JFET operational amplifier, two channels, low noise', 'SOIC-8'],
    ['TL074CDR', 'JFET operational amplifier, four channels, low noise', 'SOIC-14'],
    ['TL082CDR', 'JFET operational amplifier, two channels', 'SOIC-8'],
    ['NE5532DR', 'Low-noise audio amplifier, two channels', 'SOIC-8'],
    ['NE5534DR', 'Low-noise audio amplifier', 'SOIC-8'],
    ['ULN2003AN', 'Darlington array, seven channels', 'PDIP-16'],
    ['ULN2003ANE4', 'Darlington array, seven channels', 'PDIP-16'],
    ['ULN2003ADR', 'Darlington array, seven channels', 'SOIC-16'],
    ['ULN2803ADWR', 'Darlington array, eight channels', 'SOIC-18'],
    ['MAX232DR', 'RS-232 transceiver, 5 V', 'SOIC-16'],
    ['MAX232ESE', 'RS-232 transceiver, 5 V', 'SOIC-16'],
    ['MAX3232IDR', 'RS-232 transceiver, 3 V to 5.5 V', 'SOIC-16'],
    ['SN74HC00DR', '74HC quad 2-input NAND gate', 'SOIC-14'],
    ['74HC00D,653', '74HC quad 2-input NAND gate', 'SOIC-14'],
    ['MC74HC00ADR2G', '74HC quad 2-input NAND gate', 'SOIC-14'],
    ['SN74HC00PWR', '74HC quad 2-input NAND gate', 'TSSOP-14'],
    ['74HC00PW,118', '74HC quad 2-input NAND gate', 'TSSOP14'],
    ['SN74HC00N', '74HC quad 2-input NAND gate', 'PDIP-14'],
    ['SN74HC02DR', '74HC quad 2-input NOR gate', 'SOIC-14'],
    ['SN74HCT00DR', '74HCT quad 2-input NAND gate', 'SOIC-14'],
    ['SN74LVC00ADR', '74LVC quad 2-input NAND gate', 'SOIC-14'],
    ['SN74HC595DR', '74HC 8-bit shift register', 'SOIC-16'],
    ['74HC595D,118', '74HC 8-bit shift register', 'SOIC-16'],
    ['SN74HC165DR', '74HC 8-bit parallel-in shift register', 'SOIC-16'],
    ['SN74LVC1G14DBVR', 'Schmitt-trigger inverter', 'SOT-23-5'],
    ['74LVC1G14GV,125', 'Schmitt-trigger inverter', 'SOT-753'],
    ['SN74LVC1G04DBVR', 'Inverter', 'SOT-23-5'],
    ['SN74LVC1G14DCKR', 'Schmitt-trigger inverter', 'SC-70-5'],
    ['CD4011BM96', 'Quad 2-input NAND gate', 'SOIC-14'],
    ['HEF4011BT,653', 'Quad 2-input NAND gate', 'SOIC-14'],
    ['CD4001BM96', 'Quad 2-input NOR gate', 'SOIC-14'],
    ['STM32F103C8T6', 'Microcontroller, 32 bit, Cortex-M3', 'LQFP-48'],
    ['STM32F103CBT6', 'Microcontroller, 32 bit, Cortex-M3', 'LQFP-48'],
    ['ATMEGA328P-AU', 'Microcontroller, 8 bit AVR', 'TQFP-32'],
    ['ATMEGA168PA-AU', 'Microcontroller, 8 bit AVR', 'TQFP-32'],
    ['TL431AIDBZR', 'Adjustable shunt reference', 'SOT-23'],
    ['TL431AIDBZT', 'Adjustable shunt reference', 'SOT-23'],
    ['TL431BIDBZR', 'Adjustable shunt reference', 'SOT-23'],
    ['TLV431AIDBZR', 'Adjustable shunt reference, 1.24 V', 'SOT-23'],
  ],
  (mpn, [text = '', body = '']) => add('Any maker', mpn, `${text}, ${body}`, { category: 'Circuit', package: body }),
);

each(
  [
    ['L7805CV', 'Linear regulator 5 V 1.5 A', 'TO-220'],
    ['LM7805CT', 'Linear regulator 5 V 1.5 A', 'TO-220AB'],
    ['MC7805CTG', 'Linear regulator 5 V 1 A', 'TO-220'],
    ['UA7805CKCS', 'Linear regulator 5 V 1.5 A', 'TO-220'],
    ['L7812CV', 'Linear regulator 12 V 1.5 A', 'TO-220'],
    ['L7905CV', 'Linear regulator -5 V 1.5 A', 'TO-220'],
    ['L7805CD2T-TR', 'Linear regulator 5 V 1.5 A', 'D2PAK'],
    ['L78L05ACZ', 'Linear regulator 5 V 100 mA', 'TO-92'],
    ['UA78L05ACLP', 'Linear regulator 5 V 100 mA', 'TO-92'],
    ['L78M05CDT-TR', 'Linear regulator 5 V 500 mA', 'DPAK'],
    ['MC78M05CDTG', 'Linear regulator 5 V 500 mA', 'DPAK'],
    ['LM317T', 'Adjustable regulator 1.5 A', 'TO-220'],
    ['LM317KCS', 'Adjustable regulator 1.5 A', 'TO-220'],
    ['LM337T', 'Adjustable negative regulator 1.5 A', 'TO-220'],
    ['LM338T', 'Adjustable regulator 5 A', 'TO-220'],
  ],
  (mpn, [text = '', body = '']) => add('Any maker', mpn, `${text}, ${body}`, { category: 'Regulator', package: body }),
);

each(
  [
    ['TSW-110-07-T-S', 'Pin header', '10', '1', '2.54 mm', 'tin'],
    ['TSW-110-07-G-S', 'Pin header', '10', '1', '2.54 mm', 'gold'],
    ['61301011121', 'Pin header', '10', '1', '2.54 mm', 'gold'],
    ['TSW-112-07-T-S', 'Pin header', '12', '1', '2.54 mm', 'tin'],
    ['TSW-105-07-T-D', 'Pin header', '10', '2', '2.54 mm', 'tin'],
    ['TMM-110-01-T-S', 'Pin header', '10', '1', '2 mm', 'tin'],
    ['SSW-110-01-T-S', 'Socket', '10', '1', '2.54 mm', 'tin'],
  ],
  (mpn, [sort = '', contacts = '', rows = '', pitch = '', plating = '']) =>
    add('Any maker', mpn, `${sort} ${contacts} contacts, ${pitch}`, { category: sort, contacts, rows, pitch, plating }),
);

/** The part of a number; throws for an unknown one. */
export const realPart = (mpn: string): RealPart => {
  const part = parts.get(mpn);
  if (part === undefined) throw new Error(`no part ${mpn}`);
  return part;
};
