import { UPGRADEABLE_LOADER, type StoredAccount } from '@oracle-gateway/ledger';
import { toAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { isDeployedFile, readDeployedProgram } from './deployed-program.js';

const FILE = Uint8Array.of(0x7f, 0x45, 0, 9);
const AUTHORITY = toAddress(new Uint8Array(32).fill(5));

function accountOf({ state = 3, hasAuthority = 1, owner = UPGRADEABLE_LOADER, rest = [...FILE, 0, 0] } = {}): StoredAccount {
  const data = Uint8Array.of(state, 0, 0, 0, 7, 1, 0, 0, 0, 0, 0, 0, hasAuthority, ...AUTHORITY, ...rest);
  return { owner, data, lamports: 1n };
}

function viewOf(account: StoredAccount | null) {
  const readAccounts = () => Promise.resolve({ accounts: [account], slot: 1 });
  return { programId: toAddress(new Uint8Array(32).fill(1)), readAccounts };
}

describe('a deployed program', () => {
  it('is read with its slot and the key that may replace it', async () => {
    const deployed = await readDeployedProgram(viewOf(accountOf()));
    expect(deployed).toEqual({ slot: 263n, upgradeAuthority: AUTHORITY, data: Uint8Array.of(...FILE, 0, 0) });
    expect((await readDeployedProgram(viewOf(accountOf({ hasAuthority: 0 })))).upgradeAuthority).toBeNull();
  });

  it.each([
    ['no account', null],
    ['an account of another program', accountOf({ owner: AUTHORITY })],
    ['an account without a program', accountOf({ state: 1 })],
    ['an account that is too short', { ...accountOf(), data: new Uint8Array(44) }],
  ])('is not %s', async (_name, account) => {
    await expect(readDeployedProgram(viewOf(account))).rejects.toThrow(/^program: must be/);
  });

  it('is a file where its bytes are there and zeros alone follow', async () => {
    const deployed = await readDeployedProgram(viewOf(accountOf()));
    expect(isDeployedFile(deployed, FILE)).toBe(true);
    expect(isDeployedFile(deployed, FILE.slice(0, 3))).toBe(false);
    expect(isDeployedFile(deployed, Uint8Array.of(...FILE, 0, 0, 0))).toBe(false);
    expect(isDeployedFile({ ...deployed, data: Uint8Array.of(...FILE, 0, 1) }, FILE)).toBe(false);
  });
});
