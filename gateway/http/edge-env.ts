import type { HttpBindings } from '@hono/node-server';

/** What Hono hands to a handler: Node's own request and response. */
export interface EdgeEnv {
  readonly Bindings: HttpBindings;
}
