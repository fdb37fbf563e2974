import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type SignerProcess, startSigner } from '../../../../packages/app-config/tests/signer-program.js';
import {
  control,
  execute,
  expectSettled,
  metric,
  prepareRound,
  serve,
  settlementsOnLedger,
  startTestWorld,
  type ServedRound,
  type TestWorld,
} from './test-world.js';

const NODES = 5;
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';

let test: TestWorld;
let signer: SignerProcess;
let place: { readonly path: string; readonly socket: string; readonly key: string };
beforeAll(async () => {
  test = await startTestWorld({
    async gatewayKey(path) {
      place = { path: dirname(path), socket: join(dirname(dirname(path)), 'signer.sock'), key: basename(path) };
      signer = await startSigner(place, place);
      return `unix:${place.socket}`;
    },
  });
});
afterAll(async () => {
  await test.close();
  await signer.kill();
});

function metricsOf(): readonly string[] {
  const { gateway, worker } = test.world.manifest.metricsUrls;
  return [gateway, worker];
}
async function signersUp(): Promise<readonly number[]> {
  return Promise.all(metricsOf().map((url) => metric(url, /^oracle_(gateway|settlement)_signer_up\{key="gateway"\}/)));
}

it('a gateway and a worker without a key of their own serve and settle rounds', async () => {
  await expectSettled(test, await serve(test, { quorum: 3 }));
  expect(await signersUp()).toEqual(metricsOf().map(() => 1));
  expect(signer.log()).not.toContain('refused');
});

it('a signer that is killed under load and started again costs no served round, and each settles once', async () => {
  const loaded: Promise<ServedRound>[] = [];
  const load = (count: number): void => {
    for (let index = 0; index < count; index += 1) loaded.push(serve(test, { quorum: 2 + (index % 2) }));
  };
  load(8);
  await signer.kill();
  load(8);
  await expect.poll(signersUp).toEqual(metricsOf().map(() => 0));
  // Streams are signed once: rounds go on, and no transaction can be signed.
  const meanwhile = await serve(test, { quorum: 3 });
  await expect
    .poll(() => metric(test.world.manifest.metricsUrls.worker, /signing_failures_total\{key="gateway",failure="unavailable"\}/))
    .toBeGreaterThan(0);
  expect(settlementsOnLedger(test, meanwhile.round)).toBe(0);

  signer = await startSigner(place, place);
  for (const served of [...(await Promise.all(loaded)), meanwhile]) {
    await expectSettled(test, served);
    expect(settlementsOnLedger(test, served.round)).toBe(1);
  }
  expect(await signersUp()).toEqual(metricsOf().map(() => 1));
});

it('a node that is restarted meanwhile counts again once the signer is back', async () => {
  await signer.kill();
  // It is over once the gateway reaches the node.
  const restarted = control(test, '/restart', { what: 'node', index: 0 });
  const gateway = test.world.manifest.metricsUrls.gateway;
  await expect.poll(() => metric(gateway, /node_stream_handshakes_total\{node="0",outcome="unsigned"\}/)).toBeGreaterThan(0);
  const refused = await execute(test, prepareRound(test, { quorum: NODES }));
  expect(refused).toMatchObject({ status: 503 });

  signer = await startSigner(place, place);
  await restarted;
  await expect.poll(async () => (await execute(test, prepareRound(test, { quorum: NODES }))).status, { interval: 500 }).toBe(200);
});

it('the programs of settlements are all that a policy has to allow', async () => {
  const { programId } = test.world.manifest;
  await signer.kill();
  const policy = join(place.path, 'policy.json');
  await writeFile(policy, JSON.stringify({ kinds: ['transaction'], programs: [programId, COMPUTE_BUDGET] }));
  signer = await startSigner(place, { ...place, policy });
  await expectSettled(test, await serve(test, { quorum: 3 }));
  expect(signer.log()).not.toContain('refused');
});
