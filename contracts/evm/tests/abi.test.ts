import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeRegistrySnapshot, deriveDeploymentId, fromHex, parseAddress, signersOf } from '@oracle-gateway/protocol';
import { decodeRegistry } from '@oracle-gateway/protocol/accounts';
import { encodeAbiParameters, encodeFunctionData, hexToBigInt } from 'viem';
import { describe, expect, it } from 'vitest';
import calls from '@oracle-gateway/vectors/evm-calldata.json' with { type: 'json' };
import results from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { crossConsumerAbi, oracleGatewayAbi, priceConsumerAbi, pullConsumerAbi } from '../src/abi.generated.js';
import * as calldata from '../src/index.js';
import { abiFiles } from '../tools/abi-files.mjs';

const PACKAGE = join(import.meta.dirname, '..');

describe('the published ABIs', () => {
  it('are those of the contracts: `pnpm --filter @oracle-gateway/evm run abi` writes them', () => {
    const files = abiFiles();
    expect([...files.keys()].filter((path) => path.startsWith('abi/'))).toEqual(
      readdirSync(join(PACKAGE, 'abi'))
        .sort()
        .map((name) => `abi/${name}`),
    );
    for (const [path, text] of files) expect(readFileSync(join(PACKAGE, path), 'utf8'), path).toBe(text);
  });
});

describe('with viem and the ABI, as with the helpers of this package', () => {
  const registry = decodeRegistry(Uint8Array.from(Buffer.from(results.registryAccount, 'base64')));
  const deploymentId = deriveDeploymentId({ programId: parseAddress(results.programId), network: results.network });
  const round = calldata.evmRoundOf({ result: results.result, registry, deploymentId });
  const { feed, answer, zInverse } = round;
  const [gateway, price] = [{ abi: oracleGatewayAbi }, { abi: priceConsumerAbi }];

  it.each([
    ['verify', encodeFunctionData({ ...gateway, functionName: 'verify', args: [feed, answer] }), calldata.verifyCalldata(round)],
    [
      'verifyWithKeys',
      encodeFunctionData({ ...gateway, functionName: 'verifyWithKeys', args: [feed, answer, zInverse] }),
      calldata.verifyWithKeysCalldata(round),
    ],
    [
      'addSignerSet',
      encodeFunctionData({ ...gateway, functionName: 'addSignerSet', args: [answer.registryVersion, answer.signersBitmap, zInverse] }),
      calldata.addSignerSetCalldata(round),
    ],
    ['update', encodeFunctionData({ ...price, functionName: 'update', args: [answer] }), calldata.updateCalldata(round)],
    [
      'updateWithKeys',
      encodeFunctionData({ ...price, functionName: 'updateWithKeys', args: [answer, zInverse] }),
      calldata.updateWithKeysCalldata(round),
    ],
  ])('a call of %s has the same bytes', (_name, byAbi, byHelper) => {
    expect(byAbi).toBe(byHelper);
  });

  it.each(calls.lists)('a call of updateMany has the same bytes: $name', ({ result, shown }) => {
    const many = calldata.evmListOf({ result, registry, deploymentId, groups: shown });
    const args = [many.list, many.answer] as const;
    expect(encodeFunctionData({ abi: crossConsumerAbi, functionName: 'updateMany', args })).toBe(calldata.updateManyCalldata(many));
    const byKeys = encodeFunctionData({ abi: crossConsumerAbi, functionName: 'updateManyWithKeys', args: [...args, many.zInverse] });
    expect(byKeys).toBe(calldata.updateManyWithKeysCalldata(many));
  });

  it('a call of fulfillOracleQuery has the same bytes', () => {
    const [parameter] = priceConsumerAbi.find((entry) => entry.type === 'function' && entry.name === 'update')?.inputs ?? [];
    if (parameter === undefined) throw new TypeError('update takes an answer');
    const data = encodeAbiParameters([parameter, { type: 'uint256' }], [answer, zInverse] as never);
    const byAbi = encodeFunctionData({ abi: pullConsumerAbi, functionName: 'fulfillOracleQuery', args: [data] });
    expect(byAbi).toBe(calldata.fulfillOracleQueryCalldata(round));
  });

  it('a call of acceptSnapshot has the same bytes', () => {
    const { snapshot, signersBitmap, s, commitment, first, calls: expected } = calls.snapshot;
    const held = decodeRegistrySnapshot(fromHex(first));
    const signed = calldata.readSnapshot(calls.snapshot);
    const byHelper = calldata.acceptSnapshotCalldata({ deploymentId: held.deploymentId, registry: held, signed });
    const vouch = {
      signersBitmap: hexToBigInt(signersBitmap as `0x${string}`),
      zInverse: calldata.zInverseOf(signersOf(fromHex(signersBitmap)).flatMap((index) => held.keys[index] ?? [])) ?? 0n,
      s: hexToBigInt(s as `0x${string}`),
      commitment: commitment as `0x${string}`,
    };
    const byAbi = encodeFunctionData({ ...gateway, functionName: 'acceptSnapshot', args: [snapshot as `0x${string}`, vouch] });
    expect([byAbi, byHelper]).toEqual([expected.acceptSnapshot, expected.acceptSnapshot]);
  });
});
