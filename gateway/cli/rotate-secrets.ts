import { createSealer } from '../../storage/secrets/sealing.ts';
import { createSecretRotation, type SealCount, type SecretRotation } from '../../storage/secrets/secret-rotation.ts';
import { createSigningSecretRotation } from '../../storage/webhooks/signing-secret-rotation.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { listenForStop } from '../stop-signals.ts';
import { loadOrCreateSealingKey } from '../wire/data-folder.ts';
import { loadKnowledge } from '../wire/suppliers.ts';
import { runCommand } from './run-command.ts';
import { recordToolWork, toolAct, withTool } from './with-tool.ts';

/**
 * `npm run rotate:secrets`: seals the secrets and sessions of all credentials under the newest key
 * of SECRETS_KEY, while the service runs or without it. It works on the database of DATABASE_URL,
 * else on that of the service that runs on DATA_DIR, else on the embedded one there. It may be
 * ended at any time and run again. Exit status: 0 when at the end nothing was sealed under an older
 * key; 1 when something was, or it could not be done.
 */

/** How a rotation came out. */
interface RotationReport {
  /** The key that everything is to be sealed under. */
  readonly newestKeyId: string;
  /** How often the secrets of a credential or of an endpoint of webhooks were sealed anew. */
  readonly resealed: number;
  /** What there is at the end, by one look at all of it. */
  readonly counts: readonly SealCount[];
  /** Secrets and sessions that are not sealed under the newest key with their binding. */
  readonly left: number;
  /** Credentials and endpoints of which something does not open: `credential crd_1`. */
  readonly unopenable: readonly string[];
}

/**
 * Processes that still seal under an older key may undo the work of a pass; so many passes are made
 * against that.
 */
const maxPasses = 10;

/**
 * Seals all secrets under the newest key of SECRETS_KEY, beside a running service or without it.
 */
const rotateSecrets = async (config: Config, asked: AbortSignal): Promise<RotationReport> => {
  const keys = config.sealingKeys ?? [{ id: '1', key: await loadOrCreateSealingKey(config.dataDir) }];
  const newestKeyId = keys[0]?.id ?? '';
  const { bindingOf } = await loadKnowledge(config);
  const sealer = createSealer({ activeKeyId: newestKeyId, keys: new Map(keys.map(({ id, key }) => [id, key])) });
  return withTool(config, 'rotate secrets', async (tool) => {
    const rotation = together({
      credential: createSecretRotation(tool.sql, { sealer, bindingOf }),
      endpoint: createSigningSecretRotation(tool.sql, sealer),
    });
    const recorded = {
      act: toolAct('rotate-secrets', 'secrets.rotate'),
      target: { kind: 'secrets', id: 'all' },
      tell: ({ resealed, left }: RotationReport) => ({ key: newestKeyId, resealed, left }),
    };
    return await recordToolWork(tool, recorded, () => rotate(rotation, newestKeyId, asked));
  });
};

const addedTo = (counts: readonly SealCount[], more: SealCount): readonly SealCount[] => {
  const isSame = ({ keyId, isBound }: SealCount) => keyId === more.keyId && isBound === more.isBound;
  const { secrets = 0, sessions = 0 } = counts.find(isSame) ?? {};
  return [
    ...counts.filter((each) => !isSame(each)),
    { ...more, secrets: secrets + more.secrets, sessions: sessions + more.sessions },
  ];
};

/** The rotations of all that is sealed, one after the other, by what it belongs to. */
const together = (rotations: Readonly<Record<string, SecretRotation>>): SecretRotation => ({
  pass: async (signal) => {
    let resealed = 0;
    const unopenable: string[] = [];
    for (const [owner, rotation] of Object.entries(rotations)) {
      const pass = await rotation.pass(signal);
      resealed += pass.resealed;
      unopenable.push(...pass.unopenable.map((id) => `${owner} ${id}`));
    }
    return { resealed, unopenable };
  },
  counts: async () => {
    let counts: readonly SealCount[] = [];
    for (const rotation of Object.values(rotations))
      for (const more of await rotation.counts()) counts = addedTo(counts, more);
    return counts.toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1));
  },
});

const rotate = async (rotation: SecretRotation, newestKeyId: string, asked: AbortSignal): Promise<RotationReport> => {
  let resealed = 0;
  for (let passes = 1; ; passes += 1) {
    const pass = await rotation.pass(asked);
    resealed += pass.resealed;
    const counts = await rotation.counts();
    const left = counts
      .filter(({ keyId, isBound }) => keyId !== newestKeyId || !isBound)
      .reduce((sum, { secrets, sessions }) => sum + secrets + sessions, 0);
    const isStuck = pass.unopenable.length > 0 && pass.resealed === 0;
    if (left === 0 || isStuck || passes === maxPasses)
      return { newestKeyId, resealed, counts, left, unopenable: pass.unopenable };
  }
};

const usage = 'usage: npx offerstream rotate-secrets\n';

const say = ({ newestKeyId, resealed, counts, left, unopenable }: RotationReport): void => {
  process.stdout.write(`${resealed} credentials and endpoints sealed anew\n`);
  for (const { keyId, isBound, secrets, sessions } of counts)
    process.stdout.write(
      `key ${keyId}${isBound ? '' : ', without their binding'}: ${secrets} secrets, ${sessions} sessions\n`,
    );
  if (left === 0) process.stdout.write(`nothing is left under another key than ${newestKeyId}\n`);
  else process.stderr.write(`rotate:secrets: ${left} are not sealed under key ${newestKeyId}\n`);
  for (const id of unopenable)
    process.stderr.write(`rotate:secrets: ${id} does not open: its key is missing, or its row was changed\n`);
};

const run = async (): Promise<number> => {
  const report = await rotateSecrets(loadConfig(), listenForStop().asked);
  say(report);
  return report.left === 0 ? 0 : 1;
};

await runCommand({
  name: 'rotate:secrets',
  usage,
  parse: (args) => (args.length === 0 ? args : undefined),
  run,
});
