import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSource } from '../../../actors/estimate/read-source.ts';
import { createDocumentReader, type DocumentReader } from '../../../actors/estimate/reading/document-reader.ts';
import type { EstimateQueue, EstimateTask } from '../../../domain/estimate/ports.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createEstimateQueue } from '../../../storage/estimates/estimate-queue.ts';
import { createEstimateStore } from '../../../storage/estimates/estimate-store.ts';
import { documentRequest as request } from '../../support/estimate-request.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { childrenWith } from '../../support/processes.ts';
import { greedyDocument, smallDocument } from './reading/greedy-document.ts';

const caller = { customerId: 'acme', keyId: 'key_1', groupIds: [] };
const never = new AbortController().signal;
const ample = { readers: 1, memoryMb: 256, processorMs: 60_000 };

describe('a source that brings its reader down', () => {
  let database: TestDatabase;
  let queue: EstimateQueue;
  let made = 0;
  beforeAll(async () => {
    database = await testDatabase();
    await createCallerStore(database.pool.sql).putCustomer({ id: 'acme', name: 'acme', groupIds: [] });
    queue = createEstimateQueue(database.pool.sql);
  });
  afterAll(() => database?.close());

  const create = async (document: Uint8Array): Promise<EstimateTask> => {
    made += 1;
    const id = `est_${made}`;
    await createEstimateStore(database.pool.sql).create({ id, request, document, caller, now: new Date() }, untraced);
    return { id, request, caller };
  };
  const begun = async ({ id }: EstimateTask): Promise<number> => {
    const [row] = await database.pool.sql<{ readings: number }[]>`select readings from estimate where id = ${id}`;
    return row?.readings ?? -1;
  };
  const readBy = (reader: DocumentReader, task: EstimateTask, signal = never) =>
    readSource(task, { queue, reader }, signal);

  it.each([
    ['time', { ...ample, processorMs: 50 }, 'the document takes too long to read; send a smaller one'],
    ['memory', { ...ample, memoryMb: 32 }, 'the document takes too much memory to read; send a smaller one'],
  ])(
    'by the %s that it takes is not read again by another process, which gives the same reason',
    async (_, limits, text) => {
      const task = await create(greedyDocument);
      const refused = { kind: 'failure', failure: { code: 'too_large', text } };
      expect(await readBy(createDocumentReader(limits), task)).toEqual(refused);
      expect(await readBy(createDocumentReader(ample), task)).toEqual(refused);
    },
  );

  it('together with the process that works on it is read three times at most', async () => {
    const task = await create(smallDocument);
    for (let deaths = 0; deaths < 3; deaths += 1) await queue.beginReading(task.id);
    expect(await readBy(createDocumentReader(ample), task)).toMatchObject({
      kind: 'failure',
      failure: { text: expect.stringContaining('was broken off 3 times') },
    });
  });

  it('is told from one whose reader was killed from outside, or that nobody wanted for a while: both are read again', async () => {
    const task = await create(greedyDocument);
    const reader = createDocumentReader(ample);
    const before = await childrenWith('reader-process.ts');
    const interrupted = readBy(reader, task).catch((error: unknown) => error);
    const started = await eventually(async () => {
      const pid = (await childrenWith('reader-process.ts')).find((each) => !before.includes(each));
      return pid ?? false;
    });
    process.kill(started, 'SIGKILL');
    expect(await interrupted).toMatchObject({ kind: 'unavailable' });
    for (let times = 0; times < 4; times += 1) {
      const leaving = new AbortController();
      const left = readBy(reader, task, leaving.signal);
      await eventually(async () => (await begun(task)) > 0);
      leaving.abort(new Error('the service stops'));
      await expect(left).rejects.toThrow('the service stops');
      expect(await begun(task)).toBe(0);
    }
    expect(await readBy(reader, task)).toMatchObject({ kind: 'parsed' });
  });
});
