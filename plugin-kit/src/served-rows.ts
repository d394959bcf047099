import type { DemoSupplier } from '../../ops/demo/server/demo-server.ts';

/** The rows and pages that a demo supplier has served, by phase. */
export const servedRows =
  (server: DemoSupplier) =>
  (phase: string): { readonly rows: number; readonly pages: number } => {
    const pages = server.served().filter((page) => page.phase === phase);
    return { rows: pages.reduce((sum, { rows }) => sum + rows, 0), pages: pages.length };
  };
