/** Commands of the pages that no test runs as they stand, each with the reason. */
export interface NotRun {
  readonly page: string;
  /**
   * The command or its first words, of curl the address; of a whole block, the first words of its
   * first line.
   */
  readonly command: string;
  readonly reason: string;
  /** The test that runs the same in another way, from the root of the checkout. */
  readonly runBy?: string;
}

const network = 'fetches packages over the network; what it installs is what these tests run on';
const thisRun = 'is this very run of the tests, or would start another one';
const docker = 'needs Docker and its images';
const cluster = 'needs a cluster of Kubernetes';
const natsCommand = 'needs the nats command, which neither Debian nor npm has';
const replication = 'works on the folder of a PostgreSQL server of its own';
const old = 'needs a month that is old enough to be archived';
const pairs = 'needs sets of labelled pairs, which the checkout does not have';
const parked = 'names an event that is parked, and none is';

const entries = (page: string, commands: readonly string[], reason: string, runBy?: string): readonly NotRun[] =>
  commands.map((command) => ({ page, command, reason, ...(runBy !== undefined && { runBy }) }));

/** Single commands. One that is listed and not met is an error too. */
export const commandsNotRun: readonly NotRun[] = [
  ...entries('README.md', ['npm ci'], network),
  ...entries('README.md', ['npm test'], thisRun),
  ...entries('CONTRIBUTING.md', ['npm ci'], network),
  ...entries('CONTRIBUTING.md', ['npm run dev', 'npm run check', 'npm test'], thisRun),
  ...entries('clients/python/README.md', ['pip install'], network, 'test/clients/python'),
  ...entries('docs/howto/generate-clients.md', ['pip install'], network, 'test/clients/python'),
  ...entries('docs/howto/generate-clients.md', ['npm install'], network, 'test/clients/typescript'),
  ...entries(
    'docs/howto/plug-in-package.md',
    ['npx offerstream start'],
    'names a package that is not installed here',
    'test/examples/supplier-plugin.e2e.test.ts',
  ),
  ...entries('docs/howto/plug-in-package.md', ['npm install'], network, 'test/package'),
  ...entries('docs/howto/deploy.md', ['npm approve-scripts', 'npm rebuild'], network),
  ...entries('docs/howto/deploy.md', ['npm install', 'npx offerstream start'], network, 'test/package'),
  ...entries('docs/howto/deploy.md', ['kubectl', 'helm'], cluster, 'test/e2e/chart.e2e.test.ts'),
  ...entries('docs/howto/archive.md', ['docker compose'], docker),
  ...entries(
    'docs/howto/archive.md',
    ['npm run archive -- verify', 'npm run archive -- restore'],
    old,
    'test/storage/archive',
  ),
  ...entries('docs/howto/back-up-and-restore.md', ['npm run archive -- verify'], old, 'test/storage/archive'),
  ...entries('docs/howto/manage-callers.md', ['docker compose'], docker, 'test/e2e/first-keys.e2e.test.ts'),
  ...entries(
    'docs/events.md',
    ['nats sub', 'nats stream', 'nats consumer'],
    natsCommand,
    'test/examples/examples.e2e.test.ts',
  ),
  ...entries('docs/analytics.md', ['npm run analytics'], 'needs ClickHouse', 'test/storage/analytics'),
  ...entries('docs/matching.md', ['npm run train:matching', 'npm run bench:matching'], pairs, 'test/ops/matching'),
  ...entries(
    'docs/howto/operate.md',
    ['npm run outbox -- replay 8412', 'curl http://localhost:8080/v1/admin/outbox/8412'],
    parked,
  ),
];

/** Whole blocks, known by the first words of their first line. */
export const blocksNotRun: readonly NotRun[] = [
  ...entries(
    'docs/howto/back-up-and-restore.md',
    ['mkdir -p "$BACKUP/wal"', 'psql -d postgres', 'rm -rf "$BACKUP/base.new"', 'cp -a "$BACKUP/base"'],
    replication,
    'test/ops/backup.int.test.ts',
  ),
  ...entries('docs/howto/secure-connections.md', ['REQUIRE_TLS=on'], 'is refused, as the page shows'),
  ...entries(
    'docs/howto/secure-connections.md',
    ['psql --set'],
    'makes roles for the whole server of PostgreSQL',
    'test/e2e/least-privilege.e2e.test.ts',
  ),
];
