import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  type Server,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { Failure } from '../../domain/errors.ts';
import type { GuardedMethod } from './door/guarded-method.ts';
import { createOpenCallLimiter } from './door/open-call-limiter.ts';
import { toStatus } from './status.ts';

/**
 * The `grpc.health.v1` service of one server: one state for the whole of it, under the empty name
 * and each service's.
 */
export interface Health {
  /** Reports to health checks and watchers whether calls should be sent here. */
  setServing(isServing: boolean): void;
  /**
   * Ends the watches that are open, those of one peer where it is given; they would hold up a
   * shutdown for as long as their clients like.
   */
  endWatches(reason: Failure, peer?: string): void;
}

/** A name and what stands around it; no service has a name so long. */
const maxRequestBytes = 512;

/**
 * Anybody may ask. A client watches over its one connection, a proxy for as many as there are
 * behind it.
 */
const checks = { ofConnection: 32, ofAddress: 256, inAll: 2_000 };
const watches = { ofConnection: 16, ofAddress: 256, inAll: 2_000 };

/** What the door asks of those who ask or watch. */
export const healthMethods = (): readonly (readonly [string, GuardedMethod])[] => {
  const probe = {
    kind: 'open',
    isRequestStream: false,
    maxMessageBytes: maxRequestBytes,
    maxCallBytes: 2 * maxRequestBytes,
    isProbe: true,
  } as const;
  const asked = { ...probe, places: createOpenCallLimiter(checks) };
  return [
    ['/grpc.health.v1.Health/Check', asked],
    ['/grpc.health.v1.Health/List', asked],
    ['/grpc.health.v1.Health/Watch', { ...probe, places: createOpenCallLimiter(watches) }],
  ];
};

interface Named {
  readonly service: string;
}

type Check = handleUnaryCall<Named, unknown>;
type Watch = handleServerStreamingCall<Named, unknown>;

const unknownService = { code: status.NOT_FOUND, details: 'there is no such service' };

/** Adds the health service, serving from the start. */
export const addHealth = (server: Server, services: readonly string[]): Health => {
  const names = new Set(['', ...services]);
  const implementation = new HealthImplementation(
    Object.fromEntries([...names].map((name) => [name, 'SERVING'] as const)),
  );
  const open = new Set<ServerWritableStream<unknown, unknown>>();
  implementation.addToServer({
    addService: (definition, handlers) => {
      const check = handlers.check as Check;
      const watch = handlers.watch as Watch;
      // The library keeps a list for every name that was ever watched, so it is told of those alone
      // that there are.
      const guarded: { readonly check: Check; readonly watch: Watch } = {
        check: (call, answer) => (names.has(call.request.service) ? check(call, answer) : answer(unknownService)),
        watch: (call) => {
          open.add(call);
          call.once('cancelled', () => open.delete(call));
          if (names.has(call.request.service)) watch(call);
          else call.write({ status: 'SERVICE_UNKNOWN' });
        },
      };
      server.addService(definition, { ...handlers, ...guarded });
    },
  });
  return {
    setServing: (isServing) => {
      for (const name of names) implementation.setStatus(name, isServing ? 'SERVING' : 'NOT_SERVING');
    },
    endWatches: (reason, peer) => {
      for (const call of open)
        if (peer === undefined || call.getPeer() === peer) call.emit('error', toStatus(reason, ''));
    },
  };
};
