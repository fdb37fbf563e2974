/** An agent that pays for single rounds out of an escrow: the instructions as honest parties would build them. */
import { ed25519 } from '@noble/curves/ed25519.js';
import type { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js';

import { readAgentEscrow } from './accounts.js';
import { concat, u64, u8 } from './bytes.js';
import { namedKeypair, type Outcome } from './chain.js';
import {
  administrator,
  configAddress,
  DEPLOYMENT_ID,
  gatewayAddress,
  gatewayAuthority,
  mint,
  nodeKeys,
  pda,
  programId,
  registryAddress,
  SETTINGS,
  tokensOf,
  treasuryAddress,
  VALUE,
} from './deployment.js';
import * as instructions from './instructions.js';
import type { SettleAgentRoundInput } from './instructions.js';
import { attestationMessage, digest, keccak, pointBytes, sha256, signWith, sumOf, type Attestation } from './signer.js';
import { createAssociatedTokenAccount, mintTo, tokenAmount } from './token.js';
import { bitmapOf, observedAtOf, type World, worldInUse } from './world.js';

export const agent = namedKeypair('agent');
export const otherAgent = namedKeypair('other agent');
export const DEPOSIT = 1_000_000n;
/** Price of a quorum of three. */
export const PRICE = SETTINGS.agentRoundBase + 3n * SETTINGS.agentRoundPerSig;

const gateway = gatewayAddress(gatewayAuthority.publicKey);

export function escrowAddress(payer = agent.publicKey, of = gateway): PublicKey {
  return pda('escrow', payer.toBytes(), of.toBytes());
}

/** A key that pays. `secretKey` signs the request, as in a Keypair; the public key need not be its own. */
export type Payer = Pick<Keypair, 'publicKey' | 'secretKey'>;

export interface AgentRound {
  readonly payer: Payer;
  /** Gateway whose authority settles. */
  readonly gatewayAuthority: Keypair;
  readonly apiConfigHash: Uint8Array;
  readonly value: Uint8Array;
  readonly registryVersion: bigint;
  readonly signaturesRequired: number;
  readonly timestampSeconds: bigint;
  /** Node indices. */
  readonly signers: readonly number[];
  readonly amount: bigint;
}

/** A round of now that nodes 0, 1 and 3 would sign. */
export function agentRound(world: World, changes: Partial<AgentRound> = {}): AgentRound {
  return {
    payer: agent,
    gatewayAuthority,
    apiConfigHash: sha256('a source'),
    value: VALUE,
    registryVersion: 1n,
    signaturesRequired: 3,
    timestampSeconds: world.chain.now,
    signers: [0, 1, 3],
    amount: PRICE,
    ...changes,
  };
}

function gatewayOf(round: AgentRound): PublicKey {
  return gatewayAddress(round.gatewayAuthority.publicKey);
}

/** Seeds of the round's account, without the bump. */
export function agentRoundSeeds(round: AgentRound): Uint8Array[] {
  const { payer, apiConfigHash, signaturesRequired, timestampSeconds } = round;
  const parties = [payer.publicKey.toBytes(), gatewayOf(round).toBytes()];
  return [concat('agent_round'), ...parties, apiConfigHash, u8(signaturesRequired), u64(timestampSeconds)];
}

export function agentRoundAddress(round: AgentRound): PublicKey {
  return pda(...agentRoundSeeds(round));
}

/** Request that the payer signs (docs/protocol.md#agentrequestauth). */
export interface AgentRequest {
  readonly label: string;
  readonly escrow: PublicKey;
  readonly gateway: PublicKey;
  readonly owner: PublicKey;
  readonly apiConfigHash: Uint8Array;
  readonly signaturesRequired: number;
  readonly timestampSeconds: bigint;
  readonly amount: bigint;
}

export function requestHash(round: AgentRound, changes: Partial<AgentRequest> = {}): Uint8Array {
  const request: AgentRequest = {
    label: 'SVC_AGENT_REQAUTH_V1',
    escrow: escrowAddress(round.payer.publicKey, gatewayOf(round)),
    gateway: gatewayOf(round),
    owner: round.payer.publicKey,
    ...round,
    ...changes,
  };
  const feedId = keccak('SVC_JOB_V1', request.owner.toBytes(), request.apiConfigHash, u8(request.signaturesRequired));
  return digest(
    concat(request.label, request.escrow.toBytes(), request.gateway.toBytes(), feedId, u64(request.timestampSeconds), u64(request.amount)),
  );
}

export function signRequest(hash: Uint8Array, by: Payer): Uint8Array {
  return ed25519.sign(hash, by.secretKey.slice(0, 32));
}

/**
 * Settles a round that the payer asked for and the nodes signed. `attested` replaces what the nodes sign, `requested` what the payer
 * signs, `claimed` what the gateway hands in.
 */
export function settleAgentRound(
  world: World,
  round: AgentRound,
  {
    claimed = {},
    attested = {},
    requested = {},
  }: {
    readonly claimed?: Partial<SettleAgentRoundInput>;
    readonly attested?: Partial<Attestation>;
    readonly requested?: Partial<AgentRequest>;
  } = {},
): TransactionInstruction {
  const keys = round.signers.map((index) => nodeKeys[index]!);
  const message = attestationMessage({ deploymentId: DEPLOYMENT_ID, ...round, owner: round.payer.publicKey.toBytes(), ...attested });
  const escrow = escrowAddress(round.payer.publicKey, gatewayOf(round));
  return instructions.settleAgentRound({
    ...round,
    programId,
    gatewayAuthority: round.gatewayAuthority.publicKey,
    rentPayer: round.gatewayAuthority.publicKey,
    form: attested.form ?? 1,
    observedAtMs: observedAtOf(round, attested),
    config: configAddress,
    gateway: gatewayOf(round),
    payer: round.payer.publicKey,
    escrow,
    tokens: tokensOf(escrow),
    treasury: treasuryAddress,
    registry: registryAddress(round.registryVersion),
    round: agentRoundAddress(round),
    requestSignature: signRequest(requestHash(round, requested), round.payer),
    signature: signWith(keys, message),
    keyForm: { form: 'sum', aggregateKey: pointBytes(sumOf(keys.map((key) => key.point))) },
    bitmap: bitmapOf(round.signers, world.registry(round.registryVersion).count),
    ...claimed,
  });
}

/** Settles as the round's gateway. */
export function sendSettlement(...args: Parameters<typeof settleAgentRound>): Outcome {
  const [world, round] = args;
  return world.chain.send(settleAgentRound(...args), round.gatewayAuthority);
}

/** The instructions of an escrow's payer. */
export function escrowInstructions(payer = agent.publicKey, authority = gatewayAuthority.publicKey) {
  const ofGateway = gatewayAddress(authority);
  const escrow = escrowAddress(payer, ofGateway);
  const input = { programId, payer, config: configAddress, escrow, gateway: ofGateway };
  return {
    pause: () => instructions.pauseEscrow(input),
    resume: () => instructions.resumeEscrow(input),
    requestWithdraw: () => instructions.requestWithdraw(input),
    withdraw: (amount: bigint, destination = tokensOf(payer)) =>
      instructions.withdrawEscrow({ ...input, amount, tokens: tokensOf(escrow), destination }),
  };
}

export function readEscrow(world: World, address = escrowAddress()) {
  return readAgentEscrow(world.chain.data(address));
}

export function tokensIn(world: World, account: PublicKey): bigint {
  return tokenAmount(world.chain.data(account));
}

/** Creates the escrow's token account and deposits; any key may do so. */
export function fund(world: World, escrow: PublicKey, amount = DEPOSIT): void {
  const by = administrator.publicKey;
  world.chain.must([createAssociatedTokenAccount(by, escrow, mint), mintTo(mint, tokensOf(escrow), by, amount)], administrator);
}

/** A deployment in use, in which two agents have deposited with the gateway; no escrow account exists yet. */
export function worldWithAgents(program: Uint8Array): World {
  const world = worldInUse(program);
  for (const { publicKey } of [agent, otherAgent]) {
    world.chain.fund(publicKey);
    world.chain.must(createAssociatedTokenAccount(administrator.publicKey, publicKey, mint), administrator);
    fund(world, escrowAddress(publicKey));
  }
  return world;
}
