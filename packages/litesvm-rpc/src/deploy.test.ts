import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { parseAddress, toAddress } from './address.js';
import { deployProgram } from './deploy.js';
import { UPGRADEABLE_LOADER } from './instructions.js';
import { createLocalLedger } from './ledger.js';
import { LedgerSetupError } from './setup-error.js';

const MEMO = parseAddress('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
/** A programdata account: state (4), slot (8), an authority option (33), then the program. */
const AUTHORITY_AT = 13;
const ELF_AT = 45;

describe('deployProgram', () => {
  const ledger = createLocalLedger({ slotMs: 0 });
  const [payer, programKey] = [Keypair.generate(), Keypair.generate()];
  ledger.airdrop(toAddress(payer.publicKey.toBytes()), 10_000_000_000n);
  // A program the ledger has from its beginning, deployed once more under a new address.
  const elf = ledger.account(MEMO)?.data ?? new Uint8Array();

  it('deploys a program that can be called, with the payer as its upgrade authority', () => {
    const { programId, programData, transactions } = deployProgram(ledger, {
      payer: payer.secretKey,
      programKey: programKey.secretKey,
      elf,
    });
    expect(transactions).toBe(Math.ceil(elf.length / 900) + 2);
    expect(ledger.account(programId)).toMatchObject({ executable: true, owner: UPGRADEABLE_LOADER });
    const data = ledger.account(programData)?.data ?? new Uint8Array();
    expect(data.subarray(AUTHORITY_AT, AUTHORITY_AT + 32)).toEqual(payer.publicKey.toBytes());
    expect(Buffer.compare(data.subarray(ELF_AT), elf)).toBe(0);
    const { execution } = ledger.send([payer.secretKey], [{ programId, accounts: [], data: new TextEncoder().encode('from the copy') }]);
    expect(execution.logs.join('\n')).toMatch(/from the copy/);
  });

  it('tells when the loader refuses the program', () => {
    const deploy = (): void => {
      deployProgram(ledger, { payer: payer.secretKey, programKey: Keypair.generate().secretKey, elf: new Uint8Array(2_000).fill(1) });
    };
    expect(deploy).toThrow(LedgerSetupError);
  });

  it('tells when the payer cannot pay for it', () => {
    const deploy = (): void => {
      deployProgram(ledger, { payer: Keypair.generate().secretKey, programKey: Keypair.generate().secretKey, elf });
    };
    expect(deploy).toThrow(LedgerSetupError);
  });
});
