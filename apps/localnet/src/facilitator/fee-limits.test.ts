import { ed25519 } from '@noble/curves/ed25519.js';
import { createLocalLedger, createMintAt, createTokenAccount, mintTo, serveLedgerRpc, type LocalLedger } from '@oracle-gateway/litesvm-rpc';
import { formatAddress } from '@oracle-gateway/protocol';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { x402Client } from '@x402/core/client';
import type { PaymentPayload } from '@x402/core/types';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { NETWORK } from '../base/devnet.js';
import { addressOf, newKeypair } from '../base/keypair.js';
import { Teardown } from '../base/teardown.js';
import { serveFacilitator, type ServedFacilitator } from './serve-facilitator.js';

const [FEE_PAYER, PAYER, TREASURER] = [newKeypair(), newKeypair(), newKeypair()];
const TERMS = {
  scheme: 'exact',
  network: NETWORK,
  amount: '1000',
  asset: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  payTo: formatAddress(addressOf(TREASURER)),
  maxTimeoutSeconds: 60,
  extra: { feePayer: formatAddress(addressOf(FEE_PAYER)) },
} as const;

const teardown = new Teardown();
let ledger: LocalLedger;
let facilitator: ServedFacilitator;
let client: x402Client;
beforeAll(async () => {
  ledger = createLocalLedger({ slotMs: 0 });
  teardown.add(() => ledger.close());
  const rpc = await serveLedgerRpc(ledger);
  teardown.add(() => rpc.close());
  for (const key of [FEE_PAYER, TREASURER]) ledger.airdrop(addressOf(key), 10_000_000_000n);
  createMintAt(ledger, { address: TERMS.asset, decimals: 6, mintAuthority: addressOf(TREASURER) });
  mintTo(ledger, { mintAuthority: TREASURER, mint: TERMS.asset, owner: addressOf(PAYER), amountAtomic: 1_000_000n });
  createTokenAccount(ledger, { payer: TREASURER, owner: addressOf(TREASURER), mint: TERMS.asset });
  client = new x402Client().register(NETWORK, new ExactSvmScheme(await createKeyPairSignerFromBytes(PAYER), { rpcUrl: rpc.rpcUrl }));
  facilitator = await serveFacilitator({ host: '127.0.0.1', port: 0, network: NETWORK, rpcUrl: rpc.rpcUrl, feePayer: FEE_PAYER });
  teardown.add(() => facilitator.close());
});
afterAll(() => teardown.run());

/** Data of the official client for 20,000 compute units at one micro-lamport each, with the length of each instruction's data. */
const LIMIT = Buffer.from('0502204e0000', 'hex');
const PRICE = Buffer.from('09030100000000000000', 'hex');
/** Behind the number of signatures the fee payer's, then the payer's, then the message. */
const [PAYER_SIGNATURE_AT, MESSAGE_AT] = [1 + 64, 1 + 2 * 64];

/** The facilitator's verdict on the official client's payment with another compute budget. */
async function verdict(units: number, microLamports: bigint): Promise<unknown> {
  const resource = { url: 'https://oracle.example/' };
  const payment: PaymentPayload = await client.createPaymentPayload({ x402Version: 2, resource, accepts: [TERMS] });
  const wire = Buffer.from(String(payment.payload['transaction']), 'base64');
  wire.writeUInt32LE(units, wire.indexOf(LIMIT) + 2);
  wire.writeBigUInt64LE(microLamports, wire.indexOf(PRICE) + 2);
  wire.set(ed25519.sign(wire.subarray(MESSAGE_AT), PAYER.subarray(0, 32)), PAYER_SIGNATURE_AT);
  const paymentPayload = { ...payment, payload: { transaction: wire.toString('base64') } };
  const body = JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements: TERMS });
  return (await fetch(`${facilitator.url}/verify`, { method: 'POST', body })).json();
}

it('the facilitator pays what the official client asks for, and up to 2,000 lamports for compute units', async () => {
  expect(await verdict(20_000, 1n)).toMatchObject({ isValid: true });
  expect(await verdict(50_000, 40_000n)).toMatchObject({ isValid: true });
});

it.each([
  ['more units', 50_001, 1n, 'compute_limit'],
  ['a higher price', 20_000, 40_001n, 'compute_price'],
  ['the millions that the x402 packages allow', 1_400_000, 5_000_000n, 'compute_limit'],
])('the facilitator does not pay for %s', async (_, units, microLamports, named) => {
  expect(await verdict(units, microLamports)).toMatchObject({
    isValid: false,
    invalidReason: `invalid_exact_svm_payload_transaction_instructions_${named}_instruction_too_high`,
  });
});
