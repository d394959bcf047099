import type { Behaviour, Handle } from '../runtime/handle.ts';
import type { CredentialState } from './credential.ts';
import type { ConnectorStatus, CredentialMessage, SupplierMessage } from './messages.ts';

/** The actor of one supplier: parent of its credentials' connectors, and the one to ask about all of them. */
export interface SupplierDependencies {
  /** The connector of each credential, by credential id. */
  readonly connectors: ReadonlyMap<string, Behaviour<CredentialMessage, CredentialState>>;
}

/** How long a connector may take to say how it is; its turns are short, so this is generous. */
const statusTimeoutMs = 1_000;

type SupplierState = readonly Handle<CredentialMessage>[];

/** Makes the actor of a supplier; it starts its connectors when it starts. */
export const supplierActor = ({ connectors }: SupplierDependencies): Behaviour<SupplierMessage, SupplierState> => ({
  family: 'supplier',
  mailboxCapacity: 64,
  start: (context) => [...connectors].map(([credentialId, behaviour]) => context.child(credentialId, behaviour)),
  receive: (credentials, message) => {
    switch (message.kind) {
      case 'statuses': {
        const asked = credentials.map((each) =>
          each.ask<ConnectorStatus>((replyTo) => ({ kind: 'status', replyTo }), { timeoutMs: statusTimeoutMs }),
        );
        Promise.all(asked).then(message.replyTo.resolve, message.replyTo.reject);
        return credentials;
      }
    }
  },
});
