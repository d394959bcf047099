import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plainBinding } from '../../../domain/secret-binding.ts';
import { createConnectorLeases } from '../../../storage/connectors/connector-leases.ts';
import { createCredentialAdministration } from '../../../storage/connectors/credential-administration.ts';
import { createCredentialStates } from '../../../storage/connectors/credential-states.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createSealer, type Sealer } from '../../../storage/secrets/sealing.ts';
import { createSecretRotation } from '../../../storage/secrets/secret-rotation.ts';
import { byTest } from '../../support/by-test.ts';
import { borealis } from '../../support/observations.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testKey } from '../../support/sealer.ts';

const ring = (activeKeyId: string, ...keyIds: string[]): Sealer =>
  createSealer({ activeKeyId, keys: new Map(keyIds.map((id) => [id, testKey(Number(id.slice(1)))])) });

const before = ring('k1', 'k1', 'k2');
const during = ring('k2', 'k2', 'k1');
const after = ring('k2', 'k2');

/** More than two batches. */
const ids = Array.from({ length: 120 }, (_, at) => `crd_${String(at).padStart(3, '0')}`);
const boundTo = plainBinding(borealis);
const neverAborted = new AbortController().signal;

describe('a rotation of the sealing key', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    await database.pool.sql`truncate supplier cascade`;
    const store = createSupplierStore(database.pool.sql, before);
    await store.putSupplier(borealis, byTest);
    for (const id of ids)
      await store.putCredential({
        id,
        supplierId: 'borealis',
        scope: 'system',
        ownerId: undefined,
        label: id,
        secret: { login: id, password: 'the first' },
      });
  });
  afterAll(() => database.close());

  const rotationBy = (sealer: Sealer) => createSecretRotation(database.pool.sql, { sealer, bindingOf: plainBinding });
  const of = (credentialId: string) => ({ supplierId: 'borealis', credentialId });
  const secretsBy = async (sealer: Sealer) =>
    new Map(
      (await createSupplierStore(database.pool.sql, sealer).credentials(borealis)).map(({ id, secret }) => [
        id,
        secret.password,
      ]),
    );

  test('that is ended on the way keeps what it has done, and goes on from there when it is begun again', async () => {
    const ended = new AbortController();
    const pass = rotationBy(during).pass(ended.signal);
    ended.abort(new Error('ended'));
    await expect(pass).rejects.toThrow('ended');
    const [first] = await rotationBy(during).counts();
    expect(first?.secrets).toBeGreaterThan(0);
    expect(await secretsBy(before)).toEqual(new Map(ids.map((id) => [id, 'the first'])));
  });

  test('loses nothing that is written meanwhile, by processes that seal under either key; then the old key may go', async () => {
    const { sql } = database.pool;
    const leases = createConnectorLeases(sql);
    const tokens = new Map<string, bigint>();
    for (const id of ids) tokens.set(id, (await leases.acquire(id, 'one', 600_000)) ?? 0n);
    const written = { secrets: new Map(ids.map((id) => [id, 'the first'])), sessions: new Map<string, string>() };
    let isOver = false;
    let writes = 0;

    /**
     * Keeps sessions and enters secrets of its own share of the credentials until it is told that
     * the rotation is over.
     */
    const write = async (sealer: Sealer, share: number): Promise<void> => {
      const states = createCredentialStates(sql, sealer);
      const administration = createCredentialAdministration(sql, sealer);
      const mine = ids.filter((_, at) => at % 4 === share);
      for (let round = 0; !isOver; round += 1)
        for (const id of mine) {
          if (isOver) return;
          writes += 1;
          const text = `${share}/${round}`;
          if (round % 2 === 0) {
            const session = { token: text, expiresAt: noon, refreshToken: undefined };
            await states.saveSession(id, session, tokens.get(id) ?? 0n, boundTo);
            written.sessions.set(id, text);
          } else {
            await administration.rotate(of(id), { login: id, password: text }, byTest);
            written.secrets.set(id, text);
            written.sessions.delete(id);
            tokens.set(id, (await leases.acquire(id, 'one', 600_000)) ?? 0n);
          }
        }
    };
    // Two of the writers run with the old configuration for some passes more.
    const writers = [write(during, 0), write(during, 1), write(before, 2), write(before, 3)];
    const { pass } = rotationBy(during);
    do expect((await pass(neverAborted)).unopenable).toEqual([]);
    while (writes < 400);
    isOver = true;
    await Promise.all(writers);

    await pass(neverAborted);
    expect(await rotationBy(during).counts()).toMatchObject([{ keyId: 'k2', isBound: true, secrets: ids.length }]);
    expect(await secretsBy(after)).toEqual(written.secrets);
    const states = createCredentialStates(sql, after);
    for (const id of ids) expect((await states.session(id, boundTo))?.token, id).toBe(written.sessions.get(id));
  });

  test('seals nothing twice, and tells what does not open without giving up the others', async () => {
    const { sql } = database.pool;
    expect(await rotationBy(during).pass(neverAborted)).toEqual({ resealed: ids.length, unopenable: [] });
    expect(await rotationBy(during).pass(neverAborted)).toEqual({ resealed: 0, unopenable: [] });
    await createCredentialAdministration(sql, ring('k3', 'k3')).rotate(of('crd_000'), { login: 'x' }, byTest);
    await createCredentialAdministration(sql, before).rotate(of('crd_001'), { login: 'x', password: 'y' }, byTest);
    expect(await rotationBy(during).pass(neverAborted)).toEqual({ resealed: 1, unopenable: ['crd_000'] });
    expect(await rotationBy(during).counts()).toMatchObject([
      { keyId: 'k2', secrets: ids.length - 1 },
      { keyId: 'k3', secrets: 1, sessions: 0 },
    ]);
  });
});
