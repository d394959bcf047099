/**
 * `npm run test:alone [-- PATH...]`: every `int` test of the files that the paths name, or of all,
 * without the others of its file. One Vitest stays: its first round takes the first test of every
 * file, its second the second, and so on. Names the tests that fail.
 */
import { createVitest, type TestModule } from 'vitest/node';

const vitest = await createVitest('test', { watch: false, maxWorkers: 1, project: ['int'], reporters: [{}] });
const { testModules } = await vitest.collectTests(await vitest.globTestSpecifications(process.argv.slice(2)));
const files = testModules.map((file) => ({ file, ids: [...file.children.allTests()].map(({ id }) => id) }));
const rounds = Math.max(0, ...files.map(({ ids }) => ids.length));

let passed = 0;
let failed = 0;

const fail = (what: string): void => {
  failed += 1;
  process.stderr.write(`alone: ${what}\n`);
};

if (files.length === 0) fail('no file has this path');
for (const { file, ids } of files) {
  if (ids.length === 0 || file.errors().length > 0) fail(`${file.relativeModuleId} has no tests that can be run`);
}

const judge = (file: TestModule, id: string): void => {
  const test = [...file.children.allTests()].find((each) => each.id === id);
  const { state } = test?.result() ?? { state: 'missing' };
  // A test whose hooks have failed is skipped, in a file that is not in order.
  if (file.ok() && (state === 'passed' || state === 'skipped')) passed += 1;
  else fail(`${file.relativeModuleId} > ${test?.fullName ?? id}`);
};

for (let round = 0; round < rounds; round += 1) {
  const asked = new Map(files.flatMap(({ file, ids }) => ids.slice(round, round + 1).map((id) => [file, id] as const)));
  await vitest.runTestSpecifications(
    [...asked].map(([file, id]) => file.project.createSpecification(file.moduleId, { testIds: [id] })),
  );
  for (const thrown of vitest.state.getUnhandledErrors()) fail(String(thrown));
  for (const [file, id] of asked) {
    const entity = vitest.state.getReportedEntityById(file.id);
    if (entity?.type === 'module') judge(entity, id);
    else fail(`${file.relativeModuleId} was not run`);
  }
  process.stdout.write(`round ${round + 1} of ${rounds}: ${passed} passed, ${failed} failed\n`);
}
await vitest.close();
process.exitCode = failed > 0 ? 1 : 0;
