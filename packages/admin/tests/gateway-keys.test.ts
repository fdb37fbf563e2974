import { formatAddress } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { planAcceptGatewayKey, planGatewayStatus, planProposeGatewayKey, planRegisterGateway, planUpdateGateway } from '../src/index.js';
import { deployLedger, perform, setUp, signerOf, type DeployedLedger } from './deployed-ledger.js';

const [first, rotator, next] = ['gateway', 'stranger', 'successor'].map((name) => signerOf(name).address);

let deployed: DeployedLedger;
beforeAll(async () => {
  deployed = await deployLedger();
  await setUp(deployed);
});
afterAll(() => deployed.close());

async function account() {
  return (await deployed.reader.gateway(gatewayAddress(deployed.programId, first!))).value!;
}

it('a gateway has no rotator and gets its own rent, unless its registration says else', async () => {
  expect(await account()).toMatchObject({ id: first, authority: first, rotator: null, rentTo: first });
  const administrator = deployed.administer('administrator');
  const keys = { gatewayAuthority: signerOf('another gateway').address, rotator: rotator!, rentTo: next! };
  await perform(administrator, await planRegisterGateway(administrator, keys));
  const { value } = await deployed.reader.gateway(gatewayAddress(deployed.programId, keys.gatewayAuthority));
  expect(value).toMatchObject({ rotator, rentTo: next });
  const same = { gatewayAuthority: next!, rotator: next! };
  await expect(planRegisterGateway(administrator, same)).rejects.toThrow("rotator: is the gateway's own key");
});

it('its key is exchanged by the rotator and the new key, never by the key itself; the account stays', async () => {
  const [administrator, cold, hot] = ['administrator', 'stranger', 'successor'].map((name) => deployed.administer(name));
  const gateway = gatewayAddress(deployed.programId, first!);
  const propose = { gateway: first!, newAuthority: next! };
  await expect(planProposeGatewayKey(cold!, propose)).rejects.toThrow("the gateway's rotator is none");
  await perform(administrator!, await planUpdateGateway(administrator!, { gateway, rotator: rotator! }));
  expect(await planUpdateGateway(cold!, { gateway, rotator: rotator! })).toMatchObject({ kind: 'already so' });
  await expect(planProposeGatewayKey(hot!, propose)).rejects.toThrow(`the gateway's rotator is ${formatAddress(rotator!)}`);
  await expect(planProposeGatewayKey(cold!, { gateway, newAuthority: rotator! })).rejects.toThrow('to: is the rotator');
  await perform(cold!, await planProposeGatewayKey(cold!, propose));
  expect(await planProposeGatewayKey(cold!, propose)).toMatchObject({ kind: 'already so' });
  await expect(planAcceptGatewayKey(cold!, { gateway })).rejects.toThrow(`the proposed key of gateway ${formatAddress(gateway)} is`);
  const accept = await planAcceptGatewayKey(hot!, { gateway });
  expect(accept).toMatchObject({ effects: expect.arrayContaining([expect.stringContaining('settlement.gateway_account')]) as string[] });
  await perform(hot!, accept);
  expect(await account()).toMatchObject({ id: first, authority: next, pendingAuthority: null });
  // The key that it was registered with still names it.
  await perform(administrator!, await planGatewayStatus(administrator!, { gateway: first!, status: 'inactive' }));
  expect((await account()).deactivatedAt).toBeGreaterThan(0n);
});

it('what is no gateway is refused', async () => {
  const administrator = deployed.administer('administrator');
  for (const gateway of [next!, deployed.mint])
    await expect(planUpdateGateway(administrator, { gateway, rotator: null })).rejects.toThrow('is not registered');
});
