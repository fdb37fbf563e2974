import { Keypair } from '@solana/web3.js';
import { toAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { createLocalLedger, LedgerSetupError } from './ledger.js';
import { readMint, readTokenAccount } from './token-layout.js';
import { createMintAt, createTokenAccount, DEVNET_USDC_MINT, mintTo } from './tokens.js';

describe('tokens', () => {
  const ledger = createLocalLedger({ slotMs: 0 });
  const [authority, owner] = [Keypair.generate(), toAddress(Keypair.generate().publicKey.toBytes())];
  const mintAuthority = toAddress(authority.publicKey.toBytes());
  ledger.airdrop(mintAuthority, 1_000_000_000n);
  createMintAt(ledger, { address: DEVNET_USDC_MINT, decimals: 6, mintAuthority });

  it('puts a mint at an address nobody holds the key of, without supply', () => {
    const account = ledger.account(DEVNET_USDC_MINT);
    expect(account && readMint(account)).toEqual({ authority: mintAuthority, supply: 0n, decimals: 6, freezeAuthority: null });
  });

  it('mints through the token program, into an account it creates once', () => {
    mintTo(ledger, { mintAuthority: authority.secretKey, mint: DEVNET_USDC_MINT, owner, amountAtomic: 1_000_000n });
    const tokenAccount = mintTo(ledger, { mintAuthority: authority.secretKey, mint: DEVNET_USDC_MINT, owner, amountAtomic: 500_000n });
    const account = ledger.account(tokenAccount);
    expect(account && readTokenAccount(account)).toMatchObject({ owner, mint: DEVNET_USDC_MINT, amount: 1_500_000n, state: 'initialized' });
  });

  it('creates an empty token account', () => {
    const account = ledger.account(
      createTokenAccount(ledger, { payer: authority.secretKey, owner: mintAuthority, mint: DEVNET_USDC_MINT }),
    );
    expect(account && readTokenAccount(account)?.amount).toBe(0n);
  });

  it('refuses to mint for anyone but the authority', () => {
    const stranger = Keypair.generate();
    ledger.airdrop(toAddress(stranger.publicKey.toBytes()), 1_000_000_000n);
    const mint = (): void => {
      mintTo(ledger, { mintAuthority: stranger.secretKey, mint: DEVNET_USDC_MINT, owner, amountAtomic: 1n });
    };
    expect(mint).toThrow(LedgerSetupError);
  });
});
