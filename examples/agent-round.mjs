#!/usr/bin/env node
// A value for an agent, which pays from its escrow. It pays in what is missing, with Solana's own libraries.
import { agent, createClient, keypairSigner } from '@oracle-gateway/client';
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token';
import { Connection, Keypair, PublicKey, sendAndConfirmTransaction, Transaction } from '@solana/web3.js';
import { gateway, ledger, secretKeyOf, wsUrl } from './localnet.mjs';

const key = Keypair.fromSecretKey(secretKeyOf('agentPayer'));
const source = { url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot', method: 'GET', responseParser: '$.data.amount' };

/** @param {import('@oracle-gateway/client').EscrowTerms} missing */
async function fund({ amount, asset, payTo, escrow }) {
  const [mint, to, holder, from] = [new PublicKey(asset), new PublicKey(payTo), new PublicKey(escrow), key.publicKey];
  const payment = new Transaction().add(
    createAssociatedTokenAccountIdempotentInstruction(from, to, holder, mint),
    createTransferInstruction(getAssociatedTokenAddressSync(mint, from), to, from, amount),
  );
  await sendAndConfirmTransaction(new Connection(ledger.rpcUrl, { commitment: 'confirmed', wsEndpoint: wsUrl }), payment, [key]);
  console.log(`paid ${amount} atomic units into the escrow ${escrow}`);
}

const account = agent({ signer: keypairSigner(key.secretKey), maxAmount: 5_000n, fund });
const round = await createClient({ gateway, ledger, account }).round(source);
console.log(round.value, (await round.settled()).kind);
