import { type ChainFault, type ChainHead, type ChainVerdict, walkChain } from '../../domain/audit/chain.ts';
import type { AuditTrail } from '../../domain/audit/ports.ts';
import { createAuditTrail } from '../../storage/audit/audit-store.ts';
import type { Config } from '../config/config.ts';
import { withTool } from './with-tool.ts';

const pageSize = 1_000;

const withTrail = async <Result>(config: Config, use: (trail: AuditTrail) => Promise<Result>): Promise<Result> => {
  return withTool(config, 'audit', async ({ sql }) => {
    return await use(createAuditTrail(sql));
  });
};

/** The newest record's place; undefined: there is none. */
export const auditHead = (config: Config): Promise<ChainHead | undefined> => withTrail(config, (trail) => trail.head());

/** Reads every record, oldest first, up to the first fault. */
export const verifyAudit = (config: Config, kept: ChainHead | undefined): Promise<ChainVerdict> =>
  withTrail(config, async (trail) => {
    const walk = walkChain(kept);
    let page = await trail.chain(0n, pageSize);
    while (page.length > 0 && walk.take(page) === undefined)
      page = await trail.chain(page.at(-1)?.position ?? 0n, pageSize);
    return walk.end();
  });

const faults: Readonly<Record<ChainFault['kind'], (position: bigint) => string>> = {
  altered: (position) => `record ${position} was altered`,
  missing: (position) => `record ${position} was removed`,
  unlinked: (position) =>
    `record ${position} does not follow the one before: it was inserted, or that one was replaced`,
  head_differs: (position) => `record ${position} is not the one whose hash was kept`,
  tail_missing: (position) => `record ${position}, and those up to the kept one, were removed`,
  beginning_missing: (position) => `the records before ${position} were removed, and not by the retention`,
};

/** A fault in words. */
export const faultInWords = ({ kind, position }: ChainFault): string => faults[kind](position);
