import { createHttpClient, operations, type FlatRoundResult, type HttpClient } from '@oracle-gateway/gateway-api';
import { formatAddress, parseAddress, roundAddress, toHex, type Address } from '@oracle-gateway/protocol';
import {
  configAddress,
  decodeConfig,
  decodeDelegate,
  decodeRegistry,
  decodeRoundReceipt,
  decodeSubscription,
  delegateAddress,
  delegateRoundsLeft,
  registryAddress,
  subscriptionAddress,
} from '@oracle-gateway/protocol/accounts';

import { addressOf } from '../world/keypair.js';
import type { World } from '../world/world.js';
import { awaitSettlement } from './await-settlement.js';
import { DemoFailure } from './demo-failure.js';
import { judgeAnswer, type Judgement } from './judge-answer.js';
import { duration, grouped, listNodes, section } from './narrate.js';
import { readObservers } from './observers.js';
import { createPlainLedger, type PlainLedger } from './plain-ledger.js';
import { preparePriceRound, type PriceRound } from './price-round.js';

const QUORUM = 3;
const TIMEOUT_MS = 30_000;

interface Served {
  readonly answer: FlatRoundResult;
  readonly roundId: string;
  readonly servedMs: number;
}

/** Where the demo stands: what it drives, and how to reach it. */
interface Stage {
  readonly world: World;
  readonly programId: Address;
  readonly client: HttpClient;
  readonly ledger: PlainLedger;
  readonly print: (text: string) => void;
}

/** Runs a round of an owner and one of a delegate on the subscription path and checks every claim that it prints. Throws DemoFailure. */
export async function runDemo(world: World, print: (text: string) => void, options: { readonly staysUp: boolean }): Promise<void> {
  const { manifest } = world;
  const programId = parseAddress(manifest.programId);
  const client = createHttpClient({ baseUrl: manifest.gatewayUrl, fetch, timeoutMs: TIMEOUT_MS });
  const stage: Stage = { world, programId, client, ledger: createPlainLedger(manifest.rpcUrl, programId), print };
  const ownerKey = Uint8Array.from(manifest.keys.subscriptionOwner);
  const terms = {
    sourceUrl: manifest.sources.price,
    signaturesRequired: Math.min(QUORUM, manifest.nodes.length),
    registryVersion: manifest.registryVersion,
    timestampSeconds: Math.floor(Date.now() / 1_000),
  };
  const round = preparePriceRound({ ...terms, ownerKey });
  const roundsBefore = await readRoundsLeft(stage, round);
  showRequest(stage, round);
  const served = await execute(stage, round);
  const judgement = await verify(stage, round, served);
  await showSettlement(stage, round, { served, judgement, roundsBefore, answeredAtMs: performance.now() });
  const delegateKey = Uint8Array.from(manifest.keys.delegate);
  await showDelegatesRound(stage, preparePriceRound({ ...terms, ownerKey: delegateKey, subscriptionOwner: addressOf(ownerKey) }));
  showWhereToLook(stage, served.roundId, options.staysUp ? 'Where to look next' : 'Where to look next, in a world started without --once');
}

async function readRoundsLeft({ ledger, programId }: Stage, round: PriceRound): Promise<bigint> {
  return (await ledger.read('subscription', subscriptionAddress(programId, round.subscriptionOwner), decodeSubscription)).roundsLeft;
}

function showRequest({ world, print }: Stage, round: PriceRound): void {
  const { manifest } = world;
  print(
    section('1. A request, signed by the owner of a subscription', [
      ['POST', `${manifest.gatewayUrl}${operations.executeRound.path}`],
      ['source', round.apiConfig.url],
      ['value at', round.apiConfig.responseParser ?? 'the whole body'],
      ['quorum', `${round.signaturesRequired} of ${manifest.nodes.length} nodes`],
      ['owner', formatAddress(round.owner)],
    ]),
  );
}

async function execute({ client }: Stage, round: PriceRound): Promise<Served> {
  const startedAtMs = performance.now();
  const answer = await client.call(operations.executeRound, { body: round.request });
  const servedMs = performance.now() - startedAtMs;
  if (answer.status !== 200) throw new DemoFailure(`the gateway answered ${answer.status}: ${answer.body.error}`);
  const roundId = answer.headers.get('x-round-id');
  if (roundId === null) throw new DemoFailure('the answer names no round id');
  return { answer: answer.body, roundId, servedMs };
}

async function judge({ ledger, programId }: Stage, round: PriceRound, { answer }: Served): Promise<Judgement> {
  const { deploymentId } = await ledger.read('protocol configuration', configAddress(programId), decodeConfig);
  const registryAt = registryAddress(programId, BigInt(answer.data.registryVersion));
  return judgeAnswer({ answer, round, deploymentId, registry: await ledger.read('registry', registryAt, decodeRegistry) });
}

