import vectors from '@oracle-gateway/vectors/account.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { decodeStruct, structLength } from '../borsh-struct.js';
import { fromHex, toHex } from '../hex.js';
import { ACCOUNT_FORMS } from './accounts.generated.js';
import { type WrittenAccount, encodeAccount } from './encode-account.js';
import { decodeConfig } from './index.js';

const NAMES = Object.keys(ACCOUNT_FORMS) as WrittenAccount[];

describe('encodeAccount', () => {
  // No time that the program writes lies before 1970.
  const written = vectors.valid.filter(({ name }) => name !== 'times before 1970');

  it.each(written.map(({ name, account, data }) => [name, account, data] as const))('writes again what %s holds', (_, account, data) => {
    const bytes = fromHex(data);
    const name = NAMES.find((one) => ACCOUNT_FORMS[one].account === account)!;
    const { schema } = ACCOUNT_FORMS[name];
    const length = structLength(schema);
    const { discriminator: _discriminator, ...fields } = decodeStruct(schema, bytes.subarray(0, length));
    expect(toHex(encodeAccount(name, fields, [bytes.subarray(length)]))).toBe(data);
  });

  it('fills what is left out with zeros', () => {
    expect(decodeConfig(encodeAccount('config', { minSigners: 2 }))).toMatchObject({ minSigners: 2, registryVersion: 0n, guardian: null });
  });

  it('refuses a field that does not fit, and names it', () => {
    expect(() => encodeAccount('config', { mint: new Uint8Array(31) })).toThrow(/^mint: must be 32 bytes/);
  });
});
