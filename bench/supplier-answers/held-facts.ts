import type { PluginName } from '../../actors/connector/suppliers/registry.ts';
import type { FactName } from '../../domain/catalog/part-facts.ts';
import { isObject, type Json, type JsonObject } from './json.ts';

/**
 * Which facts an answer holds, found without its plug-in: by the names that the supplier's
 * documentation gives them, wherever they stand in the answer.
 */

/** Names of a fact: of a key, and behind `=` of a labelled value as in a list of attributes. */
type Names = Readonly<Partial<Record<FactName, readonly string[]>>>;

const digikey: Names = {
  last_time_buy: ['DateLastBuyChance'],
  datasheet_url: ['DatasheetUrl', 'PrimaryDatasheet'],
  image_url: ['PhotoUrl', 'PrimaryPhoto'],
  rohs: ['RohsStatus', 'RoHSStatus', 'RohsInfo'],
  reach: ['ReachStatus'],
  eccn: ['ExportControlClassNumber'],
  hts_code: ['HtsusCode', 'HTSUSCode'],
  package: ['=Supplier Device Package'],
  product_url: ['ProductUrl'],
  standard_package: ['StandardPackage'],
  maximum_order_quantity: ['MaxQuantityForDistribution'],
};

const element14: Names = {
  range_status: ['productStatus'],
  datasheet_url: ['datasheets'],
  rohs: ['rohsStatusCode'],
  reach: ['=SVHC'],
  eccn: ['=usEccn', '=euEccn'],
  hts_code: ['=tariffCode'],
  country_of_origin: ['countryOfOrigin'],
  product_url: ['productURL'],
  unit_of_sale: ['unitOfMeasure'],
};

const mouser: Names = {
  lifecycle_detail: ['LifecycleStatus'],
  category: ['Category'],
  datasheet_url: ['DataSheetUrl'],
  image_url: ['ImagePath'],
  rohs: ['ROHSStatus'],
  eccn: ['=ECCN'],
  hts_code: ['=USHTS'],
  package: ['=Package / Case'],
  product_url: ['ProductDetailUrl'],
  standard_package: ['=Standard Pack Qty'],
  maximum_order_quantity: ['SalesMaximumOrderQty'],
  on_order_quantity: ['AvailabilityOnOrder'],
};

const nexar: Names = {
  lifecycle_detail: ['=lifecyclestatus'],
  datasheet_url: ['bestDatasheet'],
  rohs: ['=rohs'],
  reach: ['=reachsvhc'],
  package: ['=case_package'],
  product_url: ['clickUrl'],
  seller: ['company'],
  is_authorized: ['isAuthorized'],
  is_broker: ['isBroker'],
  on_order_quantity: ['onOrderQuantity'],
};

const tme: Names = {
  category: ['Category'],
  image_url: ['Photo'],
  product_url: ['ProductInformationPage'],
  range_status: ['ProductStatusList', 'product_status'],
  unit_of_sale: ['Unit', 'unit'],
};

const names: Readonly<Partial<Record<PluginName, Names>>> = { digikey, element14, mouser, nexar, tme };

/** What says that there is nothing to say. */
const nothing: ReadonlySet<string> = new Set(['', '-', '0', '999999999', 'null']);

const saysSomething = (value: Json | undefined): boolean => {
  if (value === undefined || value === null) return false;
  if (Array.isArray(value)) return value.some(saysSomething);
  if (isObject(value)) return Object.values(value).some(saysSomething);
  return !nothing.has(String(value).trim());
};

const objectsIn = (value: Json): readonly JsonObject[] => {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
};

const textsOf = (value: Json): readonly string[] =>
  isObject(value) ? Object.values(value).flatMap(textsOf) : [String(value)];

/** A label and, beside it in the same object, a value. */
const isLabelled = (holder: JsonObject, label: string): boolean => {
  const [labels, others] = [true, false].map((isLabel) =>
    Object.values(holder).filter((value) => !Array.isArray(value) && textsOf(value).includes(label) === isLabel),
  );
  return (labels?.length ?? 0) > 0 && others?.some(saysSomething) === true;
};

const holds = (objects: readonly JsonObject[], name: string): boolean =>
  name.startsWith('=')
    ? objects.some((holder) => isLabelled(holder, name.slice(1)))
    : objects.some((holder) => saysSomething(holder[name]));

/** Of a search of Digi-Key that has exact matches, these: the others are other parts. */
const askedPart = (answer: Json): Json => {
  const exact = isObject(answer) ? answer.ExactMatches : undefined;
  return exact !== undefined && saysSomething(exact) ? exact : answer;
};

/** The facts that an answer of a supplier holds of the part that it was asked for. */
export const heldFacts = (supplier: PluginName, answer: Json): ReadonlySet<FactName> => {
  const objects = objectsIn(askedPart(answer));
  const known = Object.entries(names[supplier] ?? {}) as readonly (readonly [FactName, readonly string[]])[];
  return new Set(known.flatMap(([fact, own]) => (own.some((name) => holds(objects, name)) ? [fact] : [])));
};
