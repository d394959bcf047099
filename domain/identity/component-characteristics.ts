import type { ProfileCharacteristic } from './profile.ts';

const characteristic = (name: string, unit: string | undefined, synonyms: string): ProfileCharacteristic => ({
  name,
  unit,
  synonyms: synonyms.split('|'),
  isRequired: false,
});

/**
 * The characteristics of electronic components that suppliers name most, as the built-in profile
 * has them. Synonyms are what their catalogues say in English, German and Russian; names that mean
 * different things at different suppliers ("Voltage") are left out. They are parted by `|`.
 */
export const componentCharacteristics: readonly ProfileCharacteristic[] = [
  characteristic('resistance', 'Ω', 'Resistance (Ohms)|Resistance Value|Widerstand|Widerstandswert|Сопротивление'),
  characteristic('capacitance', 'F', 'Capacitance Value|Kapazität|Ёмкость|Емкость'),
  characteristic('inductance', 'H', 'Inductance Value|Induktivität|Индуктивность'),
  characteristic('tolerance', '1', 'Resistance Tolerance|Capacitance Tolerance|Inductance Tolerance|Toleranz|Допуск'),
  characteristic(
    'voltage_rating',
    'V',
    'Voltage - Rated|Voltage Rated|Rated Voltage|Voltage Rating (DC)|Voltage Rating DC|Operating voltage|Nennspannung|Номинальное напряжение',
  ),
  characteristic(
    'zener_voltage',
    'V',
    'Voltage - Zener (Nom) (Vz)|Zener Voltage|Zenerspannung|Напряжение стабилизации',
  ),
  characteristic(
    'output_voltage',
    'V',
    'Voltage - Output (Min/Fixed)|Voltage - Output|Ausgangsspannung|Выходное напряжение',
  ),
  characteristic(
    'current_rating',
    'A',
    'Current - Rated|Rated Current|Current Rating (Amps)|Nennstrom|Номинальный ток',
  ),
  characteristic('power_rating', 'W', 'Power (Watts)|Power|Rated Power|Power - Max|Leistung|Nennleistung|Мощность'),
  characteristic('dc_resistance', 'Ω', 'DC Resistance (DCR)|DCR|Gleichstromwiderstand'),
  characteristic('impedance', 'Ω', 'Impedance @ Frequency|Impedanz|Импеданс'),
  characteristic('load_capacitance', 'F', 'Lastkapazität|Ёмкость нагрузки'),
  characteristic('frequency', 'Hz', 'Frequenz|Частота'),
  characteristic('operating_temperature', '°C', 'Operating temperature range|Betriebstemperatur|Рабочая температура'),
  characteristic('operating_temperature_max', '°C', 'Max Operating Temperature|Maximum Operating Temperature'),
  characteristic('operating_temperature_min', '°C', 'Min Operating Temperature|Minimum Operating Temperature'),
  characteristic('temperature_coefficient', 'ppm/K', 'Temperature Coefficient (TCR)|Temperaturkoeffizient'),
  characteristic('pin_count', '1', 'Number of Pins|No. of Pins|Pins|Anzahl Pins|Количество выводов'),
  characteristic('height', 'mm', 'Height - Seated (Max)|Höhe|Высота'),
  characteristic('package', undefined, 'Package / Case|Case/Package|Case|Bauform|Gehäuse|Корпус'),
  characteristic('dielectric', undefined, 'Dielectric Characteristic|Dielektrikum|Тип диэлектрика'),
  characteristic('mounting', undefined, 'Mounting Type|Mount|Montage|Montageart|Тип монтажа'),
];
