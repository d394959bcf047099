import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../ops/embedded/free-port.ts';
import { startTethered } from '../../ops/embedded/tethered-process.ts';
import { eventually } from './eventually.ts';

/** A Prometheus server that scrapes one process. */
export interface TestPrometheus {
  /** The samples that an expression gives now; throws what Prometheus has against it. */
  query(expression: string): Promise<readonly unknown[]>;
  /** What the evaluation of rules came to: those that failed, with the error. */
  failedRules(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** What to scrape and by which rules. */
export interface PrometheusOptions {
  /** `127.0.0.1:8080`. */
  readonly target: string;
  /** Absolute paths. */
  readonly ruleFiles: readonly string[];
}

interface Answer<Data> {
  readonly status: string;
  readonly error?: string;
  readonly data: Data;
}

interface RuleGroups {
  readonly groups: readonly { readonly rules: readonly { readonly name: string; readonly lastError?: string }[] }[];
}

/** Starts the real server, scraping once a second. Needs `prometheus` on PATH. */
export const testPrometheus = async ({ target, ruleFiles }: PrometheusOptions): Promise<TestPrometheus> => {
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  const port = await freePort();
  const config = join(folder, 'prometheus.json');
  // JSON is YAML, and needs no care with quotes.
  await writeFile(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: ruleFiles,
      scrape_configs: [{ job_name: 'offerstream', static_configs: [{ targets: [target] }] }],
    }),
  );
  const server = startTethered({
    command: 'prometheus',
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    stopSignal: 'SIGTERM',
    onOutput: () => undefined,
  });
  const url = `http://127.0.0.1:${port}`;
  const ask = async <Data>(path: string): Promise<Data> => {
    const answer = (await (await fetch(`${url}${path}`)).json()) as Answer<Data>;
    if (answer.status !== 'success') throw new Error(answer.error);
    return answer.data;
  };
  await eventually(async () => (await fetch(`${url}/-/ready`)).ok, 30_000);
  return {
    query: async (expression) => {
      const path = `/api/v1/query?query=${encodeURIComponent(expression)}`;
      return (await ask<{ readonly result: readonly unknown[] }>(path)).result;
    },
    failedRules: async () => {
      const { groups } = await ask<RuleGroups>('/api/v1/rules');
      return groups.flatMap(({ rules }) =>
        rules.filter(({ lastError }) => lastError).map(({ name, lastError }) => `${name}: ${lastError}`),
      );
    },
    close: async () => {
      await server.stop(5_000);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
