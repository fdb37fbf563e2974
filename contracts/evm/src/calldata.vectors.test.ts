import { decodeRegistry } from '@oracle-gateway/protocol/accounts';
import { decodeRegistrySnapshot, deriveDeploymentId, fromHex, parseAddress, toHex, SOURCE_FORM } from '@oracle-gateway/protocol';
import type { SignedRegistrySnapshot } from '@oracle-gateway/schnorr';
import { describe, expect, it } from 'vitest';
import results from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import file from '@oracle-gateway/vectors/evm-calldata.json' with { type: 'json' };
import {
  acceptSnapshotCalldata,
  addSignerSetCalldata,
  fulfillOracleQueryCalldata,
  updateCalldata,
  updateManyCalldata,
  updateManyWithKeysCalldata,
  updateOneCalldata,
  updateOneWithKeysCalldata,
  updateWithKeysCalldata,
  verifyCalldata,
  verifyWithKeysCalldata,
} from './calldata.js';
import { evmRoundOf } from './evm-answer.js';
import { evmListOf } from './evm-list.js';

const registry = decodeRegistry(Uint8Array.from(Buffer.from(results.registryAccount, 'base64')));
const deploymentId = deriveDeploymentId({ programId: parseAddress(results.programId), network: results.network });

describe('calldata of a result', () => {
  const round = evmRoundOf({ result: results.result, registry, deploymentId });
  const { calls } = file.result;

  it('names the feed that a contract fixes', () => {
    const { feedId, sourceId, signaturesRequired } = file.result;
    expect(round.feed).toEqual({ feedId, sourceId, signaturesRequired, form: SOURCE_FORM });
  });

  it('has the hint and the parity of the independent implementation', () => {
    expect([round.zInverse, round.answer.parity]).toEqual([BigInt(file.result.zInverse), file.result.parity]);
  });

  it.each([
    ['verify', verifyCalldata(round)],
    ['verifyWithKeys', verifyWithKeysCalldata(round)],
    ['addSignerSet', addSignerSetCalldata(round)],
    ['update', updateCalldata(round)],
    ['updateWithKeys', updateWithKeysCalldata(round)],
    ['updateOne', updateOneCalldata(round)],
    ['updateOneWithKeys', updateOneWithKeysCalldata(round)],
    ['fulfillOracleQuery', fulfillOracleQueryCalldata(round)],
    ['fulfillOracleQueryBySet', fulfillOracleQueryCalldata({ answer: round.answer })],
  ] as const)('matches the vector of %s', (name, data) => {
    expect(data).toBe(calls[name]);
  });
});

describe('calldata of a list', () => {
  it.each(file.lists)('matches the vector: $name', ({ result, shown, groups, calls }) => {
    const round = evmListOf({ result, registry, deploymentId, groups: shown });
    expect(round.list.groups).toBe(groups);
    expect(updateManyCalldata(round)).toBe(calls.updateMany);
    expect(updateManyWithKeysCalldata(round)).toBe(calls.updateManyWithKeys);
  });

  it('shows all groups unless told otherwise', () => {
    const { result, calls } = file.lists[3]!;
    expect(updateManyCalldata(evmListOf({ result, registry, deploymentId }))).toBe(calls.updateMany);
  });
});

describe('calldata of a registry snapshot', () => {
  const held = decodeRegistrySnapshot(fromHex(file.snapshot.first));
  const signers = { version: held.version, minSigners: held.minSigners, keys: held.keys };
  const signed: SignedRegistrySnapshot = {
    snapshot: decodeRegistrySnapshot(fromHex(file.snapshot.snapshot)),
    signersBitmap: fromHex(file.snapshot.signersBitmap),
    s: fromHex(file.snapshot.s),
    commitment: fromHex(file.snapshot.commitment),
  };
  const input = { deploymentId: held.deploymentId, registry: signers, signed };

  it('matches the vector of acceptSnapshot', () => {
    expect(toHex(held.deploymentId)).toBe(file.snapshot.deploymentId);
    expect(acceptSnapshotCalldata(input)).toBe(file.snapshot.calls.acceptSnapshot);
  });

  it('is not made of a snapshot that the contract would refuse', () => {
    const other = { ...signed, s: new Uint8Array(32).fill(1) };
    expect(() => acceptSnapshotCalldata({ ...input, signed: other })).toThrow(
      expect.objectContaining({ name: 'EvmAnswerError', reason: 'signature' }),
    );
  });
});
