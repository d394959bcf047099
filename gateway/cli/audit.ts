import { parseArgs } from 'node:util';
import { type ChainFault, type ChainHead, type ChainVerdict, walkChain } from '../../domain/audit/chain.ts';
import type { AuditTrail } from '../../domain/audit/ports.ts';
import { createAuditTrail } from '../../storage/audit/audit-store.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { runCommand } from './run-command.ts';
import { withTool } from './with-tool.ts';

/**
 * `npm run audit`: verifies the chain of audit records, or prints its newest place to be kept
 * elsewhere. It works on the database of DATABASE_URL, else on that of the service that runs on
 * DATA_DIR, else on the embedded one there. Exit status: 0 when the chain is intact; 1 otherwise.
 */

const pageSize = 1_000;

const withTrail = async <Result>(config: Config, use: (trail: AuditTrail) => Promise<Result>): Promise<Result> => {
  return withTool(config, 'audit', async ({ sql }) => {
    return await use(createAuditTrail(sql));
  });
};

/** The newest record's place; undefined: there is none. */
const auditHead = (config: Config): Promise<ChainHead | undefined> => withTrail(config, (trail) => trail.head());

/** Reads every record, oldest first, up to the first fault. */
const verifyAudit = (config: Config, kept: ChainHead | undefined): Promise<ChainVerdict> =>
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
const faultInWords = ({ kind, position }: ChainFault): string => faults[kind](position);

const usage = `usage: npx offerstream audit verify [--head POSITION:HASH]
       npx offerstream audit head

  verify  reads every record, and names the first that was altered, removed or inserted
  --head  what head printed before, kept outside of the database: finds a removed end and a chain that was written anew
  head    prints the newest record as POSITION:HASH
`;

type Command = { readonly kind: 'head' } | { readonly kind: 'verify'; readonly kept: ChainHead | undefined };

const headOf = (text: string): ChainHead | undefined => {
  const [, position, hash] = /^(\d{1,18}):([\da-f]{64})$/.exec(text) ?? [];
  return position === undefined || hash === undefined ? undefined : { position: BigInt(position), hash };
};

const parse = (args: readonly string[]): Command | undefined => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { head: { type: 'string' } },
  });
  const [kind, ...rest] = positionals;
  const kept = values.head === undefined ? undefined : headOf(values.head);
  if (rest.length > 0 || (values.head !== undefined && kept === undefined)) return undefined;
  if (kind === 'verify') return { kind, kept };
  return kind === 'head' && kept === undefined ? { kind } : undefined;
};

const inWords = ({ position, hash }: ChainHead): string => `${position}:${hash}`;

const run = async (command: Command): Promise<number> => {
  if (command.kind === 'head') {
    const head = await auditHead(loadConfig());
    process.stdout.write(head === undefined ? '' : `${inWords(head)}\n`);
    return 0;
  }
  const verdict = await verifyAudit(loadConfig(), command.kept);
  if (verdict.kind === 'broken') {
    process.stderr.write(`audit: ${faultInWords(verdict.fault)}\n`);
    return 1;
  }
  process.stdout.write(
    verdict.kind === 'empty'
      ? 'no records\n'
      : `intact: ${verdict.records} records from ${verdict.first} on, head ${inWords(verdict.head)}\n`,
  );
  return 0;
};

await runCommand({ name: 'audit', usage, parse, run });
