import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../../support/service.ts';
import { startTcpFront, type TcpFront } from '../../support/tcp-front.ts';

/** The Python client's own tests, over messages made from the contract. */

const run = promisify(execFile);
const source = join(import.meta.dirname, '../../../clients/python');
const apiKey = 'os_customer-key-for-the-python-client';

/** Debian's, which has its packages of gRPC. */
const python = '/usr/bin/python3';

describe('the Python client', () => {
  let folder: string;
  let service: Service;
  let farAway: TcpFront;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offerstream-python-'));
    await cp(join(source, 'src/offerstream'), join(folder, 'src/offerstream'), { recursive: true });
    await run(join(source, 'build.sh'), [join(folder, 'src')]);
    service = await startService({
      DATA_DIR: join(folder, 'data'),
      BOOTSTRAP_CUSTOMER_KEY: apiKey,
      DEMO_PRODUCTS: '1000',
      OUTBOUND_ALLOW: '',
    });
    farAway = await startTcpFront(Number(service.grpcAddress.split(':')[1]), 600);
  }, 120_000);

  afterAll(async () => {
    await farAway?.close();
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('passes its own tests', async () => {
    const { stderr } = await run(python, ['-B', '-m', 'unittest', '-v', join(source, 'tests/test_client.py')], {
      env: {
        PYTHONPATH: join(folder, 'src'),
        OFFERSTREAM_ADDRESS: service.grpcAddress,
        OFFERSTREAM_KEY: apiKey,
        RETRY_ADDRESS: '127.0.0.1:1',
        SLOW_ADDRESS: `127.0.0.1:${farAway.port}`,
      },
    });
    expect(stderr).toMatch(/\nRan 10 tests in [\d.]+s\n\nOK\n$/);
  });
});
