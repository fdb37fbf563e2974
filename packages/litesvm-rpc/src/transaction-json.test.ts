import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { formatAddress, parseAddress, toAddress } from './address.js';
import { createLocalLedger } from './ledger.js';
import { createMintAt, mintTo } from './tokens.js';
import { transactionJson } from './transaction-json.js';

const USDC = parseAddress('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU');
const ledger = createLocalLedger({ slotMs: 0 });
const [authority, owner] = [Keypair.generate(), toAddress(Keypair.generate().publicKey.toBytes())];
const mintAuthority = toAddress(authority.publicKey.toBytes());
ledger.airdrop(mintAuthority, 1_000_000_000n);
createMintAt(ledger, { address: USDC, decimals: 6, mintAuthority });
function mint(): ReturnType<typeof ledger.transactions.naming>[number] {
  const tokenAccount = mintTo(ledger, { mintAuthority: authority.secretKey, mint: USDC, owner, amountAtomic: 1_500_000n });
  const [landed] = ledger.transactions.naming(tokenAccount, { limit: 1 });
  if (landed === undefined) throw new Error('not landed');
  return landed;
}
const [created, again] = [mint(), mint()];

describe('transactionJson', () => {
  it('tells token balances before and after, also of an account that was not there before', () => {
    const balance = (text: string): unknown => ({
      mint: formatAddress(USDC),
      owner: formatAddress(owner),
      uiTokenAmount: { uiAmountString: text },
    });
    expect(transactionJson(created, 'json').meta).toMatchObject({ preTokenBalances: [], postTokenBalances: [balance('1.5')] });
    expect(transactionJson(again, 'json').meta).toMatchObject({ preTokenBalances: [balance('1.5')], postTokenBalances: [balance('3')] });
  });

  it('tells the calls between programs under the instruction that made them', () => {
    const inner = { programIdIndex: expect.any(Number) as unknown, stackHeight: 2 };
    expect(transactionJson(created, 'json').meta).toMatchObject({
      innerInstructions: [{ index: 0, instructions: [inner, inner, inner, inner] }],
    });
    const named = { programId: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/) as unknown };
    expect(transactionJson(created, 'jsonParsed').meta).toMatchObject({
      innerInstructions: [{ instructions: [named, named, named, named] }],
    });
  });

  it('gives the transaction as it came in base64 and base58', () => {
    const [base64] = transactionJson(created, 'base64').transaction as [string, string];
    expect(Buffer.from(base64, 'base64').equals(created.transaction.bytes)).toBe(true);
    expect(transactionJson(created, 'base58').transaction).toMatchObject({ 1: 'base58' });
  });
});
