import { Keypair, SystemProgram, type PublicKey, type TransactionInstruction } from '@solana/web3.js';

import { concat, u64, u8 } from '../bytes.js';
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

export function updateConfig(input: AdministrationInput & { readonly settings: Settings }): TransactionInstruction {
  return instruction(input.programId, 1, [settingsBytes(input.settings)], [signer(input.authority), writable(input.config)]);
}

export function proposeAuthority(input: AdministrationInput & { readonly newAuthority: PublicKey }): TransactionInstruction {
  return instruction(input.programId, 2, [input.newAuthority.toBytes()], [signer(input.authority), writable(input.config)]);
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

export function registerGateway(input: GatewayInput & { readonly gatewayAuthority: PublicKey }): TransactionInstruction {
  return instruction(
    input.programId,
    7,
    [input.gatewayAuthority.toBytes()],
    [payer(input.authority), readonly(input.config), writable(input.gateway), readonly(SystemProgram.programId)],
  );
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
    world.updateConfig({}),
    world.proposeAuthority(key),
    world.acceptAuthority(key),
    world.withdrawTreasury({ to: key }),
    world.registerGateway(Keypair.generate()),
    world.setGatewayStatus('inactive'),
  ];
}
