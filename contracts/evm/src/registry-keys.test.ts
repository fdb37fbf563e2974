import { decodeRegistrySnapshot, fromHex, toHex } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/evm-calldata.json' with { type: 'json' };
import { registryKeysFromCode } from './registry-keys.js';

const { version, minSigners, keys } = decodeRegistrySnapshot(fromHex(file.snapshot.first));
const present = keys.reduce((bits, key, index) => (key === null ? bits : bits | (1n << BigInt(index))), 0n);
const packed = keys.map((key) => (key === null ? '' : toHex(key).slice(2))).join('');

it('keys of a version come from the code that a contract reads them from', () => {
  expect(registryKeysFromCode({ version, present, minSigners, code: `0x00${packed}` })).toEqual({ version, minSigners, keys });
});

it.each([
  ['no code', '0x'],
  ['a key short', `0x00${packed.slice(128)}`],
  ['a byte more', `0x00${packed}00`],
  ['no hex', '0xzz'],
] as const)('code of other contents is refused: %s', (_what, code) => {
  expect(() => registryKeysFromCode({ version, present, minSigners, code })).toThrow(
    expect.objectContaining({ name: 'EvmAnswerError', reason: 'malformed' }),
  );
});
