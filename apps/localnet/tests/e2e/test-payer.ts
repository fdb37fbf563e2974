import { operations, type ApiConfigBody, type NestedRoundResult } from '@oracle-gateway/gateway-api';
import { createHttpClient, type HttpClient } from '@oracle-gateway/gateway-api/testing';
import { formatAddress, parseAddress, type Address } from '@oracle-gateway/protocol';
import { associatedTokenAddress } from '@oracle-gateway/protocol/accounts';

import { createAgentWallet } from '../../src/demo/agent-wallet.js';
import { verifyPaidRound, preparePaidRound, type PaidDemoRound } from '../../src/demo/paid-round.js';
import { steadyPrice } from '../../src/demo/asked-price.js';
import { createX402Wallet, type X402Wallet } from '../../src/demo/x402-wallet.js';
import { addressOf, newKeypair, type SecretKey } from '../../src/base/keypair.js';
import type { TestWorld } from './test-world.js';

/** A round's price, its answer included, is paid within this time; the gateway waits for the facilitator for fifteen seconds. */
const TIMEOUT_MS = 60_000;

/** A few hundred rounds. */
const FUNDS_ATOMIC = 1_000_000n;

let feeds = 0;

/** One of the manifest's keys with the official x402 client, as users install it. */
export class TestPayer {
  private constructor(
    private readonly test: TestWorld,
    private readonly wallet: X402Wallet,
    private readonly paying: HttpClient,
    readonly address: Address,
  ) {}

  static async create(test: TestWorld, key: SecretKey = Uint8Array.from(test.world.manifest.keys.x402Payer)): Promise<TestPayer> {
    const { rpcUrl, gatewayUrl, network, usdcMint } = test.world.manifest;
    const wallet = await createX402Wallet({ rpcUrl, key, network, asset: usdcMint });
    const paying = createHttpClient({ baseUrl: gatewayUrl, fetch: wallet.fetch, timeoutMs: TIMEOUT_MS });
    return new TestPayer(test, wallet, paying, addressOf(key));
  }

  /** A round of a new source: sample sources ignore the parameter that makes it new. */
  prepare(input: { readonly quorum?: number; readonly apiConfig?: ApiConfigBody } = {}): PaidDemoRound {
    const { manifest } = this.test.world;
    const steady = steadyPrice(manifest.sources.price);
    feeds += 1;
    return preparePaidRound({
      apiConfig: input.apiConfig ?? { ...steady, url: `${steady.url}?feed=${feeds}` },
      signaturesRequired: input.quorum ?? 2,
      registryVersion: manifest.registryVersion,
    });
  }

  /** The price of the paywalled source. */
  preparePaywalled(quorum: number): PaidDemoRound {
    feeds += 1;
    const url = `${this.test.world.manifest.sources.paywalled}/price?feed=${feeds}`;
    return this.prepare({ quorum, apiConfig: { url, method: 'GET', responseParser: '$.price' } });
  }

  /** So many payments for what the paywalled source asks. */
  async payTheSource(count: number): Promise<string[]> {
    return [...(await this.wallet.signPayments(await fetch(`${this.test.world.manifest.sources.paywalled}/price`), count))];
  }

  /** Asks, pays, asks again. */
  async pay(round: PaidDemoRound) {
    return this.paying.call(operations.executeX402Round, { body: round.request });
  }

  /** A payment for the round, as the client would send it now. */
  async authorize(round: PaidDemoRound): Promise<string> {
    const { gatewayUrl } = this.test.world.manifest;
    const body = JSON.stringify(round.request);
    const refusal = await fetch(`${gatewayUrl}${operations.executeX402Round.path}`, { method: 'POST', body });
    const [payment] = await this.wallet.signPayments(refusal, 1);
    if (payment === undefined) throw new Error('no payment was signed');
    return payment;
  }

  /** Asks, with a payment or without one. */
  async ask(round: PaidDemoRound, payment?: string) {
    const headers = payment === undefined ? {} : { 'payment-signature': payment };
    return this.test.client.call(operations.executeX402Round, { body: round.request, headers });
  }

  /** Balance of the payer's own token account. */
  balance(): bigint {
    return balanceOf(this.test, associatedTokenAddress(this.address, parseAddress(this.test.world.manifest.usdcMint)));
  }

  priceOf(quorum: number): bigint {
    const { prices, redundancyBuffer } = this.test.world.manifest;
    return BigInt(prices.x402RoundBase) + BigInt(quorum + redundancyBuffer) * BigInt(prices.rewardPerSignature);
  }
}

/** A key of its own with some stablecoin, so that no other payer's payments stand in its way. */
export async function newPayer(test: TestWorld): Promise<TestPayer> {
  const { rpcUrl, wsUrl, keys, usdcMint: asset } = test.world.manifest;
  const key = newKeypair();
  const owner = addressOf(key);
  const wallet = createAgentWallet({ rpcUrl, wsUrl, key: Uint8Array.from(keys.x402Payer) });
  const payTo = formatAddress(associatedTokenAddress(owner, parseAddress(asset)));
  await wallet.pay({ payTo, asset, agent: formatAddress(owner), amountAtomic: FUNDS_ATOMIC });
  return TestPayer.create(test, key);
}

/** Atomic units in a token account; 0 without an account. */
export function balanceOf({ world }: TestWorld, tokenAccount: Address | string): bigint {
  const account = world.ledger.account(tokenAccount);
  return account === null ? 0n : Buffer.from(account.data).readBigUInt64LE(64);
}

/** Balance of the treasury. */
export function treasuryOf(test: TestWorld): bigint {
  return balanceOf(test, test.world.manifest.treasuryTokenAccount);
}

/** Fails unless the registry's nodes signed this very round. Answers who did. */
export async function judged(test: TestWorld, round: PaidDemoRound, result: NestedRoundResult): Promise<readonly number[]> {
  const { deploymentId } = await test.reader.config();
  return verifyPaidRound(round, result, { deploymentId, registry: await test.reader.currentRegistry() }).signers;
}
