import { join } from 'node:path';
import { concat, encodeAbiParameters, encodeFunctionData, keccak256, numberToHex, pad, zeroAddress, zeroHash } from 'viem';
import { sign } from 'viem/accounts';
import { keysOf } from './chain.mjs';
import { compile, unpack } from './sources.mjs';

const PRICE = 64_628_310_000_000_000_000_000n;
const BULK_SIGNERS = 3;
export const CHAINLINK = '1.4.0';

/** Reports of the v3 schema through the proxy, which takes no fee here: `one` by number of signers, `bulk` by number of reports. */
export function chainlink(build) {
  const source = join(unpack('@chainlink/contracts', CHAINLINK), 'src', 'v0.8', 'llo-feeds', 'v0.3.0');
  const contracts = {
    proxy: compile(build, join(source, 'VerifierProxy.sol'), 'VerifierProxy', []),
    verifier: compile(build, join(source, 'Verifier.sol'), 'Verifier', []),
  };
  const { abi } = contracts.proxy;
  return {
    one: (chain, signers) =>
      measure(chain, { contracts, signers, reports: 1 }, ([payload]) =>
        encodeFunctionData({ abi, functionName: 'verify', args: [payload, '0x'] }),
      ),
    bulk: (chain, reports) =>
      measure(chain, { contracts, signers: BULK_SIGNERS, reports }, (payloads) =>
        encodeFunctionData({ abi, functionName: 'verifyBulk', args: [payloads, '0x'] }),
      ),
  };
}

/** f + 1 of 3f + 1 nodes sign, in an epoch that the contract knows. Each feed has a configuration of its own with the same nodes. */
async function measure(chain, { contracts, signers, reports }, callOf) {
  const faults = signers - 1;
  const keys = keysOf(3 * faults + 1);
  const proxy = await chain.deploy(contracts.proxy, [zeroAddress]);
  const verifier = await chain.deploy(contracts.verifier, [proxy]);
  const initialize = { abi: contracts.proxy.abi, functionName: 'initializeVerifier', args: [verifier] };
  await chain.send(proxy, encodeFunctionData(initialize));
  const feeds = [];
  for (let place = 0; place < reports; place++) {
    const feed = pad(place === 0 ? '0x0003' : numberToHex(0x30000 + place), { dir: 'right', size: 32 });
    feeds.push({ feed, digest: await configure(chain, { contract: contracts.verifier, verifier, keys, faults, feed }) });
  }
  let gas;
  for (const round of [1n, 2n]) {
    const time = await chain.tick();
    const payloads = [];
    for (const { feed, digest } of feeds) payloads.push(await payloadOf({ keys: keys.slice(0, signers), feed, digest, time, round }));
    gas = await chain.send(proxy, callOf(payloads));
  }
  return gas;
}

/** The digest of a new configuration: the last word of `latestConfigDetails`. */
async function configure(chain, { contract: { abi }, verifier, keys, faults, feed }) {
  const addresses = keys.map(({ account }) => account.address);
  const transmitters = keys.map(() => zeroHash);
  const args = [feed, addresses, transmitters, faults, '0x', 1n, '0x', []];
  await chain.send(verifier, encodeFunctionData({ abi, functionName: 'setConfig', args }));
  const data = encodeFunctionData({ abi, functionName: 'latestConfigDetails', args: [feed] });
  const { data: details } = await chain.client.call({ to: verifier, data });
  return `0x${details.slice(-64)}`;
}

async function payloadOf({ keys, feed, digest, time, round }) {
  const types = ['bytes32', 'uint32', 'uint32', 'uint192', 'uint192', 'uint32', 'int192', 'int192', 'int192'];
  const price = PRICE + round;
  const fees = [50_000_000_000_000n, 8_000_000_000_000_000n];
  const fields = [feed, time, time, ...fees, time + 86_400, price, price - 10n ** 18n, price + 10n ** 18n];
  const report = encodeAbiParameters(
    types.map((type) => ({ type })),
    fields,
  );
  // The epoch with its round, and a salt, come after the digest.
  const context = [digest, numberToHex(0x101, { size: 32 }), zeroHash];
  const hash = keccak256(concat([keccak256(report), ...context]));
  const signed = [];
  for (const { hex } of keys) signed.push(await sign({ hash, privateKey: hex }));
  const parities = pad(concat(signed.map(({ yParity }) => numberToHex(yParity, { size: 1 }))), { dir: 'right', size: 32 });
  const outer = ['bytes32[3]', 'bytes', 'bytes32[]', 'bytes32[]', 'bytes32'].map((type) => ({ type }));
  return encodeAbiParameters(outer, [context, report, signed.map(({ r }) => r), signed.map(({ s }) => s), parities]);
}
