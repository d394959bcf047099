import type { handleServerStreamingCall, Server, ServerWritableStream } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { Failure } from '../../domain/errors.ts';
import { toStatus } from './status.ts';

/** The `grpc.health.v1` service of one server: one state for the whole of it, under the empty name and each service's. */
export interface Health {
  /** Tells whoever asks or watches whether calls should be sent here. */
  setServing(isServing: boolean): void;
  /** Ends the watches that are open; they would hold up a shutdown for as long as their clients like. */
  endWatches(reason: Failure): void;
}

/** Adds the health service, serving from the start. */
export const addHealth = (server: Server, services: readonly string[]): Health => {
  const names = ['', ...services];
  const implementation = new HealthImplementation(Object.fromEntries(names.map((name) => [name, 'SERVING'])));
  const watches = new Set<ServerWritableStream<unknown, unknown>>();
  implementation.addToServer({
    addService: (definition, handlers) => {
      const watch = handlers.watch as handleServerStreamingCall<unknown, unknown>;
      server.addService(definition, {
        ...handlers,
        watch: (call: ServerWritableStream<unknown, unknown>) => {
          watches.add(call);
          call.once('cancelled', () => watches.delete(call));
          watch(call);
        },
      });
    },
  });
  return {
    setServing: (isServing) => {
      for (const name of names) implementation.setStatus(name, isServing ? 'SERVING' : 'NOT_SERVING');
    },
    endWatches: (reason) => {
      for (const call of watches) call.emit('error', toStatus(reason, ''));
    },
  };
};
