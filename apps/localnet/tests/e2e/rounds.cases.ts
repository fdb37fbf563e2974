import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createLedgerSender, instructions, signerFromSecretKey } from '@oracle-gateway/ledger';
import { formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { beforeAll, describe, expect, it } from 'vitest';

import { projectRoot } from '../../src/base/project-root.js';
import { ordinaryWorld } from './ordinary-world.js';
import {
  execute,
  expectSettled,
  nextTimestampSeconds,
  prepareRound,
  roundsLeft,
  serve,
  settlementsOnLedger,
  type TestWorld,
} from './test-world.js';

let test: TestWorld;
beforeAll(() => {
  test = ordinaryWorld();
});

describe('a subscription round', () => {
  it.each([2, 3, 5])("at quorum %d of 5 is served, verifies against the ledger's keys and settles once", async (quorum) => {
    const before = await roundsLeft(test, prepareRound(test, { quorum }).owner);
    const served = await serve(test, { quorum });
    expect(served.answer.data.value).toBe('64628.31');
    const signers = await expectSettled(test, served);
    expect(signers).toHaveLength(quorum);
    expect(settlementsOnLedger(test, served.round)).toBe(1);
    expect(await roundsLeft(test, served.round.owner)).toBe(before - 1n);
  });

  it('asked for fifty times at once is served once, answered 409 otherwise, and paid once', async () => {
    const round = prepareRound(test, { quorum: 3 });
    const before = await roundsLeft(test, round.owner);
    const answers = await Promise.all(Array.from({ length: 50 }, () => execute(test, round)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(49).fill(409)]);
    const won = answers.find((answer) => answer.status === 200);
    if (won?.status !== 200) throw new Error('unreachable: one answer is 200');
    const roundId = won.headers.get('x-round-id') ?? '';
    expect(new Set(answers.map(({ headers }) => headers.get('x-round-id')))).toEqual(new Set([roundId]));
    await expectSettled(test, { round, answer: won.body, roundId });
    expect(settlementsOnLedger(test, round)).toBe(1);
    expect(await roundsLeft(test, round.owner)).toBe(before - 1n);
  });

  it('has used up its identity and nothing else where it failed', async () => {
    const { manifest } = test.world;
    // The echo source knows no price: every node sees the same failure.
    const failing = prepareRound(test, { quorum: 3, sourceUrl: `${manifest.sources.echo}/?status=500&body=` });
    const before = await roundsLeft(test, failing.owner);
    expect((await execute(test, failing)).status).toBe(503);
    expect((await execute(test, failing)).status).toBe(409);
    expect(await roundsLeft(test, failing.owner)).toBe(before);
    const { roundId } = await serve(test, { quorum: 3 });
    expect(roundId).not.toBe('');
  });

  it('of an owner whose subscription is used up, or who has none, is refused with 403', async () => {
    const { exhaustedOwner, stranger } = test.world.manifest.keys;
    for (const key of [exhaustedOwner, stranger]) {
      expect(await execute(test, prepareRound(test, { quorum: 2, ownerKey: Uint8Array.from(key) }))).toMatchObject({ status: 403 });
    }
  });
});

describe("the last unit of a subscription's quota", () => {
  it('serves one of two different rounds asked for at once', async () => {
    const { manifest } = test.world;
    const ownerKey = Uint8Array.from(manifest.keys.agentPayer);
    const signer = signerFromSecretKey(ownerKey);
    const programId = parseAddress(manifest.programId);
    const terms = {
      gateway: parseAddress(manifest.gatewayPda),
      mint: parseAddress(manifest.usdcMint),
      maxSignatures: 5,
      rounds: 1n,
      registryVersion: 1n,
      maxAmountAtomic: 1_000_000n,
    };
    const expiresAtSeconds = BigInt(Math.floor(Date.now() / 1_000) + 86_400);
    const sender = createLedgerSender({ rpcUrl: manifest.rpcUrl, signer });
    const opening = instructions.openSubscription({ programId, owner: signer.address, ...terms, expiresAtSeconds });
    await sender.broadcast(await sender.build([opening], { computeUnitLimit: 100_000 }));

    const rounds = [prepareRound(test, { quorum: 2, ownerKey }), prepareRound(test, { quorum: 2, ownerKey })];
    const answers = await Promise.all(rounds.map((round) => execute(test, round)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const position = answers.findIndex(({ status }) => status === 200);
    const [round, answer] = [rounds[position]!, answers[position]!];
    if (answer.status !== 200) throw new Error('unreachable: found by its status');
    await expectSettled(test, { round, answer: answer.body, roundId: answer.headers.get('x-round-id') ?? '' });
    expect(await roundsLeft(test, signer.address)).toBe(0n);
    expect((await execute(test, prepareRound(test, { quorum: 2, ownerKey, timestampSeconds: nextTimestampSeconds() }))).status).toBe(403);
  });
});

describe('an outsider with the hand-written program', () => {
  const verify = async (resultText: string, args: readonly string[]): Promise<{ code: number; output: string }> => {
    const { path } = test.world.stateFolder;
    await writeFile(join(path, 'result.json'), resultText);
    const script = join(projectRoot(), 'examples/without-a-client/verify-payload.mjs');
    const command = [script, '--manifest', test.world.stateFolder.manifest, '--file', join(path, 'result.json'), ...args];
    try {
      const { stdout } = await promisify(execFile)(process.execPath, command);
      return { code: 0, output: stdout };
    } catch (error) {
      const { code, stdout } = error as { code: number; stdout: string };
      return { code, output: stdout };
    }
  };

  it("verifies a live answer with the manifest's ledger, and refuses it with one digit changed", async () => {
    const { answer, round } = await serve(test, { quorum: 3 });
    const config = join(test.world.stateFolder.path, 'api-config.json');
    await writeFile(config, JSON.stringify(round.request.apiConfig));
    const args = ['--owner', formatAddress(round.owner), '--config', config];
    expect(await verify(JSON.stringify(answer), args)).toMatchObject({ code: 0 });
    const packed = answer.data.valuePacked;
    const last = packed.endsWith('0') ? '1' : '0';
    const tampered = { ...answer, data: { ...answer.data, valuePacked: `${packed.slice(0, -1)}${last}` } };
    expect(await verify(JSON.stringify(tampered), args)).toMatchObject({ code: 1 });
  });
});
