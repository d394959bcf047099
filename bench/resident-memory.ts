import { readFile } from 'node:fs/promises';

/** Memory that a process holds, in MiB; 0 of one that has ended. Linux only. */
export const residentMebibytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
};
