import { formatAddress, toHex } from '@oracle-gateway/protocol';
import { nodeAddress } from '@oracle-gateway/protocol/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import {
  planCancelChange,
  planChangeRegistry,
  planHandOver,
  planRegisterNode,
  planSettings,
  readProtocolState,
  viewLedger,
  type Change,
  type Plan,
} from '../src/index.js';
import { deployLedger, perform, setUp, signerOf, type DeployedLedger } from './deployed-ledger.js';

const DELAY = 86_400n;

let deployed: DeployedLedger;
let administrator: ReturnType<DeployedLedger['administer']>;
let guardian: ReturnType<DeployedLedger['administer']>;
beforeAll(async () => {
  deployed = await deployLedger();
  await setUp(deployed);
  [administrator, guardian] = [deployed.administer('administrator'), deployed.administer('stranger')];
  const settings = { additionsDelaySeconds: DELAY, guardian: signerOf('stranger').address };
  await perform(administrator, await planSettings(administrator, { settings }));
});
afterAll(() => deployed.close());

function after(seconds: bigint): void {
  deployed.ledger.advanceClock(Number(seconds));
}
function config() {
  return deployed.reader.config();
}
async function pending() {
  const view = viewLedger({ programId: deployed.programId, server: { rpcUrl: deployed.rpcUrl } });
  return (await readProtocolState(view)).announcedChanges;
}
/** A plan in its two steps: the first announces, the next says from when on, the last makes the change. */
async function inTwoSteps(plan: () => Promise<Plan>): Promise<void> {
  const first = (await plan()) as Change;
  expect(first.effects).toContain(`it can be made ${DELAY} seconds from now, and for 14 days: repeat this command then`);
  await perform(administrator, first);
  expect(await plan()).toMatchObject({ kind: 'already so', statement: expect.stringContaining('the change is announced') as string });
  after(DELAY);
  const last = (await plan()) as Change;
  expect(last.effects.some((effect) => effect.startsWith('announces'))).toBe(false);
  await perform(administrator, last);
  expect(await pending()).toEqual([]);
}

it('a shorter delay waits for the present one, and a longer one does not', async () => {
  const delay = (seconds: bigint) => planSettings(administrator, { settings: { additionsDelaySeconds: seconds } });
  await perform(administrator, await delay(DELAY + 1n));
  expect(await config()).toMatchObject({ additionsDelaySeconds: DELAY + 1n });
  const shorter = (await delay(DELAY)) as Change;
  expect(shorter.effects[0]).toBe('announces: additions_delay_seconds: 86401 → 86400');
  await perform(administrator, shorter);
  after(DELAY + 1n);
  await perform(administrator, await delay(DELAY));
  expect(await config()).toMatchObject({ additionsDelaySeconds: DELAY });
});

it('prices are changed at once, a smaller quorum in two steps', async () => {
  await perform(administrator, await planSettings(administrator, { settings: { agentRoundBase: 7n } }));
  expect((await config()).prices.agentRoundBase).toBe(7n);
  await inTwoSteps(() => planSettings(administrator, { settings: { minSigners: 1 } }));
  expect(await config()).toMatchObject({ minSigners: 1 });
  await perform(administrator, await planSettings(administrator, { settings: { minSigners: 2 } }));
});

it('another administrator is proposed in two steps, and the proposal withdrawn at once', async () => {
  const { address: newAuthority } = signerOf('successor');
  await inTwoSteps(() => planHandOver(administrator, { newAuthority }));
  expect((await config()).pendingAuthority).toEqual(newAuthority);
  await perform(administrator, await planHandOver(administrator, { newAuthority: null }));
});

it('a node is set in two steps and removed at once; an announcement of another key is told as stale', async () => {
  const registration = deployed.registration(3);
  await perform(administrator, await planRegisterNode(administrator, { registration, intoRegistry: false }));
  const set = () => planChangeRegistry(administrator, { set: [3], remove: [], emergency: false });
  await perform(administrator, await set());
  const [{ registeredAt: previousRegisteredAt }] = [(await deployed.reader.node(nodeAddress(deployed.programId, 3))).value!];
  const other = deployed.registration(3, 'another key', { previousRegisteredAt });
  await perform(administrator, await planRegisterNode(administrator, { registration: other, intoRegistry: false }));
  const [stale] = await pending();
  expect(stale).toMatchObject({
    isStale: true,
    effects: expect.arrayContaining([expect.stringContaining('node 3 signs with')]) as string[],
  });
  await expect(set()).rejects.toThrow(/announcement: names other keys than the nodes have now/);
  await perform(guardian, await planCancelChange(guardian, { digest: stale!.digest }));
  await inTwoSteps(set);
  expect((await deployed.reader.currentRegistry()).keys[3]).toEqual(other.publicKey);
  await perform(administrator, await planChangeRegistry(administrator, { set: [], remove: [3], emergency: false }));
  expect((await deployed.reader.currentRegistry()).keys[3]).toBeNull();
});

it('a replacement registers and announces in one transaction, and the node serves with its old key and endpoint until then', async () => {
  const before = (await deployed.reader.currentRegistry()).keys[0];
  const { registeredAt: previousRegisteredAt, endpoint } = (await deployed.reader.node(nodeAddress(deployed.programId, 0))).value!;
  const registration = deployed.registration(0, 'next key of node 0', { endpoint: 'http://next.test', previousRegisteredAt });
  const plan = () => planRegisterNode(administrator, { registration, intoRegistry: true });
  expect(((await plan()) as Change).effects.slice(0, 2)).toEqual([
    expect.stringMatching(/^registers node 0 at /),
    expect.stringMatching(/^announces: makes registry version /),
  ]);
  await inTwoSteps(plan);
  const node = (await deployed.reader.node(nodeAddress(deployed.programId, 0))).value!;
  expect(node).toMatchObject({ endpoint: 'http://next.test', previousEndpoint: endpoint, previousPublicKey: before });
  expect((await deployed.reader.currentRegistry()).keys[0]).toEqual(registration.publicKey);
});

it('an announcement is cancelled by the administrator or the guardian, and is over after 14 days', async () => {
  const lower = () => planSettings(administrator, { settings: { minSigners: 1 } });
  await perform(administrator, await lower());
  const [{ digest }] = [(await pending())[0]!];
  const owner = deployed.administer('owner');
  await expect(planCancelChange(owner, { digest })).rejects.toThrow(`the guardian ${formatAddress(guardian.signer.address)}`);
  after(DELAY + 14n * 86_400n + 1n);
  await expect(lower()).rejects.toThrow(`cancel-change --digest ${toHex(digest)}`);
  const cancel = (await planCancelChange(guardian, { digest })) as Change;
  expect(cancel.effects).toEqual(['cancels: min_signers: 2 → 1', 'its rent comes back to the key']);
  await perform(guardian, cancel);
  expect(await planCancelChange(guardian, { digest })).toMatchObject({ kind: 'already so' });
});
