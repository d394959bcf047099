import { experimental, ServerCredentials } from '@grpc/grpc-js';
import type { Certificates, TlsMaterial } from './certificates.ts';

type Provider = experimental.CertificateProvider;

/** Tells a listener what is in use now, and after each change, until it is removed. */
const listeners = <Update>(certificates: Certificates, updateOf: (material: TlsMaterial) => Update) => {
  const stops = new Map<(update: Update) => void, () => void>();
  return {
    add: (listener: (update: Update) => void) => {
      // The library begins to listen to itself only after it has asked.
      queueMicrotask(() => listener(updateOf(certificates.current())));
      stops.set(
        listener,
        certificates.onChange((material) => listener(updateOf(material))),
      );
    },
    remove: (listener: (update: Update) => void) => {
      stops.get(listener)?.();
      stops.delete(listener);
    },
  };
};

/** Certificates in the form that grpc-js expects. */
const providerOf = (certificates: Certificates): Provider => {
  const identity = listeners(certificates, ({ cert, key }) => ({ certificate: cert, privateKey: key }));
  const authorities = listeners(certificates, ({ ca }) => (ca === undefined ? null : { caCertificate: ca }));
  return {
    addIdentityCertificateListener: identity.add,
    removeIdentityCertificateListener: identity.remove,
    addCaCertificateListener: authorities.add,
    removeCaCertificateListener: authorities.remove,
  };
};

/**
 * What a gRPC server listens with: plain text without certificates, mutual TLS where clients'
 * authorities are known.
 */
export const grpcCredentials = (certificates: Certificates | undefined): ServerCredentials => {
  if (certificates === undefined) return ServerCredentials.createInsecure();
  const provider = providerOf(certificates);
  const isMutual = certificates.current().ca !== undefined;
  // The library has the first two arguments the other way round from what it calls them: the
  // identity comes first.
  const make = experimental.createCertificateProviderServerCredentials as (
    identity: Provider,
    authorities: Provider | null,
    isClientCertificateNeeded: boolean,
  ) => ServerCredentials;
  return make(provider, isMutual ? provider : null, isMutual);
};
