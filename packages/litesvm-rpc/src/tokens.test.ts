import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { parseAddress, toAddress } from './address.js';
import { createLocalLedger } from './ledger.js';
import { LedgerSetupError } from './setup-error.js';
import { readMint, readTokenAccount } from './token-layout.js';
import { createMintAt, createTokenAccount, mintTo } from './tokens.js';

const USDC = parseAddress('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU');

describe('tokens', () => {
  const ledger = createLocalLedger({ slotMs: 0 });
  const [authority, owner] = [Keypair.generate(), toAddress(Keypair.generate().publicKey.toBytes())];
  const mintAuthority = toAddress(authority.publicKey.toBytes());
  ledger.airdrop(mintAuthority, 1_000_000_000n);
  createMintAt(ledger, { address: USDC, decimals: 6, mintAuthority });

  it('puts a mint at an address without a known key, without supply', () => {
    const account = ledger.account(USDC);
    expect(account && readMint(account)).toEqual({ authority: mintAuthority, supply: 0n, decimals: 6, freezeAuthority: null });
  });

  it('mints through the token program, into an account it creates once', () => {
    mintTo(ledger, { mintAuthority: authority.secretKey, mint: USDC, owner, amountAtomic: 1_000_000n });
    const tokenAccount = mintTo(ledger, { mintAuthority: authority.secretKey, mint: USDC, owner, amountAtomic: 500_000n });
    const account = ledger.account(tokenAccount);
    expect(account && readTokenAccount(account)).toMatchObject({ owner, mint: USDC, amount: 1_500_000n, state: 'initialized' });
  });

  it('creates an empty token account', () => {
    const account = ledger.account(createTokenAccount(ledger, { payer: authority.secretKey, owner: mintAuthority, mint: USDC }));
    expect(account && readTokenAccount(account)?.amount).toBe(0n);
  });

  it('refuses to mint for anyone but the authority', () => {
    const stranger = Keypair.generate();
    ledger.airdrop(toAddress(stranger.publicKey.toBytes()), 1_000_000_000n);
    const mint = (): void => {
      mintTo(ledger, { mintAuthority: stranger.secretKey, mint: USDC, owner, amountAtomic: 1n });
    };
    expect(mint).toThrow(LedgerSetupError);
  });
});
