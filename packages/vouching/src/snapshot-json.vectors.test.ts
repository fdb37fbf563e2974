import { decodeRegistrySnapshot, fromHex } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import file from '../../../vectors/stored-form.json' with { type: 'json' };
import { snapshotJson } from './snapshot-json.js';

const { stored, signers } = file.snapshotFile;

it('a signed snapshot is written in its stored form', () => {
  const read: Record<'snapshot' | 'signersBitmap' | 's' | 'commitment', string> = JSON.parse(stored);
  const signed = {
    snapshot: decodeRegistrySnapshot(fromHex(read.snapshot)),
    signersBitmap: fromHex(read.signersBitmap, 32),
    s: fromHex(read.s, 32),
    commitment: fromHex(read.commitment, 20),
  };
  expect(JSON.stringify(snapshotJson(signed, signers))).toBe(stored);
});
