import { createHttpClient, operations, type ApiConfigBody, type HttpClient, type NestedRoundResult } from '@oracle-gateway/gateway-api';
import { parseAddress } from '@oracle-gateway/protocol';
import { associatedTokenAddress, configAddress, decodeConfig, decodeRegistry, registryAddress } from '@oracle-gateway/protocol/accounts';

import { addressOf, type SecretKey } from '../base/keypair.js';
import { DemoFailure } from './demo-failure.js';
import { duration, grouped, section } from './format.js';
import { verifyPaidRound, preparePaidRound, type PaidRound } from './paid-round.js';
import { steadyPrice } from './price-round.js';
import type { DemoContext } from './demo-context.js';
import { createX402Wallet, readReceipt, type Receipt, type X402Wallet } from './x402-wallet.js';

/** Includes the payment. */
const TIMEOUT_MS = 60_000;

export interface PaidTerms {
  readonly signaturesRequired: number;
  readonly registryVersion: number;
}

interface Customer {
  readonly key: SecretKey;
  readonly wallet: X402Wallet;
  /** Pays for each call. */
  readonly client: HttpClient;
}

interface Paid {
  readonly result: NestedRoundResult;
  readonly receipt: Receipt;
  readonly priceAtomic: bigint;
  readonly servedMs: number;
}

/** A customer with a key and some stablecoin pays for a round, then for a round of a paywalled source. */
export async function showPaidRounds(context: DemoContext, key: SecretKey, terms: PaidTerms): Promise<void> {
  const { rpcUrl, gatewayUrl, sources, network, usdcMint } = context.world.manifest;
  const wallet = await createX402Wallet({ rpcUrl, key, network, asset: usdcMint });
  const client = createHttpClient({ baseUrl: gatewayUrl, fetch: wallet.fetch, timeoutMs: TIMEOUT_MS });
  const customer = { key, wallet, client };
  await showPaidRound(context, customer, preparePaidRound({ ...terms, apiConfig: steadyPrice(sources.price) }));
  const apiConfig: ApiConfigBody = { url: `${sources.paywalled}/price`, method: 'GET', responseParser: '$.price' };
  await showPaywalledRound(context, customer, preparePaidRound({ ...terms, apiConfig }));
}

async function showPaidRound(context: DemoContext, customer: Customer, round: PaidRound): Promise<void> {
  const { priceAtomic, servedMs, result, receipt } = await payFor(context, customer, round);
  context.print(
    section('10. A round that is paid per request, by the official x402 client', [
      ['payer', receipt.payer],
      ['asked', `402: ${grouped(priceAtomic)} atomic units for the treasury; the client signs, and asks again`],
      ['served', `after ${duration(servedMs)}: ${result.data.value}, verified like the first`],
      ['receipt', receipt.transaction],
      ['paid', `the treasury holds ${grouped(priceAtomic)} atomic units more, to the unit`],
    ]),
  );
}

/** Declares the source, gets the number of payments, signs them on the source's terms, and pays for the round as before. */
async function showPaywalledRound(context: DemoContext, customer: Customer, round: PaidRound): Promise<void> {
  const quote = await context.client.call(operations.executeX402Round, { body: { ...round.request, x402Source: true } });
  const upstream = quote.status === 402 ? quote.body.extensions?.upstream : undefined;
  if (upstream === undefined) throw new DemoFailure(`a source declared as paywalled was answered ${quote.status}, without a quote`);
  const { resource, eligibleSetSize } = upstream;
  const refusal = await fetch(resource);
  if (refusal.status !== 402) throw new DemoFailure(`a paywalled source answered ${refusal.status}, not 402`);
  const sourcePayments = [...(await customer.wallet.signPayments(refusal, eligibleSetSize))];
  const before = await balanceOf(context, customer);
  const { priceAtomic, servedMs, result, receipt } = await payFor(context, customer, {
    ...round,
    request: { ...round.request, sourcePayments },
  });
  const spent = before - (await balanceOf(context, customer)) - priceAtomic;
  context.print(
    section('11. The same for a paywalled source, which every node pays', [
      ['source', resource],
      ['quoted', `${eligibleSetSize} payments, one for each node that may be asked`],
      ['signed', `${eligibleSetSize} payments on the source's own terms; no node sees another's`],
      ['served', `after ${duration(servedMs)}: ${result.data.value}, verified like the first`],
      ['receipt', receipt.transaction],
      ['paid', `${grouped(priceAtomic)} atomic units for the round, ${grouped(spent)} to the source when it was answered`],
    ]),
  );
}

/** Pays for a round, verifies it, and checks that the treasury received its price. Throws DemoFailure. */
async function payFor(context: DemoContext, { client }: Customer, round: PaidRound): Promise<Paid> {
  const { prices, redundancyBuffer, treasuryTokenAccount } = context.world.manifest;
  const signatures = BigInt(round.signaturesRequired + redundancyBuffer);
  const priceAtomic = BigInt(prices.x402RoundBase) + signatures * BigInt(prices.rewardPerSignature);
  const treasury = parseAddress(treasuryTokenAccount);
  const before = await context.ledger.readTokens(treasury);
  const startedAtMs = performance.now();
  const answer = await client.call(operations.executeX402Round, { body: round.request });
  const servedMs = performance.now() - startedAtMs;
  if (answer.status !== 200) throw new DemoFailure(`a paid round was answered ${answer.status}: ${answer.body.error}`);
  await verifyServed(context, round, answer.body);
  const earned = (await context.ledger.readTokens(treasury)) - before;
  if (earned !== priceAtomic) throw new DemoFailure(`a round of ${priceAtomic} atomic units brought the treasury ${earned}`);
  const receipt = readReceipt(answer.headers);
  const { succeeded } = await context.ledger.readTransaction(receipt.transaction);
  if (!succeeded) throw new DemoFailure('the receipt names a transaction that failed');
  return { result: answer.body, receipt, priceAtomic, servedMs };
}

async function verifyServed({ ledger, programId }: DemoContext, round: PaidRound, result: NestedRoundResult): Promise<void> {
  const version = BigInt(result.data.attestation.payload.registryVersion);
  const { deploymentId } = await ledger.read('protocol configuration', configAddress(programId), decodeConfig);
  const registry = await ledger.read('registry', registryAddress(programId, version), decodeRegistry);
  verifyPaidRound(round, result, { deploymentId, registry });
}

async function balanceOf({ world, ledger }: DemoContext, { key }: Customer): Promise<bigint> {
  return ledger.readTokens(associatedTokenAddress(addressOf(key), parseAddress(world.manifest.usdcMint)));
}
