import { readFileSync } from 'node:fs';
import { createFileRegistry, type DescField, type DescMessage, type DescMethod, fromBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { boundaryTexts } from './boundary-values.ts';
import { goodProductId } from './good-values.ts';

/**
 * Requests of every method of the contract, made from its descriptors: a good one, and one for each
 * odd value of each field.
 */

const descriptors = new URL('../../../proto/gen/descriptors.binpb', import.meta.url);

/** Every method of the services of the contract. */
export const methodsOf = (services: readonly string[]): readonly DescMethod[] => {
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(descriptors)));
  return services.flatMap((name) => registry.getService(name)?.methods ?? []);
};

/** Writes one field, with its tag. */
type Write = (writer: BinaryWriter) => void;

const text =
  (number: number, bytes: Uint8Array): Write =>
  (writer) =>
    void writer.tag(number, WireType.LengthDelimited).bytes(bytes);

const varint =
  (number: number, value: bigint): Write =>
  (writer) =>
    void writer.tag(number, WireType.Varint).int64(value);

const double =
  (number: number, value: number): Write =>
  (writer) =>
    void writer.tag(number, WireType.Bit64).double(value);

const message =
  (number: number, fields: readonly Write[]): Write =>
  (writer) => {
    writer.tag(number, WireType.LengthDelimited).fork();
    for (const write of fields) write(writer);
    writer.join();
  };

/** The bytes of a message of these fields. */
const bytesOf = (fields: readonly Write[]): Buffer => {
  const writer = new BinaryWriter();
  for (const write of fields) write(writer);
  return Buffer.from(writer.finish());
};

const utf8 = new TextEncoder();

const goodTexts: Readonly<Record<string, string>> = {
  canonical_id: goodProductId,
  currency: 'EUR',
  delivery_zone: 'EU',
  identity_profile_id: 'electronic-component',
  lifecycle_status: 'active',
  facets: 'manufacturer',
  optimization_mode: 'min_price',
  substitute_policy: 'when_cheaper',
  alternate_grades: 'upgrade',
  back_order_policy: 'never',
  min_confidence: 'strong',
  sellers: 'any',
  freshness: 'prefer_fresh',
  needed_by: '2099-03-01',
  source_format: 'csv',
  type: 'refresh_observation',
  priority: 'normal',
  format: 'cart',
  cart_form: 'generic',
  live: 'none',
};

const isTimestamp = ({ typeName }: DescMessage): boolean => typeName === 'google.protobuf.Timestamp';

const int64s = [0n, 1n, -1n, 2n ** 31n - 1n, 2n ** 31n, -(2n ** 31n), 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];

const doubles = [0, -0, -1, Number.NaN, Infinity, -Infinity, 5e-324, 1.7e308, 2 ** 53];

/** Bytes that are no UTF-8: half of a surrogate pair, an overlong NUL, and a lone beginning. */
const brokenTexts = [[0xed, 0xa0, 0x80], [0xc0, 0x80], [0xff]].map((bytes) => Uint8Array.from(bytes));

const isText = ({ fieldKind, scalar }: { readonly fieldKind: string; readonly scalar?: number | undefined }): boolean =>
  fieldKind === 'scalar' && scalar === 9;

/**
 * Odd values of one scalar type: 1 is double, 2 float, 9 string, 12 bytes; all others are whole
 * numbers.
 */
const oddScalars = (number: number, scalar: number): readonly Write[] => {
  if (scalar === 1) return doubles.map((value) => double(number, value));
  if (scalar === 9)
    return [...boundaryTexts.map((each) => utf8.encode(each)), ...brokenTexts].map((each) => text(number, each));
  if (scalar === 12) return [new Uint8Array(0), new Uint8Array(100_000)].map((each) => text(number, each));
  return int64s.map((value) => varint(number, value));
};

