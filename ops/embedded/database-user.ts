import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A user of the operating system, by number. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

const name = 'postgres';

const findUser = (): SystemUser | undefined => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
};

const createUser = (): void => {
  execFileSync('groupadd', ['--system', '--force', name], { stdio: 'ignore' });
  const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  execFileSync('useradd', ['--system', '--gid', name, ...home, name], { stdio: 'ignore' });
};

/**
 * The user to run PostgreSQL as, which refuses to run as root: undefined means this process's own
 * user; as root it is the system user `postgres`, made when missing.
 */
export const databaseUser = (): SystemUser | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const existing = findUser();
  if (existing !== undefined) return existing;
  try {
    createUser();
  } catch (error) {
    throw new Error(`PostgreSQL cannot run as root, and no user ${name} could be made; set DATABASE_URL`, {
      cause: error,
    });
  }
  return findUser();
};

/** Whether the user can enter the folder, for which every folder above must let it through. */
export const canEnter = (user: SystemUser, folder: string): boolean => {
  try {
    execFileSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
