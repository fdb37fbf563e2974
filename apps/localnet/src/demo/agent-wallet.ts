import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferInstruction,
  getAccount,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token';
import { Connection, Keypair, PublicKey, sendAndConfirmTransaction, Transaction } from '@solana/web3.js';

import type { SecretKey } from '../world/keypair.js';

/** What a 402 says of a payment. */
export interface PaymentTerms {
  /** Base58: the token account that is to hold the money. */
  readonly payTo: string;
  /** Base58: the mint. */
  readonly asset: string;
  /** Base58: who owns `payTo`. */
  readonly agent: string;
  readonly amountAtomic: bigint;
}

/** An agent's key with nothing but Solana's own libraries: it pays as any outsider would. */
export interface AgentWallet {
  /** Pays into the token account of an escrow, which it makes where there is none; answers the transaction's signature. */
  pay(terms: PaymentTerms): Promise<string>;
  /** Atomic units in a token account that is there. */
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
