import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { operations } from '@oracle-gateway/gateway-api';
import { parseAddress, type Address } from '@oracle-gateway/protocol';
import { configAddress, decodeAgentRound } from '@oracle-gateway/protocol/accounts';
import { beforeAll, expect, it } from 'vitest';

import { projectRoot } from '../../src/base/project-root.js';
import { ordinaryWorld } from './ordinary-world.js';
import { TestAgent } from './test-agent.js';
import { settlementsAt, type TestWorld } from './test-world.js';

const SETTLED = { interval: 50 };
/** Offset of agent_round_base in Config (docs/protocol.md). */
const AGENT_ROUND_BASE_OFFSET = 192;

let test: TestWorld;
let agent: TestAgent;
beforeAll(() => {
  test = ordinaryWorld();
  agent = new TestAgent(test, 'agentPayer');
});

async function untilAllSettled(): Promise<void> {
  await expect.poll(async () => (await agent.status()).unsettledRounds, SETTLED).toBe(0);
}

it('the hand-written example program pays into its escrow, is served and sees the round settled', async () => {
  const script = join(projectRoot(), 'examples/without-a-client/agent-round.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, test.world.stateFolder.manifest]);
  expect(stdout).toContain(`402: ${agent.priceOf(3)} atomic units`);
  expect(stdout).toContain('200 {"status":"completed"');
  expect(stdout).toContain('settled; the escrow holds 0');
  expect(await agent.balance()).toBe(0n);
});

it('an escrow that holds three prices serves three of ten rounds asked for at once, and pays exactly for those', async () => {
  const price = agent.priceOf(2);
  await agent.payIn(3n * price);
  const rounds = Array.from({ length: 10 }, () => agent.prepare({ quorum: 2 }));
  const answers = await Promise.all(rounds.map((round) => agent.execute(round)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(3).fill(200), ...Array<number>(7).fill(402)]);

  await untilAllSettled();
  expect(await agent.balance()).toBe(0n);
  expect(await agent.status()).toMatchObject({ exists: true, ataBalance: '0', committedAmount: '0' });
  const settled = rounds.map((round) => settlementsAt(test, agent.roundAccount(round)));
  expect(settled).toEqual(answers.map(({ status }) => (status === 200 ? 1 : 0)));
  for (const [index, round] of rounds.entries()) {
    if (answers[index]?.status !== 200) continue;
    const account = test.world.ledger.account(agent.roundAccount(round));
    expect(decodeAgentRound(account!.data).timestamp).toBe(BigInt(round.timestampSeconds));
  }
});

it('a round asked for at a price that has changed on the ledger is refused with the new one, and nothing is charged', async () => {
  const [quoted, config] = [agent.priceOf(3), configAddress(parseAddress(test.world.manifest.programId))];
  await agent.payIn(2n * quoted);
  const round = agent.prepare({ quorum: 3 });
  raiseAgentRoundBase(config, 7n);
  // A payer that knows the new price makes the gateway read again, unless it has just read. Otherwise it trusts what it read half a minute ago.
  const other = new TestAgent(test, 'x402Payer').prepare({ quorum: 3, amountAtomic: quoted + 7n });
  const askForTerms = async () => (await test.client.call(operations.executeAgentRound, { body: other.unsigned })).status;
  await expect.poll(askForTerms, SETTLED).toBe(402);
  const refused = await expectStatus(400, () => agent.execute(round));
  expect(refused.body).toMatchObject({ code: 'amount_mismatch', amount: Number(quoted + 7n) });
  expect(await agent.status()).toMatchObject({ ataBalance: (2n * quoted).toString(), committedAmount: '0', unsettledRounds: 0 });

  // The second is not used up, and the new price serves it.
  const again = agent.prepare({ quorum: 3, timestampSeconds: round.timestampSeconds, amountAtomic: quoted + 7n });
  await expectStatus(200, () => agent.execute(again));
  await untilAllSettled();
  expect(await agent.balance()).toBe(quoted - 7n);
});

it('an escrow that its payer has paused serves nothing, funded or not', async () => {
  const paused = new TestAgent(test, 'pausedEscrowPayer');
  expect(await paused.status()).toMatchObject({ status: 'Paused', ataBalance: '1000000' });
  const { agentRoundBase } = (await test.reader.config()).prices;
  const amountAtomic = agentRoundBase + 2n * BigInt(test.world.manifest.prices.agentRoundPerSig);
  const round = paused.prepare({ quorum: 2, amountAtomic });
  const answer = await expectStatus(403, () => paused.execute(round));
  expect(answer.body).toMatchObject({ code: expect.any(String) as string });
  expect((await test.client.call(operations.executeAgentRound, { body: round.unsigned })).status).toBe(403);
});

async function expectStatus(status: number, ask: () => ReturnType<TestAgent['execute']>) {
  const answer = await ask();
  expect([answer.status, answer.body]).toEqual([status, answer.body]);
  return answer;
}

/** Changes Config like an administrator's `update_config`. */
function raiseAgentRoundBase(config: Address, byAtomic: bigint): void {
  const { ledger } = test.world;
  const held = ledger.account(config);
  if (held === null) throw new Error('no Config');
  const data = Uint8Array.from(held.data);
  const view = new DataView(data.buffer);
  view.setBigUint64(AGENT_ROUND_BASE_OFFSET, view.getBigUint64(AGENT_ROUND_BASE_OFFSET, true) + byAtomic, true);
  ledger.setAccount(config, { ...held, data });
}
