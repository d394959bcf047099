// The dependency rule: who may import whom. `npm run check` fails on the first arrow that points
// the wrong way. The reasons are in docs/architecture.md; change both together.

/** Paths of ours, so that "may import only X" can be said as "not of ours except X". */
const ours =
  '^(concurrency|domain|telemetry|storage|streams|actors|gateway|ops|clients|plugin-kit|examples|proto/gen|test|bench)/';

/** A rule that lets `from` import of ours nothing but `allowed`. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from,
  to: { path: ours, pathNot: allowed.length > 0 ? allowed.map((place) => `^${place}`).join('|') : undefined },
});

/** A rule between the rooms of one folder: `room` imports there only what `allowed` matches. */
const within = (name, folder, room, allowed, comment) => ({
  name: `${folder}-${name}`,
  comment,
  severity: 'error',
  from: { path: `^${folder}/${room}/` },
  to: { path: `^${folder}/`, pathNot: `^${folder}/${allowed}` },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle means that two files are one subject, or that a port is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nact-has-one-door',
      comment: 'Only the actor runtime knows nact; everything else speaks Handle<Message>.',
      severity: 'error',
      from: { pathNot: '^(actors/runtime|bench)/' },
      to: { path: 'node_modules/nact' },
    },
    {
      name: 'domain-is-pure',
      comment: 'The core does no I/O: no Node built-ins but crypto (hashes), no library but decimal.js and CEL.',
      severity: 'error',
      from: { path: '^domain/' },
      to: {
        pathNot: ['^domain/', '^(node:)?crypto$', 'node_modules/decimal\\.js', 'node_modules/@marcbachmann/cel-js'],
      },
    },
    {
      name: 'cel-has-one-door',
      comment: 'Only domain/expressions knows the CEL library; everything else speaks Condition.',
      severity: 'error',
      from: { pathNot: '^domain/expressions/' },
      to: { path: 'node_modules/@marcbachmann/cel-js' },
    },
    only(
      'concurrency',
      { path: '^concurrency/' },
      ['concurrency/', 'domain/errors\\.ts'],
      'Every layer but the domain waits and ends by it, so it knows none.',
    ),
    only(
      'telemetry-stands-alone',
      { path: '^telemetry/' },
      ['telemetry/', 'concurrency/'],
      'Every layer uses it, so it uses none.',
    ),
    only(
      'storage',
      { path: '^storage/' },
      ['storage/', 'domain/', 'telemetry/', 'concurrency/'],
      'Storage meets its siblings only through the ports of domain/.',
    ),
    only(
      'streams',
      { path: '^streams/', pathNot: '^streams/bus/postgres/' },
      ['streams/', 'domain/', 'telemetry/', 'concurrency/', 'proto/gen/svc/events/', 'proto/gen/google/'],
      'Streams meet their siblings only through the ports of domain/.',
    ),
    only(
      'bus-on-postgres',
      { path: '^streams/bus/postgres/' },
      ['streams/bus/', 'storage/pool/', 'domain/', 'telemetry/', 'concurrency/'],
      'The bus without NATS is tables, and waits by the pool like every store.',
    ),
    only(
      'actors',
      { path: '^actors/', pathNot: '^actors/connector/suppliers/[^/]+/' },
      ['actors/', 'domain/', 'telemetry/', 'concurrency/'],
      'Actors reach the world through ports.',
    ),
    {
      name: 'supplier-plug-in',
      comment: 'A supplier knows its own folder, the supplier HTTP door and the domain; no other supplier, no actor.',
      severity: 'error',
      from: { path: '^actors/connector/suppliers/([^/]+)/' },
      to: {
        path: ours,
        pathNot: [
          '^actors/connector/suppliers/$1/',
          '^actors/connector/suppliers/[^/]+\\.ts$',
          '^domain/',
          '^concurrency/',
        ],
      },
    },
    only(
      'clients',
      { path: '^clients/' },
      ['clients/', 'proto/gen/svc/public/', 'proto/gen/google/'],
      'A client knows the contract and nothing of the service.',
    ),
    only(
      'plugin-kit',
      { path: '^plugin-kit/' },
      ['plugin-kit/', 'actors/connector/suppliers/[^/]+\\.ts', 'domain/', 'ops/demo/server/'],
      'A plug-in outside has what one of ours has, and a server to test against.',
    ),
    only(
      'examples',
      { path: '^examples/' },
      ['examples/', 'clients/typescript/src/index\\.ts', 'plugin-kit/src/(index|testing)\\.ts'],
      'They use what a user has.',
    ),
    only(
      'gateway',
      { path: '^gateway/', pathNot: '^gateway/(main|wire|wire/.*|cli/.*)\\.ts$' },
      [
        'gateway/',
        'domain/',
        'telemetry/',
        'concurrency/',
        'proto/gen/',
        'actors/[^/]+/messages\\.ts',
        'actors/runtime/handle\\.ts',
      ],
      'The gateway talks to actors by message and to stores through ports; only the composition root sees the adapters.',
    ),
    within(
      'subjects-know-no-edge',
      'gateway',
      '(request|auth|protection|cache|audit|visibility|catalog|pricing|estimates|enrichment|analytics)',
      '(?!http/|grpc/|admin/|cli/|wire/)',
      'A use case is the same whoever brings the request.',
    ),
    within(
      'console',
      'gateway',
      'console',
      '((console|http|errors|request|protection)/|admin/[^/]+/(schema|operations)\\.ts$)',
      'Pages speak to the API as any caller does; what its documents hold, its schemas say.',
    ),
    {
      name: 'gateway-console-types',
      comment: 'Of what operators are answered, pages take the types of documents and nothing that runs.',
      severity: 'error',
      from: { path: '^gateway/console/' },
      to: { path: '^gateway/admin/', dependencyTypesNot: ['type-only'] },
    },
    within('http', 'gateway', 'http', '(?!grpc/|admin/|cli/|wire/)', 'HTTP is transport, and knows no other edge.'),
    within('grpc', 'gateway', 'grpc', '(?!http/|admin/|cli/|wire/)', 'gRPC is transport, and knows no other edge.'),
    within('admin', 'gateway', 'admin', '(?!grpc/|cli/|wire/)', 'Operators come over HTTP, and their tools use it.'),
    within('pool', 'storage', 'pool', 'pool/', 'Every store stands on it.'),
    within('work-leases', 'storage', 'held-work', '(held-work|pool)/', 'Every queue of work stands on it.'),
    within('event-log', 'storage', 'event-log', '(event-log|pool|audit)/', 'Every change is told through it.'),
    within('bus', 'streams', 'bus', 'bus/', 'What travels on it is told by the other rooms.'),
    within('runtime', 'actors', 'runtime', 'runtime/', 'Every actor stands on it.'),
    ...['connector', 'matching', 'estimate', 'enrichment'].map((room) =>
      within(room, 'actors', room, `(${room}|held-work|runtime)/`, 'Actors of two subjects meet through ports.'),
    ),
    {
      name: 'only-the-root-imports-the-root',
      severity: 'error',
      comment: 'main.ts and wire.ts are the top of the tree.',
      from: { path: '^(concurrency|domain|telemetry|storage|streams|actors|ops)/' },
      to: { path: '^gateway/' },
    },
    {
      name: 'demo-stays-in-demo',
      severity: 'error',
      comment:
        "The demo suppliers are other people's servers: the service reaches them over HTTP and starts them only from the composition root.",
      from: { path: '^(concurrency|domain|telemetry|storage|streams|actors)/' },
      to: { path: '^ops/' },
    },
    {
      name: 'source-never-imports-tests',
      severity: 'error',
      from: { pathNot: '^(test|bench)/' },
      to: { path: '^(test|bench)/' },
    },
  ],
  options: {
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^node_modules/[^n]' },
  },
};
