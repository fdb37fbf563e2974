import { operations, type AgentStatus } from '@oracle-gateway/gateway-api';
import { agentRoundAddress, equalBytes, formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { decodeAgentRound } from '@oracle-gateway/protocol/accounts';

import { addressOf, type SecretKey } from '../base/keypair.js';
import { prepareAgentRound, type AgentRound } from './agent-round.js';
import { createAgentWallet } from './agent-wallet.js';
import { awaitSettlement } from './await-settlement.js';
import { DemoFailure } from './demo-failure.js';
import type { CheckedAttestation } from './check-attestation.js';
import { duration, grouped, section } from './format.js';
import { verifyServed, roundIdIn, type Served } from './serve-round.js';
import type { DemoContext } from './demo-context.js';

export interface AgentTerms {
  readonly sourceUrl: string;
  readonly signaturesRequired: number;
  readonly registryVersion: number;
  readonly timestampSeconds: number;
}

/** An unknown agent asks for the price, pays it into its escrow, signs, and is served. The round costs exactly the price. */
export async function showAgentsRound(context: DemoContext, payerKey: SecretKey, terms: AgentTerms): Promise<void> {
  const { world, client, print } = context;
  const { rpcUrl, wsUrl, treasuryTokenAccount } = world.manifest;
  const wallet = createAgentWallet({ rpcUrl, wsUrl, key: payerKey });
  const escrow = await readStatus(context, payerKey, terms);
  const amountAtomic = BigInt(escrow.quotedNextPrice);
  const round = prepareAgentRound({ ...terms, payerKey, amountAtomic });

  const discovery = await client.call(operations.executeAgentRound, { body: round.unsigned });
  const [option] = discovery.status === 402 ? discovery.body.accepts : [];
  if (option === undefined) throw new DemoFailure(`an agent without funds in its escrow was answered ${discovery.status}, not 402`);
  const { payTo, asset, extra } = option;
  const missing = amountAtomic - (BigInt(extra.currentAtaBalance) - BigInt(extra.committedAmount));
  if (payTo !== escrow.ataAddress) throw new DemoFailure('the terms name another token account than the escrow’s');
  const payment = await wallet.pay({ payTo, asset, agent: extra.agent, amountAtomic: missing });
  const before = { escrow: await wallet.balanceOf(payTo), treasury: await wallet.balanceOf(treasuryTokenAccount) };

  const served = await serveSigned(context, round, escrow);
  const checked = await verifyServed(context, round, served);
  const { signature } = await awaitSettlement(client, served.roundId);
  await requireRoundAccount(context, round, { escrow, checked });
  const after = { escrow: await wallet.balanceOf(payTo), treasury: await wallet.balanceOf(treasuryTokenAccount) };
  if (after.escrow !== before.escrow - amountAtomic || after.treasury !== before.treasury + amountAtomic)
    throw new DemoFailure(`a round of ${amountAtomic} atomic units took the escrow from ${before.escrow} to ${after.escrow}`);
  print(
    section('8. A round that an agent pays for from a new escrow', [
      ['agent', formatAddress(round.owner)],
      ['asked', `without a signature: 402, ${grouped(missing)} atomic units are missing`],
      ['paid in', `to ${payTo}, made by the same transaction`],
      ['transaction', payment],
      ['signed', `for this feed, this second and ${grouped(amountAtomic)} atomic units; asked again`],
      ['served', `after ${duration(served.servedMs)}: ${served.answer.data.value}, verified like the first`],
      ['settled', signature],
      ['paid', `the escrow held ${grouped(before.escrow)} atomic units, and holds ${grouped(after.escrow)} now`],
    ]),
  );
}

async function readStatus({ client }: DemoContext, payerKey: SecretKey, { signaturesRequired }: AgentTerms): Promise<AgentStatus> {
  const payer = formatAddress(addressOf(payerKey));
  const query = { signatures_required: signaturesRequired };
  const answer = await client.call(operations.getAgentStatus, { path: { payer }, query });
  if (answer.status !== 200) throw new DemoFailure(`the gateway answered ${answer.status} when asked for an escrow: ${answer.body.error}`);
  return answer.body;
}

async function serveSigned({ client }: DemoContext, round: AgentRound, { escrow, gateway }: AgentStatus): Promise<Served> {
  const body = round.sign({ escrow: parseAddress(escrow), gateway: parseAddress(gateway) });
  const startedAtMs = performance.now();
  const answer = await client.call(operations.executeAgentRound, { body });
  const servedMs = performance.now() - startedAtMs;
  if (answer.status !== 200) throw new DemoFailure(`the gateway answered ${answer.status}: ${answer.body.error}`);
  return { answer: answer.body, roundId: roundIdIn(answer.headers), servedMs };
}

/** The account that the settlement created must hold the message that the nodes signed. */
async function requireRoundAccount(
  { ledger, programId }: DemoContext,
  round: AgentRound,
  { escrow, checked }: { readonly escrow: AgentStatus; readonly checked: CheckedAttestation },
): Promise<void> {
  const canonicalTimestampSeconds = round.timestampSeconds;
  const identity = { ...round, programId, payer: round.owner, gateway: parseAddress(escrow.gateway), canonicalTimestampSeconds };
  const { message } = await ledger.read('agent round', agentRoundAddress(identity), decodeAgentRound);
  if (!equalBytes(message, checked.message))
    throw new DemoFailure('the agent round on the ledger holds another message than the signed one');
}
