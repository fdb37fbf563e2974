import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferInstruction,
  getAccount,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token';
import { Connection, Keypair, PublicKey, sendAndConfirmTransaction, Transaction } from '@solana/web3.js';

import type { SecretKey } from '../base/keypair.js';

/** The payment that a 402 asks for. */
export interface AskedPayment {
  /** Base58: the token account to pay into. */
  readonly payTo: string;
  /** Base58: the mint. */
  readonly asset: string;
  /** Base58: the owner of `payTo`. */
  readonly agent: string;
  readonly amountAtomic: bigint;
}

/** An agent's key, used with Solana's own libraries only. */
export interface AgentWallet {
  /** Pays into the escrow's token account and creates the account if it is missing. Returns the transaction's signature. */
  pay(terms: AskedPayment): Promise<string>;
  /** Atomic units in an existing token account. */
  balanceOf(tokenAccount: string): Promise<bigint>;
}

export function createAgentWallet(input: { readonly rpcUrl: string; readonly wsUrl: string; readonly key: SecretKey }): AgentWallet {
  const connection = new Connection(input.rpcUrl, { commitment: 'confirmed', wsEndpoint: input.wsUrl });
  const keypair = Keypair.fromSecretKey(input.key);
  const { publicKey } = keypair;
  return {
    async pay({ payTo, asset, agent, amountAtomic }) {
      const [tokens, mint, owner] = [new PublicKey(payTo), new PublicKey(asset), new PublicKey(agent)];
      const payment = new Transaction().add(
        createAssociatedTokenAccountIdempotentInstruction(publicKey, tokens, owner, mint),
        createTransferInstruction(getAssociatedTokenAddressSync(mint, publicKey), tokens, publicKey, amountAtomic),
      );
      return sendAndConfirmTransaction(connection, payment, [keypair]);
    },
    balanceOf: async (tokenAccount) => (await getAccount(connection, new PublicKey(tokenAccount))).amount,
  };
}
