import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import {
  agent,
  agentRound,
  DEPOSIT,
  escrowAddress,
  escrowInstructions,
  otherAgent,
  PRICE,
  readEscrow,
  sendSettlement,
  tokensIn,
  worldWithAgents,
} from './agent.js';
import { startingFrom } from './built-program.js';
import { concat, u64 } from './bytes.js';
import { namedKeypair } from './chain.js';
import {
  administrator,
  configAddress,
  DAY,
  gatewayAddress,
  gatewayAuthority,
  GRACE,
  mint,
  nodeAddress,
  otherGatewayAuthority,
  owner,
  programId,
  START,
  stranger,
  tokensOf,
  treasuryAddress,
  WINDOW,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount } from './instructions.js';
import { createOtherMint } from './set-up.js';
import { associatedTokenAddress, initialiseTokenAccount, mintTo, TOKEN_ACCOUNT_LENGTH, TOKEN_PROGRAM } from './token.js';

/** When everything can be withdrawn after a request at START: the delay is the settle window, and a round may be dated ahead. */
const WITHDRAWABLE = START + WINDOW + GRACE + 1n;

describe('an agent escrow', () => {
  startingFrom(worldWithAgents, (world) => {
    const { pause, resume, requestWithdraw, withdraw } = escrowInstructions();
    const at = (now: bigint) => {
      world().chain.now = now;
    };
    const send = (instruction: TransactionInstruction, by = agent) => world().chain.send(instruction, by);
    const must = (instruction: TransactionInstruction) => world().chain.must(instruction, agent);
    const held = () => tokensIn(world(), tokensOf(escrowAddress()));

    it.each([
      ['pause_escrow', pause],
      ['request_withdraw', requestWithdraw],
    ])('is created by %s before the first settlement, at the cost of its payer', (_name, instruction) => {
      const { chain } = world();
      const before = chain.account(agent.publicKey)!.lamports;
      expectAccepted(send(instruction()));
      const account = chain.account(escrowAddress())!;
      expect(account).toMatchObject({ owner: programId.toBase58(), lamports: chain.rentFor(112) });
      expect(readEscrow(world())).toMatchObject({
        authority: agent.publicKey.toBytes(),
        gateway: gatewayAddress(gatewayAuthority.publicKey).toBytes(),
        pausedAt: START,
        resumedAt: 0n,
      });
      expect(before - chain.account(agent.publicKey)!.lamports).toBe(account.lamports + 5_000n);
    });

    it('is created at an address that a stranger has dusted', () => {
      world().chain.dust(escrowAddress(), 1n);
      expectAccepted(send(pause()));
      expect(world().chain.account(escrowAddress())!.lamports).toBe(world().chain.rentFor(112));
    });

    it('is one of payer and gateway: pausing one leaves the others on', () => {
      expectAccepted(send(pause()));
      at(START + 1_000n);
      expectRefused(sendSettlement(world(), agentRound(world())), 'EscrowPaused');
      expectAccepted(sendSettlement(world(), agentRound(world(), { payer: otherAgent })));
      const elsewhere = escrowInstructions(agent.publicKey, otherGatewayAuthority.publicKey);
      expectRefused(send(elsewhere.resume()), 'WrongOwner');
      expectAccepted(send(elsewhere.pause()));
    });

    it('is paused and resumed, each changing its own time only', () => {
      expectAccepted(sendSettlement(world(), agentRound(world())));
      const before = readEscrow(world());
      expectAccepted(send(pause()));
      expect(readEscrow(world())).toEqual({ ...before, pausedAt: START });
      at(START + 10n);
      expectAccepted(send(resume()));
      expect(readEscrow(world())).toEqual({ ...before, pausedAt: START, resumedAt: START + 10n });
    });

    it('refuses what already holds, and a resumption of what was never paused', () => {
      expectRefused(send(resume()), 'WrongOwner');
      expectAccepted(send(pause()));
      at(START + 1n);
      expectRefused(send(pause()), 'NothingToChange');
      expectAccepted(send(resume()));
      expectRefused(send(resume()), 'NothingToChange');
    });

    it('is paused again once no round from before its resumption can be settled', () => {
      must(pause());
      expectRefused(send(resume()), 'TooSoon');
      at(START + 10n);
      must(resume());
      at(START + 10n + WINDOW - 1n);
      expectRefused(send(pause()), 'TooSoon');
      expectRefused(send(requestWithdraw()), 'TooSoon');
      at(START + 10n + WINDOW);
      expectAccepted(send(pause()));
    });

    describe('request_withdraw', () => {
      it('pauses, and fixes the earliest time by the delay of its moment', () => {
        expectAccepted(send(requestWithdraw()));
        const requested = { pausedAt: START, withdrawRequestedAt: START, withdrawableAt: START + WINDOW };
        expect(readEscrow(world())).toMatchObject(requested);
        // A longer delay is no matter of who has requested before.
        world().chain.must(world().updateConfig({ withdrawDelaySeconds: 10n * WINDOW }), administrator);
        at(WITHDRAWABLE);
        expectAccepted(send(withdraw(DEPOSIT)));
      });

      it('leaves the time of an earlier pause', () => {
        must(pause());
        at(START + 50n);
        expectAccepted(send(requestWithdraw()));
        expect(readEscrow(world())).toMatchObject({ pausedAt: START, withdrawRequestedAt: START + 50n });
      });

      it('is refused while one is pending', () => {
        must(requestWithdraw());
        at(START + 1n);
        expectRefused(send(requestWithdraw()), 'NothingToChange');
        expectRefused(send(pause()), 'NothingToChange');
      });

      it('ends with a resumption, even when the delay is over', () => {
        must(requestWithdraw());
        at(WITHDRAWABLE);
        expectAccepted(send(resume()));
        expect(readEscrow(world())).toMatchObject({ withdrawRequestedAt: 0n, withdrawableAt: 0n });
        expectRefused(send(withdraw(1n)), 'WithdrawNotRequested');
        expectAccepted(sendSettlement(world(), agentRound(world())));
      });
    });

    describe('withdraw_escrow', () => {
      it('pays the payer from the second on in which no served round can be settled any more', () => {
        must(requestWithdraw());
        at(WITHDRAWABLE - 1n);
        expectRefused(send(withdraw(DEPOSIT)), 'TooSoon');
        expectAccepted(sendSettlement(world(), agentRound(world(), { timestampSeconds: START + GRACE })));
        at(WITHDRAWABLE);
        expectAccepted(send(withdraw(DEPOSIT - PRICE)));
        expect(held()).toBe(0n);
        expect(tokensIn(world(), tokensOf(agent.publicKey))).toBe(DEPOSIT - PRICE);
      });

      it('waits for the delay', () => {
        world().chain.must(world().updateConfig({ withdrawDelaySeconds: 2n * WINDOW }), administrator);
        must(requestWithdraw());
        at(START + 2n * WINDOW - 1n);
        expectRefused(send(withdraw(1n)), 'TooSoon');
        at(START + 2n * WINDOW);
        expectAccepted(send(withdraw(1n)));
      });

      /** A Config of before the delay had a bound. */
      const storeDelay = (seconds: bigint) => {
        const { chain } = world();
        const { owner, data } = chain.account(configAddress)!;
        chain.setAccount(configAddress, { owner: new PublicKey(owner), data: concat(data.slice(0, 168), u64(seconds), data.slice(176)) });
      };

      it('waits 60 days at most, whatever delay Config holds', () => {
        storeDelay(3_650n * DAY);
        must(requestWithdraw());
        expect(readEscrow(world())).toMatchObject({ withdrawableAt: START + 60n * DAY });
      });

      it('waits 60 days at most, whatever delay an earlier request was given', () => {
        const { chain } = world();
        must(requestWithdraw());
        const { owner, data } = chain.account(escrowAddress())!;
        chain.setAccount(escrowAddress(), { owner: new PublicKey(owner), data: concat(data.slice(0, 104), u64(START + 3_650n * DAY)) });
        at(START + 60n * DAY - 1n);
        expectRefused(send(withdraw(1n)), 'TooSoon');
        at(START + 60n * DAY);
        expectAccepted(send(withdraw(1n)));
      });

      it('waits for a settle window that was raised after the request', () => {
        must(requestWithdraw());
        const raised = { settleWindowSeconds: 2n * WINDOW, versionGraceSeconds: 2n * WINDOW, withdrawDelaySeconds: 2n * WINDOW };
        world().chain.must(world().updateConfig(raised), administrator);
        const last = START + GRACE + 2n * WINDOW;
        at(last);
        expectRefused(send(withdraw(1n)), 'TooSoon');
        expectAccepted(sendSettlement(world(), agentRound(world(), { timestampSeconds: START + GRACE })));
        at(last + 1n);
        expectAccepted(send(withdraw(1n)));
      });

      it('needs a request, before the first settlement as well', () => {
        expectRefused(send(withdraw(1n)), 'WrongOwner');
        must(pause());
        at(WITHDRAWABLE);
        expectRefused(send(withdraw(1n)), 'WithdrawNotRequested');
      });

      it('pays in parts, and what was deposited later, while the pause lasts', () => {
        must(requestWithdraw());
        at(WITHDRAWABLE);
        expectAccepted(send(withdraw(400n)));
        expectAccepted(send(withdraw(DEPOSIT - 400n)));
        expectRefused(send(withdraw(1n)), 'EscrowUnderfunded');
        world().chain.must(mintTo(mint, tokensOf(escrowAddress()), administrator.publicKey, 70n), administrator);
        at(WITHDRAWABLE + 1_000n);
        expectAccepted(send(withdraw(70n)));
        expect(tokensIn(world(), tokensOf(agent.publicKey))).toBe(DEPOSIT + 70n);
      });

      it('refuses more than the escrow holds', () => {
        must(requestWithdraw());
        at(WITHDRAWABLE);
        expectRefused(send(withdraw(DEPOSIT + 1n)), 'EscrowUnderfunded');
        expect(held()).toBe(DEPOSIT);
      });

      it("pays to any token account of the mint that is the payer's, and to no other", () => {
        const { chain } = world();
        must(requestWithdraw());
        at(WITHDRAWABLE);
        const create = (name: string, of: PublicKey) => {
          const { publicKey } = namedKeypair(name);
          chain.setAccount(publicKey, { owner: TOKEN_PROGRAM, data: new Uint8Array(TOKEN_ACCOUNT_LENGTH) });
          chain.must(initialiseTokenAccount(publicKey, mint, of), administrator);
          return publicKey;
        };
        expectAccepted(send(withdraw(1n, create("the agent's second", agent.publicKey))));
        for (const destination of [tokensOf(owner.publicKey), treasuryAddress, create("the owner's second", owner.publicKey)]) {
          expectRefused(send(withdraw(1n, destination)), 'WrongTokenAccount');
        }
        // Not even the escrow's own, which would look like a withdrawal.
        expectRefused(send(withdraw(1n, tokensOf(escrowAddress()))), 'WrongTokenAccount');
        expectRefused(send(withdraw(1n, agent.publicKey)), 'WrongTokenAccount');
        expectRefused(send(withdraw(1n, associatedTokenAddress(stranger.publicKey, createOtherMint(chain)))), 'WrongMint');
      });

      it("takes from the escrow's associated token account only", () => {
        must(requestWithdraw());
        at(WITHDRAWABLE);
        for (const pubkey of [tokensOf(escrowAddress(otherAgent.publicKey)), treasuryAddress, tokensOf(agent.publicKey)]) {
          expectRefused(send(withAccount(withdraw(1n), 3, { pubkey })), 'WrongAddress');
        }
        expectRefused(send(withAccount(withdraw(1n), 5, { pubkey: programId })), 'WrongProgram');
        for (const position of [3, 4]) expectRefused(send(withAccount(withdraw(1n), position, { isWritable: false })), 'NotWritable');
      });
    });

    it("is the payer's alone", () => {
      const others = escrowInstructions(otherAgent.publicKey);
      const [mine, theirs] = [escrowAddress(), escrowAddress(otherAgent.publicKey)];
      // Where the account does not exist yet, its address names the payer.
      expectRefused(send(withAccount(others.pause(), 3, { pubkey: mine }), otherAgent), 'WrongAddress');
      expectRefused(send(withAccount(others.requestWithdraw(), 3, { pubkey: mine }), otherAgent), 'WrongAddress');
      must(requestWithdraw());
      at(WITHDRAWABLE);
      expectRefused(send(withAccount(others.requestWithdraw(), 3, { pubkey: mine }), otherAgent), 'WrongAddress');
      expectRefused(send(withAccount(others.resume(), 2, { pubkey: mine }), otherAgent), 'WrongAuthority');
      const instruction = withAccount(withdraw(1n, tokensOf(otherAgent.publicKey)), 0, { pubkey: otherAgent.publicKey });
      expectRefused(send(instruction, otherAgent), 'WrongAuthority');
      for (const unsigned of [pause(), requestWithdraw(), resume(), withdraw(1n)]) {
        expectRefused(send(withAccount(unsigned, 0, { isSigner: false }), stranger), 'MissingSignature');
      }
      expect([tokensIn(world(), tokensOf(mine)), tokensIn(world(), tokensOf(theirs))]).toEqual([DEPOSIT, DEPOSIT]);
    });

    it('refuses accounts of another kind, owner, address or gateway, and read-only ones', () => {
      const { chain } = world();
      for (const instruction of [pause(), requestWithdraw()]) {
        for (const position of [1, 2]) {
          expectRefused(send(withAccount(instruction, position, { pubkey: nodeAddress(0) })), 'WrongAccountKind');
          expectRefused(send(withAccount(instruction, position, { pubkey: stranger.publicKey })), 'WrongOwner');
        }
        const ofOther = { pubkey: gatewayAddress(otherGatewayAuthority.publicKey) };
        expectRefused(send(withAccount(instruction, 2, ofOther)), 'WrongAddress');
        expectRefused(send(withAccount(instruction, 3, { isWritable: false })), 'NotWritable');
        expectRefused(send(withAccount(instruction, 4, { pubkey: programId })), 'WrongProgram');
      }
      must(pause());
      at(START + 1n);
      chain.setAccount(stranger.publicKey, { owner: programId, data: chain.data(escrowAddress()) });
      for (const [instruction, position] of [
        [resume(), 2],
        [requestWithdraw(), 3],
        [withdraw(1n), 2],
      ] as const) {
        expectRefused(send(withAccount(instruction, position, { pubkey: stranger.publicKey })), 'WrongAddress');
        expectRefused(send(withAccount(instruction, position, { pubkey: nodeAddress(0) })), 'WrongAccountKind');
        expectRefused(send(withAccount(instruction, 1, { pubkey: nodeAddress(0) })), 'WrongAccountKind');
      }
      expectRefused(send(withAccount(resume(), 2, { isWritable: false })), 'NotWritable');
      expectRefused(send(withAccount(requestWithdraw(), 3, { isWritable: false })), 'NotWritable');
    });

    it('refuses too few and too many accounts', () => {
      for (const instruction of [pause(), requestWithdraw(), resume(), withdraw(1n)]) {
        const [last] = instruction.keys.slice(-1);
        instruction.keys.pop();
        expectRefused(send(instruction), 'WrongAccountCount');
        instruction.keys.push(last!, last!);
        expectRefused(send(instruction), 'WrongAccountCount');
      }
    });
  });
});
