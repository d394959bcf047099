import { readFileSync } from 'node:fs';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import type { Server, ServerDuplexStream, UntypedHandleCall } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import type { GuardedMethod } from './door/guarded-method.ts';
import { createOpenCallLimiter } from './door/open-call-limiter.ts';
import { answerEach } from './reflection-stream.ts';

/** What `buf build` wrote of our `.proto` files: a `google.protobuf.FileDescriptorSet`. */
const descriptorSet = new URL('../../proto/gen/descriptors.binpb', import.meta.url);

/** A symbol or the name of a file. */
const maxRequestBytes = 1_024;

/** A client asks some dozens of questions over one stream, and leaves. */
const maxCallBytes = 65_536;
const streams = { ofConnection: 4, ofAddress: 8, inAll: 32 };

const versions = ['v1', 'v1alpha'] as const;

/** What the door asks of those who look the contract up. */
export const reflectionMethods = (): readonly (readonly [string, GuardedMethod])[] => {
  const method = {
    kind: 'open',
    places: createOpenCallLimiter(streams),
    isRequestStream: true,
    maxMessageBytes: maxRequestBytes,
    maxCallBytes,
    isProbe: false,
  } as const;
  return versions.map((version) => [`/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`, method]);
};

/**
 * Lets any client list and describe the services, as `grpcurl` and `buf curl` do, without having
 * the `.proto` files. The health service is left out: its library's descriptors name a map's type
 * in a way that strict clients refuse.
 */
export const addReflection = (server: Server): void => {
  // The library wants a proto-loader package and reads nothing of it but the descriptors that hang
  // on its entries.
  const contract = {
    format: 'Protocol Buffer 3 EnumDescriptorProto' as const,
    type: {},
    fileDescriptorProtos: filesOf(readFileSync(descriptorSet)),
  };
  const paced: Pick<Server, 'addService'> = {
    addService: (definition, handlers) => {
      const { ServerReflectionInfo: library } = handlers;
      server.addService(definition, {
        ServerReflectionInfo: answerEach(library as LibraryHandler) as UntypedHandleCall,
      });
    },
  };
  new ReflectionService({ contract }, { services: [...contractServices] }).addToServer(paced as Server);
};

type LibraryHandler = (stream: ServerDuplexStream<unknown, unknown>) => void;

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
