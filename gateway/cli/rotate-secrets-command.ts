import { createSealer } from '../../storage/secrets/sealing.ts';
import { createSecretRotation, type SealCount, type SecretRotation } from '../../storage/secrets/secret-rotation.ts';
import { createSigningSecretRotation } from '../../storage/webhooks/signing-secret-rotation.ts';
import type { Config } from '../config/config.ts';
import { loadOrCreateSealingKey } from '../wire/data-folder.ts';
import { loadKnowledge } from '../wire/suppliers.ts';
import { recordToolWork, toolAct } from './tool-act.ts';
import { withTool } from './with-tool.ts';

/** How a rotation came out. */
export interface RotationReport {
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
export const rotateSecrets = async (config: Config, asked: AbortSignal): Promise<RotationReport> => {
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
