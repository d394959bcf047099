import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Sbom {
  readonly bomFormat: string;
  readonly components: readonly {
    readonly purl: string;
    readonly licenses?: unknown[];
    readonly hashes?: unknown[];
    readonly properties: readonly { readonly name: string }[];
  }[];
}

interface Package {
  readonly version: string;
  readonly dev?: boolean;
  readonly integrity?: string;
}

interface Lock {
  readonly packages: Readonly<Record<string, Package>>;
}

/** The packages of the lock file as package URLs. */
const packagesOf = (
  { packages }: Lock,
  isDevelopment: boolean,
  counts: (each: Package) => boolean = () => true,
): ReadonlySet<string> =>
  new Set(
    Object.entries(packages).flatMap(([path, each]) => {
      const name = path.split('node_modules/').at(-1)?.replace('@', '%40');
      const isAsked = path !== '' && (each.dev ?? false) === isDevelopment && counts(each);
      return isAsked ? [`pkg:npm/${name}@${each.version}`] : [];
    }),
  );

test('the bill of materials of the software names every package, which only build it, and licences and hashes of the others', () => {
  const { bomFormat, components }: Sbom = JSON.parse(
    execFileSync('npm', ['run', '--silent', 'sbom'], {
      encoding: 'utf8',
      maxBuffer: 10_000_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const isDevelopment = ({ properties }: Sbom['components'][number]): boolean =>
    properties.some(({ name }) => name === 'cdx:npm:package:development');
  expect(bomFormat).toBe('CycloneDX');
  for (const kind of [true, false]) {
    const named = components.filter((each) => isDevelopment(each) === kind).map(({ purl }) => purl);
    expect(new Set(named)).toEqual(packagesOf(lock, kind));
  }
  // The lock file has no hash of packages that are for other platforms alone.
  const hashed = packagesOf(lock, false, ({ integrity }) => integrity !== undefined);
  for (const { purl, licenses, hashes } of components.filter((each) => hashed.has(each.purl)))
    expect([licenses?.length, hashes?.length], purl).toEqual([1, 1]);
});
