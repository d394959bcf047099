import { readdir, readFile } from 'node:fs/promises';
import { processTree } from '../../test/support/processes.ts';
import { residentMebibytes } from '../resident-memory.ts';

/** What a service holds at an instant. */
export interface ProcessSample {
  /** Of the process that answers, in MiB. */
  readonly heap: number;
  readonly resident: number;
  /** Of all Node processes of the service together, in MiB. */
  readonly allResident: number;
  /** Open files, sockets among them, of all Node processes of the service. */
  readonly files: number;
  /** Handles, requests and timers that keep the process that answers alive. */
  readonly resources: number;
}

const mebibyte = 1_024 * 1_024;

/** The value of a metric that there is once; the label names the service. */
const metricOf = (text: string, name: string): number => {
  const value = new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`the service has no metric ${name}`);
  return Number(value);
};

/** The Node processes among a service's own; its database and its broker are others. */
const nodeProcesses = async (pid: number): Promise<readonly number[]> => {
  const tree = await processTree(pid);
  const commands = await Promise.all(tree.map((each) => readFile(`/proc/${each}/cmdline`, 'utf8').catch(() => '')));
  return tree.filter((_, at) => /^[^\0]*\/node\0/.test(commands[at] ?? ''));
};

const filesOf = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Looks at a service: by its own metrics at an URL, and at its processes. Linux only. */
export const sampleProcess = async (pid: number, metricsUrl: string): Promise<ProcessSample> => {
  const text = await (await fetch(metricsUrl)).text();
  const pids = await nodeProcesses(pid);
  return {
    heap: metricOf(text, 'nodejs_heap_size_used_bytes') / mebibyte,
    resident: metricOf(text, 'process_resident_memory_bytes') / mebibyte,
    allResident: sum(await Promise.all(pids.map(residentMebibytes))),
    files: sum(await Promise.all(pids.map(filesOf))),
    resources: metricOf(text, 'nodejs_active_resources_total'),
  };
};
