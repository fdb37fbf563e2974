import { Keypair, SystemProgram, type AccountMeta, type PublicKey, type TransactionInstruction } from '@solana/web3.js';

import { concat, u64, u8 } from '../bytes.js';
import { nodeAddress } from '../deployment.js';
import { TOKEN_PROGRAM } from '../token.js';
import { instruction, payer, readonly, signer, writable } from './instruction.js';
import type { SampleSource } from './sample-source.js';

export interface Settings {
  readonly minSigners: number;
  readonly versionGraceSeconds: bigint;
  readonly settleWindowSeconds: bigint;
  readonly withdrawDelaySeconds: bigint;
  readonly x402RoundBase: bigint;
  readonly rewardPerSignature: bigint;
  readonly agentRoundBase: bigint;
  readonly agentRoundPerSig: bigint;
  readonly subscriptionRoundBase: bigint;
  readonly subscriptionRoundPerSig: bigint;
  readonly additionsDelaySeconds: bigint;
  /** Zeros = none. */
  readonly guardian: Uint8Array;
}

function settingsBytes(settings: Settings): Uint8Array {
  return concat(
    u8(settings.minSigners),
    u64(settings.versionGraceSeconds),
    u64(settings.settleWindowSeconds),
    u64(settings.withdrawDelaySeconds),
    u64(settings.x402RoundBase),
    u64(settings.rewardPerSignature),
    u64(settings.agentRoundBase),
    u64(settings.agentRoundPerSig),
    u64(settings.subscriptionRoundBase),
    u64(settings.subscriptionRoundPerSig),
    u64(settings.additionsDelaySeconds),
    settings.guardian,
  );
}

export interface InitialiseInput {
  readonly programId: PublicKey;
  readonly upgradeAuthority: PublicKey;
  readonly config: PublicKey;
  readonly programData: PublicKey;
  readonly mint: PublicKey;
  readonly networkHash: Uint8Array;
  readonly settings: Settings;
}

export function initialise(input: InitialiseInput): TransactionInstruction {
  return instruction(
    input.programId,
    0,
    [input.networkHash, settingsBytes(input.settings)],
    [
      payer(input.upgradeAuthority),
      writable(input.config),
      readonly(input.programData),
      readonly(input.mint),
      readonly(SystemProgram.programId),
    ],
  );
}

export interface AdministrationInput {
  readonly programId: PublicKey;
  readonly authority: PublicKey;
  readonly config: PublicKey;
}

/** An instruction that may have to be announced. */
export interface AnnouncedInput extends AdministrationInput {
  readonly pendingChange?: PublicKey | undefined;
}

function announcedAccounts({ authority, config, pendingChange }: AnnouncedInput): AccountMeta[] {
  return [payer(authority), writable(config), ...(pendingChange === undefined ? [] : [writable(pendingChange)])];
}

export function updateConfig(input: AnnouncedInput & { readonly settings: Settings }): TransactionInstruction {
  return instruction(input.programId, 1, [settingsBytes(input.settings)], announcedAccounts(input));
}

export function proposeAuthority(input: AnnouncedInput & { readonly newAuthority: PublicKey }): TransactionInstruction {
  return instruction(input.programId, 2, [input.newAuthority.toBytes()], announcedAccounts(input));
}

export interface AnnounceChangeInput extends AdministrationInput {
  readonly pendingChange: PublicKey;
  /** Data of the announced instruction. */
  readonly change: Uint8Array;
  /** The Node account of each `set`. */
  readonly nodes: readonly PublicKey[];
}

export function announceChange(input: AnnounceChangeInput): TransactionInstruction {
  return instruction(
    input.programId,
    34,
    [input.change],
    [
      payer(input.authority),
      readonly(input.config),
      writable(input.pendingChange),
      readonly(SystemProgram.programId),
      ...input.nodes.map(readonly),
    ],
  );
}

export function cancelChange(input: AdministrationInput & { readonly pendingChange: PublicKey }): TransactionInstruction {
  return instruction(input.programId, 35, [], [payer(input.authority), readonly(input.config), writable(input.pendingChange)]);
}

export function acceptAuthority(input: AdministrationInput): TransactionInstruction {
  return instruction(input.programId, 3, [], [signer(input.authority), writable(input.config)]);
}

export interface WithdrawTreasuryInput extends AdministrationInput {
  readonly amount: bigint;
  readonly treasury: PublicKey;
  readonly destination: PublicKey;
}

export function withdrawTreasury(input: WithdrawTreasuryInput): TransactionInstruction {
  return instruction(
    input.programId,
    4,
    [u64(input.amount)],
    [signer(input.authority), readonly(input.config), writable(input.treasury), writable(input.destination), readonly(TOKEN_PROGRAM)],
  );
}

export interface GatewayInput extends AdministrationInput {
  readonly gateway: PublicKey;
}

export interface GatewayKeys {
  /** Zeros = none. */
  readonly rotator: PublicKey;
  readonly rentTo: PublicKey;
}

export function registerGateway(input: GatewayInput & GatewayKeys & { readonly gatewayAuthority: PublicKey }): TransactionInstruction {
  return instruction(
    input.programId,
    7,
    [input.gatewayAuthority.toBytes(), input.rotator.toBytes(), input.rentTo.toBytes()],
    [payer(input.authority), readonly(input.config), writable(input.gateway), readonly(SystemProgram.programId)],
  );
}

export function updateGateway(input: GatewayInput & GatewayKeys): TransactionInstruction {
  const data = [input.rotator.toBytes(), input.rentTo.toBytes()];
  return instruction(input.programId, 31, data, [signer(input.authority), readonly(input.config), writable(input.gateway)]);
}

export function proposeGatewayAuthority(input: GatewayInput & { readonly newAuthority: PublicKey }): TransactionInstruction {
  const data = [input.newAuthority.toBytes()];
  return instruction(input.programId, 32, data, [signer(input.authority), readonly(input.config), writable(input.gateway)]);
}

export function acceptGatewayAuthority(input: Omit<GatewayInput, 'config'>): TransactionInstruction {
  return instruction(input.programId, 33, [], [signer(input.authority), writable(input.gateway)]);
}

const GATEWAY_STATUS = { inactive: 0, active: 1, 'stopped in an emergency': 2 } as const;
export type GatewayStatus = keyof typeof GATEWAY_STATUS;

export function setGatewayStatus(input: GatewayInput & { readonly status: GatewayStatus }): TransactionInstruction {
  return instruction(
    input.programId,
    8,
    [u8(GATEWAY_STATUS[input.status])],
    [signer(input.authority), readonly(input.config), writable(input.gateway)],
  );
}

export function administrationSamples({ world }: SampleSource): readonly TransactionInstruction[] {
  const key = Keypair.generate().publicKey;
  return [
    world.initialise(),
    world.updateConfig({}, key),
    world.proposeAuthority(key, key),
    world.acceptAuthority(key),
    world.withdrawTreasury({ to: key }),
    world.registerGateway(Keypair.generate()),
    world.setGatewayStatus('inactive'),
    world.updateGateway({}),
    world.proposeGatewayAuthority(key),
    world.acceptGatewayAuthority(key),
    world.announce(world.changeRegistry({ version: 1n, changes: [world.set(0)] }), [nodeAddress(0)]),
    world.cancelChange(world.proposeAuthority(key)),
  ];
}
