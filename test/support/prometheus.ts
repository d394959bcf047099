import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../ops/embedded/free-port.ts';
import { startTethered } from '../../ops/embedded/tethered-process.ts';
import { eventually } from './eventually.ts';

/** A Prometheus server that scrapes processes of the service. */
export interface TestPrometheus {
  /** The samples that an expression gives now; throws what Prometheus has against it. */
  query(expression: string): Promise<readonly unknown[]>;
  /** What the evaluation of rules came to: those that failed, with the error. */
  failedRules(): Promise<readonly string[]>;
  /** The names of the alerts that fire now. */
  firing(): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}

/** What to scrape and by which rules. */
export interface PrometheusOptions {
  /** Such as `127.0.0.1:8080`. */
  readonly targets: readonly string[];
  /** Absolute paths. */
  readonly ruleFiles: readonly string[];
  /** How often it scrapes and evaluates; a second when left out. */
  readonly everyMs?: number;
}

interface Answer<Data> {
  readonly status: string;
  readonly error?: string;
  readonly data: Data;
}

interface RuleGroups {
  readonly groups: readonly { readonly rules: readonly { readonly name: string; readonly lastError?: string }[] }[];
}

interface Alerts {
  readonly alerts: readonly { readonly state: string; readonly labels: { readonly alertname: string } }[];
}

/** Starts the real server. Needs `prometheus` on PATH. */
export const testPrometheus = async (options: PrometheusOptions): Promise<TestPrometheus> => {
  const { targets, ruleFiles, everyMs = 1_000 } = options;
  const interval = `${everyMs}ms`;
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  const port = await freePort();
  const config = join(folder, 'prometheus.json');
  // JSON is YAML, and needs no care with quotes.
  await writeFile(
    config,
    JSON.stringify({
      global: { scrape_interval: interval, evaluation_interval: interval },
      rule_files: ruleFiles,
      scrape_configs: [{ job_name: 'offerstream', static_configs: [{ targets }] }],
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
  await eventually(async () => (await fetch(`${url}/-/ready`)).ok);
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
    firing: async () => {
      const { alerts } = await ask<Alerts>('/api/v1/alerts');
      return new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
    },
    close: async () => {
      await server.stop(5_000);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