const oddTimestamps = (number: number): readonly Write[] =>
  [
    [253_402_300_800n, 0n],
    [3_093_527_980_800n, 0n],
    [-62_135_596_801n, 0n],
    [2n ** 63n - 1n, 0n],
    [-(2n ** 63n), 0n],
    [1_700_000_000n, -1n],
    [1_700_000_000n, 2n ** 31n - 1n],
  ].map(([seconds = 0n, nanos = 0n]) => message(number, [varint(1, seconds), varint(2, nanos)]));

const tooMany = 300_000;

/** Every odd form of one field. */
const oddValues = (field: DescField): readonly Write[] => {
  const { number } = field;
  if (field.fieldKind === 'scalar') return oddScalars(number, field.scalar);
  if (field.fieldKind === 'enum') return int64s.map((value) => varint(number, value));
  if (field.fieldKind === 'map') return oddEntries(number);
  if (field.fieldKind === 'message')
    return isTimestamp(field.message)
      ? oddTimestamps(number)
      : oddMessages(field.message).map((fields) => message(number, fields));
  return oddElements(field);
};

const oddEntries = (number: number): readonly Write[] =>
  boundaryTexts.flatMap((each) => [
    message(number, [text(1, utf8.encode(each)), text(2, utf8.encode('x'))]),
    message(number, [text(1, utf8.encode('offer_id')), text(2, utf8.encode(each))]),
  ]);

const oddElements = (field: Extract<DescField, { fieldKind: 'list' }>): readonly Write[] => {
  const { number } = field;
  const many: Write = (writer) => {
    for (let at = 0; at < tooMany; at += 1) writer.tag(number, WireType.LengthDelimited).bytes(new Uint8Array(0));
  };
  if (field.listKind === 'message')
    return [many, ...oddMessages(field.message).map((fields) => message(number, fields))];
  return field.listKind === 'scalar' ? [many, ...oddScalars(number, field.scalar)] : [];
};

const oddMessages = (type: DescMessage): readonly (readonly Write[])[] =>
  type.fields.flatMap((field) => oddValues(field).map((odd) => [...goodFields(type), odd]));

const goodValue = (field: DescField): readonly Write[] => {
  const { number, name } = field;
  if (field.fieldKind === 'message')
    return isTimestamp(field.message) ? [message(number, [varint(1, 1_780_000_000n)])] : [];
  if (field.fieldKind === 'list' && field.listKind === 'message') return [message(number, goodFields(field.message))];
  if (name === 'target') return [message(number, [text(1, utf8.encode('offer_id')), text(2, utf8.encode('x'))])];
  if (isText(field) || (field.fieldKind === 'list' && field.listKind === 'scalar'))
    return [text(number, utf8.encode(goodTexts[name] ?? 'x'))];
  return field.fieldKind === 'scalar' && field.scalar === 5 ? [varint(number, 1n)] : [];
};

/**
 * What is good beside an odd field; documents, cursors and what is read of a document are left out.
 */
const goodFields = (type: DescMessage): readonly Write[] =>
  type.fields.filter(({ name }) => !leftOut.has(name)).flatMap(goodValue);

const leftOut: ReadonlySet<string> = new Set([
  'token',
  'encoding',
  'delimiter',
  'decimal_mark',
  'source_document',
  'date',
]);

/** A request of a method with which nothing is wrong. */
export const goodRequest = ({ input }: DescMethod): Buffer => bytesOf(goodFields(input));

/** A request with one odd field. */
export interface OddRequest {
  /** The field as the contract spells it. */
  readonly field: string;
  readonly at: number;
  readonly bytes: Buffer;
}

/**
 * Every odd request of a method: all its fields are good but one, which comes last and so counts.
 */
export const oddRequests = ({ input }: DescMethod): readonly OddRequest[] =>
  input.fields.flatMap((field) =>
    oddValues(field).map((odd, at) => ({ field: field.name, at, bytes: bytesOf([...goodFields(input), odd]) })),
  );
