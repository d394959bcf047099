import { readFileSync } from 'node:fs';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import type { Server } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';

/** What `buf build` wrote of our `.proto` files: a `google.protobuf.FileDescriptorSet`. */
const descriptorSet = new URL('../../proto/gen/descriptors.binpb', import.meta.url);

/**
 * Lets any client list and describe the services, as `grpcurl` and `buf curl` do, without having the `.proto` files. The health
 * service is left out: its library's descriptors name a map's type in a way that strict clients refuse.
 */
export const addReflection = (server: Server): void => {
  // The library wants a proto-loader package and reads nothing of it but the descriptors that hang on its entries.
  const contract = {
    format: 'Protocol Buffer 3 EnumDescriptorProto' as const,
    type: {},
    fileDescriptorProtos: filesOf(readFileSync(descriptorSet)),
  };
  new ReflectionService({ contract }, { services: [...contractServices] }).addToServer(server);
};

/** The services of the contract; the descriptor set also holds messages that travel elsewhere. */
export const contractServices = [
  'svc.public.v1.Catalog',
  'svc.public.v1.Offers',
  'svc.public.v1.Pricing',
  'svc.public.v1.Estimate',
  'svc.public.v1.Enrichment',
] as const;

/** The file descriptors of a set, still encoded: its field 1. */
const filesOf = (set: Uint8Array): Buffer[] => {
  const reader = new BinaryReader(set);
  const files: Buffer[] = [];
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === 1 && wireType === WireType.LengthDelimited) files.push(Buffer.from(reader.bytes()));
    else reader.skip(wireType, field);
  }
  return files;
};