async function verify(stage: Stage, round: PriceRound, served: Served): Promise<Judgement> {
  const { world, programId, print } = stage;
  const version = BigInt(served.answer.data.registryVersion);
  const registryAt = registryAddress(programId, version);
  const judgement = await judge(stage, round, served);
  const observers = await readObservers(
    world.manifest.nodes.map(({ index }) => world.stateFolder.logOf(`node-${index}`)),
    round,
  );
  print(
    section(`2. The answer, after ${duration(served.servedMs)}`, [
      ['value', `${served.answer.data.value}, the price of BTC in USD at the sample source`],
      ['observed', `${listNodes(observers)}, each asking the source itself`],
      ['signed', `${listNodes(judgement.signers)}, one aggregate signature`],
    ]),
  );
  print(
    section('3. Verified without trusting the gateway', [
      ['keys from', `the ledger: registry version ${version} at ${formatAddress(registryAt)}`],
      ['verified', "the signature is those nodes', over this value, source, owner and time"],
      ['refused', 'the same answer with one bit of the value changed'],
    ]),
  );
  return judgement;
}

interface SettlementFacts {
  readonly served: Served;
  readonly judgement: Judgement;
  readonly roundsBefore: bigint;
  readonly answeredAtMs: number;
}

async function showSettlement(stage: Stage, round: PriceRound, facts: SettlementFacts): Promise<void> {
  const { client, ledger, programId, print } = stage;
  const { signature, slot } = await awaitSettlement(client, facts.served.roundId);
  const settledMs = performance.now() - facts.answeredAtMs;
  const receiptAt = roundAddress({ programId, consumerAuthority: round.owner, ...round });
  const receipt = await ledger.read('receipt', receiptAt, decodeRoundReceipt);
  const [settled, signed] = [toHex(receipt.message), toHex(facts.judgement.message)];
  if (settled !== signed) throw new DemoFailure('the receipt on the ledger is of another message than the one that was signed');
  const roundsLeft = await readRoundsLeft(stage, round);
  if (roundsLeft !== facts.roundsBefore - 1n)
    throw new DemoFailure(`the subscription went from ${facts.roundsBefore} to ${roundsLeft} rounds`);
  print(
    section(`4. Settled on the ledger, ${duration(settledMs)} after the answer`, [
      ['transaction', signature],
      ['slot', slot === null ? 'unknown' : String(slot)],
      ['receipt', formatAddress(receiptAt)],
      ['holds', settled],
      ['that is', 'the very message the nodes signed'],
      ['paid', `one round of the subscription: ${grouped(facts.roundsBefore)} before, ${grouped(roundsLeft)} now`],
    ]),
  );
}

async function readDelegatesRoundsLeft({ ledger, programId }: Stage, round: PriceRound): Promise<bigint> {
  const delegateAt = delegateAddress(programId, subscriptionAddress(programId, round.subscriptionOwner), round.owner);
  return delegateRoundsLeft(await ledger.read('delegate', delegateAt, decodeDelegate));
}

/** The same source in the same second, asked for by a delegate of the subscription: a feed and a round of its own. */
async function showDelegatesRound(stage: Stage, round: PriceRound): Promise<void> {
  const { client, ledger, programId, print } = stage;
  const before = { subscription: await readRoundsLeft(stage, round), delegate: await readDelegatesRoundsLeft(stage, round) };
  const served = await execute(stage, round);
  const judgement = await judge(stage, round, served);
  await awaitSettlement(client, served.roundId);
  const receipt = await ledger.read('receipt', roundAddress({ programId, consumerAuthority: round.owner, ...round }), decodeRoundReceipt);
  if (toHex(receipt.message) !== toHex(judgement.message)) throw new DemoFailure("the delegate's receipt is of another message");
  const after = { subscription: await readRoundsLeft(stage, round), delegate: await readDelegatesRoundsLeft(stage, round) };
  if (after.subscription !== before.subscription - 1n || after.delegate !== before.delegate - 1n)
    throw new DemoFailure("the delegate's round was not taken once from the subscription and once from the delegate");
  print(
    section('5. The same price in the same second, asked for by a delegate of that subscription', [
      ['delegate', formatAddress(round.owner)],
      ['value', `${served.answer.data.value}, verified and settled like the first`],
      ['receipt', served.roundId],
      [
        'paid',
        `one round of the subscription, ${grouped(after.subscription)} left, and one of the delegate's, ${grouped(after.delegate)} left`,
      ],
    ]),
  );
}

function showWhereToLook({ world, print }: Stage, roundId: string, title: string): void {
  const { manifest, stateFolder } = world;
  print(
    section(title, [
      ['this round', `curl -s ${manifest.gatewayUrl}/v1/rounds/${roundId}`],
      ['gateway', `curl -s ${manifest.gatewayUrl}/v1/info`],
      ['metrics', `curl -s ${manifest.metricsUrls.gateway}`],
      ['ledger', `${manifest.rpcUrl} (Solana JSON-RPC)`],
      ['manifest', `${stateFolder.manifest} (every address, URL and test key)`],
      ['logs', `${stateFolder.path}/logs`],
    ]),
  );
}
