import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { parseAddress, toAddress } from './address.js';
import { deployProgram } from './deploy.js';
import { addGenesisProgram } from './genesis-program.js';
import { createLocalLedger } from './ledger.js';

const MEMO = parseAddress('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
/** Place of the deployment's slot in a programdata account. */
const SLOT = { from: 4, to: 12 };

describe('addGenesisProgram', () => {
  const payer = Keypair.generate();
  const funded = () => {
    const ledger = createLocalLedger({ slotMs: 0 });
    ledger.airdrop(payer.publicKey, 10_000_000_000n);
    // A program the ledger has from its beginning, once more under a new address.
    return { ledger, elf: ledger.account(MEMO)?.data ?? new Uint8Array() };
  };

  it('sets a program that can be called, without a transaction', () => {
    const { ledger, elf } = funded();
    const { publicKey } = Keypair.generate();
    const before = ledger.transactionCount;
    const { programId } = addGenesisProgram(ledger, { programId: publicKey, upgradeAuthority: payer.publicKey, elf });
    expect(ledger.transactionCount).toBe(before);
    expect(programId).toEqual(toAddress(publicKey));
    const { execution } = ledger.send([payer.secretKey], [{ programId, accounts: [], data: new TextEncoder().encode('from the copy') }]);
    expect(execution.logs.join('\n')).toMatch(/from the copy/);
  });

  it('leaves the accounts that a deployment leaves, except for its slot', () => {
    const { ledger, elf } = funded();
    const programKey = Keypair.generate();
    const deployed = deployProgram(ledger, { payer: payer.secretKey, programKey: programKey.secretKey, elf });
    const other = createLocalLedger({ slotMs: 0 });
    const set = addGenesisProgram(other, { programId: programKey.publicKey, upgradeAuthority: payer.publicKey, elf });
    expect(set).toEqual({ programId: deployed.programId, programData: deployed.programData });
    expect(other.account(set.programId)).toEqual(ledger.account(set.programId));
    const [expected, found] = [ledger.account(set.programData), other.account(set.programData)];
    expect(found?.data.slice(SLOT.from, SLOT.to)).toEqual(new Uint8Array(8));
    found?.data.set(expected?.data.subarray(SLOT.from, SLOT.to) ?? [], SLOT.from);
    expect({ ...found, data: Buffer.from(found?.data ?? []).toString('base64') }).toEqual({
      ...expected,
      data: Buffer.from(expected?.data ?? []).toString('base64'),
    });
  });

  it('sets a program that no key may replace', () => {
    const { ledger, elf } = funded();
    const { programData } = addGenesisProgram(ledger, { programId: Keypair.generate().publicKey, upgradeAuthority: null, elf });
    expect(ledger.account(programData)?.data.slice(12, 45)).toEqual(new Uint8Array(33));
  });

  it('refuses bytes that are not a program', () => {
    const { ledger } = funded();
    const set = () =>
      addGenesisProgram(ledger, { programId: Keypair.generate().publicKey, upgradeAuthority: null, elf: new Uint8Array(2_000).fill(1) });
    expect(set).toThrow();
  });
});
