import { loadConfig } from '../config/config.ts';
import { listenForStop } from '../stop-signals.ts';
import { type RotationReport, rotateSecrets } from './rotate-secrets-command.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run rotate:secrets`: seals the secrets and sessions of all credentials under the newest key
 * of SECRETS_KEY, while the service runs or without it. It works on the database of DATABASE_URL,
 * else on that of the service that runs on DATA_DIR, else on the embedded one there. It may be
 * ended at any time and run again. Exit status: 0 when at the end nothing was sealed under an older
 * key; 1 when something was, or it could not be done.
 */

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
