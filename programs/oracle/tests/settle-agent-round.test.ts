import type { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { readReceipt } from './accounts.js';
import {
  agent,
  agentRound,
  agentRoundAddress,
  DEPOSIT,
  escrowAddress,
  escrowInstructions,
  fund,
  otherAgent,
  PRICE,
  readEscrow,
  sendSettlement,
  settleAgentRound,
  tokensIn,
  worldWithAgents,
} from './agent.js';
import { startingFrom } from './built-program.js';
import { namedKeypair } from './chain.js';
import {
  administrator,
  configAddress,
  DEPLOYMENT_ID,
  gatewayAddress,
  gatewayAuthority,
  mint,
  nodeAddress,
  otherGatewayAuthority,
  owner,
  programId,
  registryAddress,
  stranger,
  tokensOf,
  treasuryAddress,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount, withData } from './instructions.js';
import { createOtherMint } from './set-up.js';
import { attestationMessage, sha256 } from './signer.js';
import {
  associatedTokenAddress,
  createAssociatedTokenAccount,
  initialiseTokenAccount,
  TOKEN_ACCOUNT_LENGTH,
  TOKEN_PROGRAM,
} from './token.js';

const ACCOUNTS = {
  authority: 0,
  rentPayer: 1,
  config: 2,
  gateway: 3,
  payer: 4,
  escrow: 5,
  tokens: 6,
  treasury: 7,
  registry: 8,
  round: 9,
  tokenProgram: 10,
  system: 11,
};

describe('settle_agent_round', () => {
  startingFrom(worldWithAgents, (world) => {
    const settle = (changes: Parameters<typeof agentRound>[1] = {}, replaced: Parameters<typeof settleAgentRound>[2] = {}) =>
      sendSettlement(world(), agentRound(world(), changes), replaced);
    const balances = () => ({ escrow: tokensIn(world(), tokensOf(escrowAddress())), treasury: tokensIn(world(), treasuryAddress) });

    it('leaves a round account and moves the amount from the escrow to the treasury', () => {
      const { chain } = world();
      const [round, before] = [agentRound(world()), balances()];
      expectAccepted(settle());
      const account = chain.account(agentRoundAddress(round))!;
      expect(account).toMatchObject({ owner: programId.toBase58(), lamports: chain.rentFor(80) });
      expect(readReceipt(account.data)).toEqual({
        discriminator: 'SVC_AGR1',
        message: attestationMessage({ ...round, deploymentId: DEPLOYMENT_ID, owner: agent.publicKey.toBytes() }),
        gateway: gatewayAddress(gatewayAuthority.publicKey).toBytes(),
        timestamp: round.timestampSeconds,
      });
      expect(balances()).toEqual({ escrow: before.escrow - PRICE, treasury: before.treasury + PRICE });
    });

    it('moves exactly the amount that the payer signed, whatever the form, and refuses a form that nodes do not sign', () => {
      const before = balances();
      for (const form of [1, 3, 128 + 2]) expectAccepted(settle({ apiConfigHash: sha256(`form ${form}`) }, { attested: { form } }));
      expect(balances().escrow).toBe(before.escrow - 3n * PRICE);
      for (const form of [0, 33, 128, 129, 128 + 33]) expectRefused(settle({}, { attested: { form } }), 'InvalidInstruction');
      expectRefused(settle({}, { claimed: { form: 2 }, attested: { form: 128 + 2 } }), 'InvalidAttestation');
      const observedAtMs = world().chain.now * 1000n + 400n;
      expectRefused(settle({}, { claimed: { observedAtMs }, attested: { observedAtMs: observedAtMs + 1n } }), 'InvalidAttestation');
      expect(balances().escrow).toBe(before.escrow - 3n * PRICE);
    });

    it('creates the escrow account with the first round: its authority is the payer, it is active', () => {
      const { chain } = world();
      expectAccepted(settle());
      expect(chain.account(escrowAddress())).toMatchObject({ owner: programId.toBase58(), lamports: chain.rentFor(112) });
      const created = readEscrow(world());
      expect(created).toMatchObject({
        discriminator: 'SVC_ESC1',
        authority: agent.publicKey.toBytes(),
        gateway: gatewayAddress(gatewayAuthority.publicKey).toBytes(),
        pausedAt: 0n,
        resumedAt: 0n,
        withdrawRequestedAt: 0n,
        withdrawableAt: 0n,
      });
      expectAccepted(settle({ timestampSeconds: world().chain.now - 1n }));
      expect(readEscrow(world())).toEqual(created);
    });

    it('settles a round once', () => {
      expectAccepted(settle());
      expectRefused(settle(), 'RoundAlreadySettled');
      // Nor with another value, other signers or another amount: the round's address names none of them.
      expectRefused(settle({ value: sha256('another value'), signers: [1, 2, 3] }), 'RoundAlreadySettled');
      expectRefused(settle({ amount: PRICE + 1n }), 'RoundAlreadySettled');
      expect(balances().escrow).toBe(DEPOSIT - PRICE);
    });

    it('settles rounds that differ in payer, gateway, source, quorum or time', () => {
      expectAccepted(settle());
      expectAccepted(settle({ payer: otherAgent }));
      fund(world(), escrowAddress(agent.publicKey, gatewayAddress(otherGatewayAuthority.publicKey)));
      expectAccepted(settle({ gatewayAuthority: otherGatewayAuthority }));
      expectAccepted(settle({ apiConfigHash: sha256('another source') }));
      expectAccepted(settle({ signaturesRequired: 2, signers: [2, 4] }));
      expectAccepted(settle({ timestampSeconds: world().chain.now - 1n }));
      expect(balances().escrow).toBe(DEPOSIT - 4n * PRICE);
    });

    it('settles several rounds in one transaction, the one that creates the escrow among them', () => {
      const instructions = [0n, 1n].map((age) =>
        settleAgentRound(world(), agentRound(world(), { timestampSeconds: world().chain.now - age })),
      );
      expectAccepted(world().chain.send(instructions, gatewayAuthority));
      expect(balances().escrow).toBe(DEPOSIT - 2n * PRICE);
    });

    it('charges the signed amount, whatever the price has become', () => {
      world().chain.must(world().updateConfig({ agentRoundBase: 9_000n }), administrator);
      expectAccepted(settle());
      expect(balances().escrow).toBe(DEPOSIT - PRICE);
      expectAccepted(settle({ timestampSeconds: world().chain.now - 1n, amount: 0n }));
      expect(balances().escrow).toBe(DEPOSIT - PRICE);
    });

    it('pays down to the last unit and refuses more than the escrow holds', () => {
      expectRefused(settle({ amount: DEPOSIT + 1n }), 'EscrowUnderfunded');
      expectAccepted(settle({ amount: DEPOSIT }));
      expect(balances().escrow).toBe(0n);
      expectRefused(settle({ timestampSeconds: world().chain.now - 1n, amount: 1n }), 'EscrowUnderfunded');
    });

    it('refuses an escrow whose token account was never created', () => {
      expectRefused(settle({ gatewayAuthority: otherGatewayAuthority }), 'WrongTokenAccount');
    });

    it("takes a quorum from the registry's min_signers to all of its nodes", () => {
      const withSigners = (signers: readonly number[]) => settle({ signers, signaturesRequired: signers.length });
      expectRefused(withSigners([0]), 'QuorumOutOfRange');
      expectAccepted(withSigners([0, 4]));
      expectAccepted(withSigners([0, 1, 2, 3, 4]));
      expectRefused(settle({ signers: [0, 1], signaturesRequired: 0 }), 'QuorumOutOfRange');
    });

    it("is signed by the gateway's authority", () => {
      const instruction = settleAgentRound(world(), agentRound(world()), { claimed: { rentPayer: stranger.publicKey } });
      const byStranger = withAccount(instruction, ACCOUNTS.authority, { pubkey: stranger.publicKey });
      expectRefused(world().chain.send(byStranger, stranger), 'WrongAuthority');
      const unsigned = withAccount(instruction, ACCOUNTS.authority, { isSigner: false });
      expectRefused(world().chain.send(unsigned, stranger), 'MissingSignature');
    });

    it('needs no signature of the payer but that of the request', () => {
      const instruction = settleAgentRound(world(), agentRound(world()));
      expect(instruction.keys[ACCOUNTS.payer]).toMatchObject({ pubkey: agent.publicKey, isSigner: false });
      expectAccepted(world().chain.send(instruction, gatewayAuthority));
    });

    it('refuses accounts of another kind, owner or address', () => {
      const { chain } = world();
      const instruction = settleAgentRound(world(), agentRound(world()));
      const sendWith = (position: number, changes: Parameters<typeof withAccount>[2]) =>
        chain.send(withAccount(instruction, position, changes), gatewayAuthority);
      for (const position of [ACCOUNTS.config, ACCOUNTS.gateway, ACCOUNTS.registry]) {
        expectRefused(sendWith(position, { pubkey: nodeAddress(0) }), 'WrongAccountKind');
        expectRefused(sendWith(position, { pubkey: stranger.publicKey }), 'WrongOwner');
      }
      expectRefused(sendWith(ACCOUNTS.escrow, { pubkey: nodeAddress(0) }), 'WrongAccountKind');
      expectRefused(sendWith(ACCOUNTS.escrow, { pubkey: stranger.publicKey }), 'WrongAddress');
      expectRefused(sendWith(ACCOUNTS.escrow, { pubkey: tokensOf(escrowAddress()) }), 'WrongOwner');
      expectRefused(sendWith(ACCOUNTS.round, { pubkey: stranger.publicKey }), 'WrongAddress');
      expectRefused(sendWith(ACCOUNTS.round, { pubkey: nodeAddress(0) }), 'WrongAddress');
      expectRefused(sendWith(ACCOUNTS.tokenProgram, { pubkey: programId }), 'WrongProgram');
      expectRefused(sendWith(ACCOUNTS.system, { pubkey: programId }), 'WrongProgram');
      for (const position of [ACCOUNTS.escrow, ACCOUNTS.tokens, ACCOUNTS.treasury, ACCOUNTS.round]) {
        expectRefused(sendWith(position, { isWritable: false }), 'NotWritable');
      }
    });

    it('refuses copies of its accounts at other addresses', () => {
      const { chain } = world();
      expectAccepted(settle());
      const instruction = settleAgentRound(world(), agentRound(world(), { timestampSeconds: chain.now - 1n }));
      const originals = [
        [ACCOUNTS.config, configAddress],
        [ACCOUNTS.gateway, gatewayAddress(gatewayAuthority.publicKey)],
        [ACCOUNTS.escrow, escrowAddress()],
        [ACCOUNTS.registry, registryAddress(1n)],
      ] as const;
      for (const [position, original] of originals) {
        chain.setAccount(stranger.publicKey, { owner: programId, data: chain.data(original) });
        expectRefused(chain.send(withAccount(instruction, position, { pubkey: stranger.publicKey }), gatewayAuthority), 'WrongAddress');
      }
    });

    it('refuses token accounts that are not the associated ones of escrow and Config', () => {
      const { chain } = world();
      const instruction = settleAgentRound(world(), agentRound(world()));
      const sendWith = (position: number, pubkey: PublicKey) =>
        chain.send(withAccount(instruction, position, { pubkey }), gatewayAuthority);
      for (const pubkey of [tokensOf(owner.publicKey), tokensOf(escrowAddress(otherAgent.publicKey)), treasuryAddress]) {
        expectRefused(sendWith(ACCOUNTS.tokens, pubkey), 'WrongAddress');
      }
      for (const pubkey of [tokensOf(owner.publicKey), tokensOf(escrowAddress())]) {
        expectRefused(sendWith(ACCOUNTS.treasury, pubkey), 'WrongAddress');
      }
      // Another token account of the very escrow, and its account of another mint.
      const { publicKey: further } = namedKeypair('further tokens');
      chain.setAccount(further, { owner: TOKEN_PROGRAM, data: new Uint8Array(TOKEN_ACCOUNT_LENGTH) });
      chain.must(initialiseTokenAccount(further, mint, escrowAddress()), administrator);
      expectRefused(sendWith(ACCOUNTS.tokens, further), 'WrongAddress');
      const otherMint = createOtherMint(chain);
      chain.must(createAssociatedTokenAccount(stranger.publicKey, escrowAddress(), otherMint), stranger);
      expectRefused(sendWith(ACCOUNTS.tokens, associatedTokenAddress(escrowAddress(), otherMint)), 'WrongAddress');
    });

    it('refuses one account in the place of two', () => {
      const { chain } = world();
      const instruction = settleAgentRound(world(), agentRound(world()));
      for (const [position, other] of [
        [ACCOUNTS.tokens, ACCOUNTS.treasury],
        [ACCOUNTS.treasury, ACCOUNTS.tokens],
        [ACCOUNTS.escrow, ACCOUNTS.round],
        [ACCOUNTS.round, ACCOUNTS.escrow],
        [ACCOUNTS.escrow, ACCOUNTS.tokens],
      ] as const) {
        const { pubkey } = instruction.keys[other]!;
        expect(chain.send(withAccount(instruction, position, { pubkey }), gatewayAuthority).ok).toBe(false);
      }
      expect(balances().escrow).toBe(DEPOSIT);
    });

    it('settles for a gateway whose authority is the payer itself', () => {
      const { chain } = world();
      const round = agentRound(world(), { payer: gatewayAuthority });
      chain.must(createAssociatedTokenAccount(administrator.publicKey, gatewayAuthority.publicKey, mint), administrator);
      fund(world(), escrowAddress(gatewayAuthority.publicKey));
      expectAccepted(chain.send(settleAgentRound(world(), round), gatewayAuthority));
    });

    it('refuses too few and too many accounts, and data that is too short or too long', () => {
      const { chain } = world();
      const fewer = settleAgentRound(world(), agentRound(world()));
      fewer.keys.pop();
      expectRefused(chain.send(fewer, gatewayAuthority), 'WrongAccountCount');
      const more = settleAgentRound(world(), agentRound(world()));
      more.keys.push({ pubkey: stranger.publicKey, isSigner: false, isWritable: false });
      expectRefused(chain.send(more, gatewayAuthority), 'WrongAccountCount');
      const original = settleAgentRound(world(), agentRound(world()));
      expectRefused(chain.send(withData(original, original.data.subarray(0, 271)), gatewayAuthority), 'InvalidInstruction');
      const longer = withData(original, Buffer.concat([original.data, Buffer.alloc(8)]));
      expectRefused(chain.send(longer, gatewayAuthority), 'InvalidInstruction');
    });

    it('settles against an escrow that its payer created by pausing', () => {
      const { chain } = world();
      chain.must(escrowInstructions().pause(), agent);
      expectAccepted(settle());
    });
  });
});
