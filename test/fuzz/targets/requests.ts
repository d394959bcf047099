import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Send, startFilledService, urlOf } from '../../gateway/every-field/filled-service.ts';
import type { GoodParameter, Operation } from '../../gateway/every-field/openapi-operations.ts';
import { mutatedJson, mutatedTexts } from '../mutations.ts';
import { bytesOf, expectThat, type FuzzTarget, textOf } from '../target.ts';

/**
 * Requests of every HTTP operation, to a whole service with a PostgreSQL of its own. In a file of a
 * request the first line is its method and path, and the rest is its body.
 */

/** Answers that say that the service is at fault; 501 and 503 say what it lacks at the moment. */
const isFault = (status: number): boolean => status >= 500 && status !== 501 && status !== 503;

/** Longer paths are refused by the parser of HTTP, which is Node's. */
const maxPathLength = 8_000;

const mutatedParameter = (parameter: GoodParameter): fc.Arbitrary<GoodParameter> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(parameter) },
    {
      weight: 1,
      arbitrary: mutatedTexts([parameter.value], [',', '/', '.', '-', '0']).map((value) => ({ ...parameter, value })),
    },
  );

const mutatedRequest = (operation: Operation): fc.Arbitrary<Uint8Array> => {
  const bodies = operation.bodies.map((body) => mutatedJson([body]));
  return fc
    .tuple(
      fc.tuple(...operation.parameters.map(mutatedParameter)),
      bodies.length === 0 ? fc.constant('') : fc.oneof(...bodies),
    )
    .map(([parameters, body]) => {
      const url = urlOf({ path: operation.path, parameters }).slice(0, maxPathLength);
      return bytesOf(`${operation.method} ${url}\n${body}`);
    });
};

const check = async (answer: Response): Promise<void> => {
  const { status, headers } = answer;
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel();
    return;
  }
  const text = await answer.text();
  expectThat(!isFault(status), `no fault of the service: ${status} ${text.slice(0, 500)}`);
  if (status >= 400) {
    expectThat(headers.get('content-type') === 'application/problem+json', `${status} has a problem document`);
  }
};

const runWith =
  (send: Send): FuzzTarget['run'] =>
  async (input) => {
    const text = textOf(input);
    const end = text.indexOf('\n');
    const [method = '', path = ''] = text.slice(0, end < 0 ? text.length : end).split(' ');
    if (!/^[A-Z]{3,7}$/u.test(method) || !path.startsWith('/')) return;
    const body = end < 0 ? '' : text.slice(end + 1);
    const isBodyless = body === '' || method === 'GET' || method === 'HEAD';
    await check(await send(method, path, isBodyless ? undefined : body));
  };

/** Starts the service, which is stopped with the target. */
export const requests = async (): Promise<FuzzTarget> => {
  const folder = await mkdtemp(join(tmpdir(), 'offerstream-fuzz-'));
  const { service, send, operations } = await startFilledService({ DATA_DIR: join(folder, 'data'), DEMO: 'off' });
  return {
    inputs: fc.oneof(...operations.map(mutatedRequest)),
    run: runWith(send),
    close: async () => {
      await service.stop();
      await rm(folder, { recursive: true });
    },
  };
};
