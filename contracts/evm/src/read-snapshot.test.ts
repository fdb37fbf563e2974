import { decodeRegistrySnapshot, fromHex } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/evm-calldata.json' with { type: 'json' };
import { acceptSnapshotCalldata } from './calldata.js';
import { readSnapshot } from './read-snapshot.js';

const { snapshot, signersBitmap, s, commitment, first, calls } = file.snapshot;
const data = { signerVersion: 7, signers: [0], snapshot, signersBitmap, s, commitment };

it('what a gateway serves becomes the call that brings it to a chain', () => {
  const held = decodeRegistrySnapshot(fromHex(first));
  const input = { deploymentId: held.deploymentId, registry: held, signed: readSnapshot(data) };
  expect(acceptSnapshotCalldata(input)).toBe(calls.acceptSnapshot);
});

it.each([
  ['snapshot', { ...data, snapshot: '0x00' }],
  ['snapshot', { ...data, snapshot: 5 }],
  ['signersBitmap', { ...data, signersBitmap: `${signersBitmap}00` }],
  ['s', { ...data, s: 'z' }],
  ['commitment', { ...data, commitment: undefined }],
  ['snapshot', null],
])('what is no snapshot is refused by its member %s', (member, wrong) => {
  expect(() => readSnapshot(wrong)).toThrow(
    expect.objectContaining({ reason: 'malformed', message: expect.stringMatching(`^${member}: `) as string }),
  );
});
