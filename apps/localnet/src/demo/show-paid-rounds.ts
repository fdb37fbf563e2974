import { operations, type ApiConfigBody, type NestedRoundResult } from '@oracle-gateway/gateway-api';
import { parseNestedRoundResult } from '@oracle-gateway/gateway-api/parsers';
import { createHttpClient } from '@oracle-gateway/gateway-api/testing';
import { formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { associatedTokenAddress } from '@oracle-gateway/protocol/accounts';

import { addressOf, type SecretKey } from '../base/keypair.js';
import { awaitSettlement } from './await-settlement.js';
import { DemoFailure } from './demo-failure.js';
import { formatDuration, formatGrouped, section } from './format.js';
import { verifyPaidRound, preparePaidRound } from './paid-round.js';
import { failDemo, readKeys, type DemoQuestion } from './serve-round.js';
import type { DemoContext } from './demo-context.js';
import { createX402Wallet, payingAccount, readWalletReceipt } from './x402-wallet.js';

/** Includes the payment. */
const TIMEOUT_MS = 60_000;

interface Bought {
  readonly result: NestedRoundResult;
  /** Base58: the transaction of the payment. */
  readonly transaction: string;
}

interface Paid extends Bought {
  readonly priceAtomic: bigint;
  readonly servedMs: number;
}

/** A round that the client pays for. */
export async function showPaidRound(context: DemoContext, key: SecretKey, question: DemoQuestion): Promise<void> {
  const priceAtomic = priceOf(context, question);
  const { client } = context.connect(await payingAccount(key, priceAtomic));
  const { result, transaction, servedMs } = await payFor(context, question, async () => {
    const round = await client.round(question.source, { quorum: question.quorum }).catch(failDemo);
    const { signature } = await awaitSettlement(round);
    return { result: parseNestedRoundResult(round.answer), transaction: signature };
  });
  context.print(
    section('10. A round that is paid per request (x402)', [
      ['payer', formatAddress(addressOf(key))],
      ['limit', `${formatGrouped(priceAtomic)} atomic units a round: the client signs no more`],
      ['terms', 'of the 402, compared with the ledger before the payment was signed'],
      ['served', `after ${formatDuration(servedMs)}: ${result.data.value}, verified like the first`],
      ['payment', transaction],
      ['paid', `the treasury holds ${formatGrouped(priceAtomic)} atomic units more, to the unit`],
    ]),
  );
}

/** A paywalled source, by the official x402 client: quoted, paid by each node with a payment of the caller, and the round as before. */
export async function showPaywalledRound(context: DemoContext, key: SecretKey, quorum: number): Promise<void> {
  const { rpcUrl, gatewayUrl, sources, network, usdcMint, registryVersion } = context.world.manifest;
  const source: ApiConfigBody = { url: `${sources.paywalled}/price`, method: 'GET', responseParser: '$.price' };
  const { request } = preparePaidRound({ apiConfig: source, signaturesRequired: quorum, registryVersion });
  const wallet = await createX402Wallet({ rpcUrl, key, network, asset: usdcMint });
  const paying = createHttpClient({ baseUrl: gatewayUrl, fetch: wallet.fetch, timeoutMs: TIMEOUT_MS });
  const asking = createHttpClient({ baseUrl: gatewayUrl, fetch, timeoutMs: TIMEOUT_MS });
  const quote = await asking.call(operations.executeX402Round, { body: { ...request, x402Source: true } });
  const upstream = quote.status === 402 ? quote.body.extensions?.upstream : undefined;
  if (upstream === undefined) throw new DemoFailure(`a source declared as paywalled was answered ${quote.status}, without a quote`);
  const { resource, eligibleSetSize } = upstream;
  const refusal = await fetch(resource);
  if (refusal.status !== 402) throw new DemoFailure(`a paywalled source answered ${refusal.status}, not 402`);
  const sourcePayments = [...(await wallet.signPayments(refusal, eligibleSetSize))];
  const before = await balanceOf(context, key);
  const { result, transaction, priceAtomic, servedMs } = await payFor(context, { source, quorum }, async () => {
    const answer = await paying.call(operations.executeX402Round, { body: { ...request, sourcePayments } });
    if (answer.status !== 200) throw new DemoFailure(`a paid round was answered ${answer.status}: ${answer.body.error}`);
    return { result: answer.body, transaction: readWalletReceipt(answer.headers).transaction };
  });
  const spent = before - (await balanceOf(context, key)) - priceAtomic;
  context.print(
    section('11. The same for a paywalled source, which every node pays, by the official x402 client', [
      ['source', resource],
      ['quoted', `${eligibleSetSize} payments, one for each node that may be asked`],
      ['signed', `${eligibleSetSize} payments on the source's own terms; no node sees another's`],
      ['served', `after ${formatDuration(servedMs)}: ${result.data.value}, verified like the first`],
      ['receipt', transaction],
      ['paid', `${formatGrouped(priceAtomic)} atomic units for the round, ${formatGrouped(spent)} to the source when it was answered`],
    ]),
  );
}

/** Buys a round, verifies it, and checks that the treasury received its price by a transaction that succeeded. Throws DemoFailure. */
async function payFor(context: DemoContext, question: DemoQuestion, buy: () => Promise<Bought>): Promise<Paid> {
  const treasury = parseAddress(context.world.manifest.treasuryTokenAccount);
  const priceAtomic = priceOf(context, question);
  const before = await context.ledger.readTokens(treasury);
  const startedAtMs = performance.now();
  const { result, transaction } = await buy();
  const servedMs = performance.now() - startedAtMs;
  const { registryVersion } = result.data.attestation.payload;
  const terms = { apiConfig: question.source, signaturesRequired: question.quorum, registryVersion };
  verifyPaidRound(preparePaidRound(terms), result, await readKeys(context, registryVersion));
  const earned = (await context.ledger.readTokens(treasury)) - before;
  if (earned !== priceAtomic) throw new DemoFailure(`a round of ${priceAtomic} atomic units brought the treasury ${earned}`);
  const { succeeded } = await context.ledger.readTransaction(transaction);
  if (!succeeded) throw new DemoFailure('the receipt names a transaction that failed');
  return { result, transaction, priceAtomic, servedMs };
}

function priceOf({ world }: DemoContext, { quorum }: DemoQuestion): bigint {
  const { prices, redundancyBuffer } = world.manifest;
  return BigInt(prices.x402RoundBase) + BigInt(quorum + redundancyBuffer) * BigInt(prices.rewardPerSignature);
}

async function balanceOf({ world, ledger }: DemoContext, key: SecretKey): Promise<bigint> {
  return ledger.readTokens(associatedTokenAddress(addressOf(key), parseAddress(world.manifest.usdcMint)));
}
