import { decodeRegistrySnapshot, fromHex } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/stored-form.json' with { type: 'json' };
import { snapshotJson } from './snapshot-json.js';

const { stored, bytes, signers, signersBitmap, s, commitment } = file.snapshotFile;

it('a signed snapshot is written in its stored form', () => {
  const signed = {
    snapshot: decodeRegistrySnapshot(fromHex(bytes)),
    signersBitmap: fromHex(signersBitmap, 32),
    s: fromHex(s, 32),
    commitment: fromHex(commitment, 20),
  };
  expect(JSON.stringify(snapshotJson(signed, signers))).toBe(stored);
});
