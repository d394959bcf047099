import { readFileSync } from 'node:fs';
import {
  createFileRegistry,
  type DescEnum,
  type DescEnumValue,
  type DescField,
  type DescMessage,
  fromBinary,
} from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';

/** The descriptors of the contract, and what its comments say of what is in it. */

/** What an OpenAPI schema says of a value besides its type. */
export type Notes = Readonly<Record<string, unknown>>;

const file = new URL('../../../proto/gen/described.binpb', import.meta.url);
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(file)));
const contract = 'svc.public.v1';

/** A comment as it is read in the document: what is empty on the wire is absent in JSON. */
const descriptionOf = (comment: string): string =>
  comment
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/^Extension\.$/, '')
    .replace(/^Extension[:,] ([a-z]+[ ,])?/, (_, word: string = '') => word.charAt(0).toUpperCase() + word.slice(1))
    .replaceAll('absent or empty', 'absent')
    .replaceAll(/\bempty\b/g, 'absent')
    .replaceAll(/\bEmpty\b/g, 'Absent');

/** The comments by the name of their file and their place in it. */
const comments = new Map(
  [...registry.files].flatMap(({ proto }) =>
    (proto.sourceCodeInfo?.location ?? []).map(({ path, leadingComments }) => [
      [proto.name, ...path].join(),
      descriptionOf(leadingComments),
    ]),
  ),
);

/** Where a message or an enum stands, by the numbers of the fields of descriptor.proto. */
const placeOf = (desc: DescMessage | DescEnum): readonly (number | string)[] => {
  if (desc.parent !== undefined) return [...placeOf(desc.parent), 4, desc.parent.nestedEnums.indexOf(desc as DescEnum)];
  return [desc.file.proto.name, 4, desc.file.messages.indexOf(desc as DescMessage)];
};

/** What the comment at a place says, if there is one. */
const described = (...place: readonly (number | string)[]): Notes => {
  const description = comments.get(place.join());
  return description ? { description } : {};
};

/** What the contract says of a message. */
export const describedMessage = (message: DescMessage): Notes => described(...placeOf(message));

/** What the contract says of a field. */
export const describedField = (field: DescField): Notes =>
  described(...placeOf(field.parent), 2, field.parent.fields.indexOf(field));

/** What the contract says of a value of an enum. */
export const describedEnumValue = (desc: DescEnum, value: DescEnumValue): Notes =>
  described(...placeOf(desc), 2, desc.values.indexOf(value));

/** A message of the contract, by its name within the package. */
export const messageOf = (name: string): DescMessage => {
  const message = registry.getMessage(`${contract}.${name}`);
  if (message === undefined) throw new Error(`the contract has no message ${name}`);
  return message;
};

/** An enum of the contract, by its full name within the package. */
export const enumOf = (name: string): DescEnum => {
  const desc = registry.getEnum(`${contract}.${name}`);
  if (desc === undefined) throw new Error(`the contract has no enum ${name}`);
  return desc;
};
