import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { readConfig } from './accounts.js';
import { startingFrom } from './built-program.js';
import {
  administrator,
  configAddress,
  DAY,
  gatewayAddress,
  gatewayAuthority,
  owner,
  programId,
  SETTINGS,
  START,
  stranger,
  tokensOf,
  treasuryAddress,
  WINDOW,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import * as instructions from './instructions.js';
import { tokenAmount } from './token.js';
import { worldInUse } from './world.js';

function by(authority: PublicKey) {
  return { programId, authority, config: configAddress };
}
const NOBODY = new PublicKey(new Uint8Array(32));

describe('update_config', () => {
  startingFrom(worldInUse, (world) => {
    const config = () => readConfig(world().chain.data(configAddress));

    it('replaces every setting and nothing else', () => {
      const before = config();
      const settings = {
        minSigners: 3,
        versionGraceSeconds: 30_001n,
        settleWindowSeconds: 30_000n,
        withdrawDelaySeconds: 30_002n,
        x402RoundBase: 1n,
        rewardPerSignature: 2n,
        agentRoundBase: 3n,
        agentRoundPerSig: 4n,
        subscriptionRoundBase: 5n,
        subscriptionRoundPerSig: 6n,
      };
      expectAccepted(world().chain.send(world().updateConfig(settings), administrator));
      expect(config()).toEqual({ ...before, ...settings, settleFloor: START - WINDOW });
    });

    it("is the administrator's alone", () => {
      const byStranger = instructions.updateConfig({ ...by(stranger.publicKey), settings: SETTINGS });
      expectRefused(world().chain.send(byStranger, stranger), 'WrongAuthority');
    });

    it('refuses the administrator who did not sign', () => {
      const unsigned = instructions.withAccount(world().updateConfig({}), 0, { isSigner: false });
      expectRefused(world().chain.send(unsigned, stranger), 'MissingSignature');
    });

    it('lets no payer wait longer than 60 days for what is left in an escrow', () => {
      expectRefused(world().chain.send(world().updateConfig({ withdrawDelaySeconds: 60n * DAY + 1n }), administrator), 'InvalidSettings');
      expectAccepted(world().chain.send(world().updateConfig({ withdrawDelaySeconds: 60n * DAY }), administrator));
    });

    it('refuses settings that break a bound', () => {
      expectRefused(world().chain.send(world().updateConfig({ versionGraceSeconds: 1n }), administrator), 'InvalidSettings');
    });

    it('refuses another account of the program as Config', () => {
      const wrong = instructions.withAccount(world().updateConfig({}), 1, { pubkey: gatewayAddress(gatewayAuthority.publicKey) });
      expectRefused(world().chain.send(wrong, administrator), 'WrongAccountKind');
    });

    it('refuses a copy of Config at another address', () => {
      const { chain } = world();
      chain.setAccount(stranger.publicKey, { owner: programId, data: chain.data(configAddress) });
      const copied = instructions.withAccount(world().updateConfig({}), 1, { pubkey: stranger.publicKey });
      expectRefused(chain.send(copied, administrator), 'WrongAddress');
    });

    it('refuses a Config that another program owns', () => {
      const { chain } = world();
      chain.setAccount(owner.publicKey, { owner: owner.publicKey, data: chain.data(configAddress) });
      const foreign = instructions.withAccount(world().updateConfig({}), 1, { pubkey: owner.publicKey });
      expectRefused(chain.send(foreign, administrator), 'WrongOwner');
    });

    it('refuses a read-only Config', () => {
      const readonly = instructions.withAccount(world().updateConfig({}), 1, { isWritable: false });
      expectRefused(world().chain.send(readonly, administrator), 'NotWritable');
    });
  });
});

describe('handing over the authority', () => {
  startingFrom(worldInUse, (world) => {
    const config = () => readConfig(world().chain.data(configAddress));
    const propose = (newAuthority: PublicKey, authority = administrator.publicKey) =>
      instructions.proposeAuthority({ ...by(authority), newAuthority });
    const accept = (authority: PublicKey) => instructions.acceptAuthority(by(authority));

    it('takes two steps: the old authority proposes, the new one accepts', () => {
      const { chain } = world();
      expectAccepted(chain.send(propose(stranger.publicKey), administrator));
      expect(config()).toMatchObject({ authority: administrator.publicKey.toBytes(), pendingAuthority: stranger.publicKey.toBytes() });
      expectAccepted(chain.send(accept(stranger.publicKey), stranger));
      expect(config()).toMatchObject({ authority: stranger.publicKey.toBytes(), pendingAuthority: NOBODY.toBytes() });
      expectRefused(chain.send(world().updateConfig({}), administrator), 'WrongAuthority');
    });

    it('leaves the old authority in charge until the new one accepts', () => {
      const { chain } = world();
      chain.must(propose(stranger.publicKey), administrator);
      const settings = instructions.updateConfig({ ...by(stranger.publicKey), settings: SETTINGS });
      expectRefused(chain.send(settings, stranger), 'WrongAuthority');
      expectAccepted(chain.send(world().updateConfig({}), administrator));
    });

    it('is proposed by the authority only', () => {
      expectRefused(world().chain.send(propose(stranger.publicKey, stranger.publicKey), stranger), 'WrongAuthority');
    });

    it('is accepted by the proposed one only', () => {
      const { chain } = world();
      chain.must(propose(stranger.publicKey), administrator);
      expectRefused(chain.send(accept(owner.publicKey), owner), 'WrongAuthority');
      expectRefused(chain.send(accept(administrator.publicKey), administrator), 'WrongAuthority');
    });

    it('needs the signature of the proposed one', () => {
      const { chain } = world();
      chain.must(propose(stranger.publicKey), administrator);
      const unsigned = instructions.withAccount(accept(stranger.publicKey), 0, { isSigner: false });
      expectRefused(chain.send(unsigned, owner), 'MissingSignature');
    });

    it('cannot be accepted when no key, or no key any more, is proposed', () => {
      const { chain } = world();
      expectRefused(chain.send(accept(stranger.publicKey), stranger), 'WrongAuthority');
      chain.must(propose(stranger.publicKey), administrator);
      chain.must(propose(NOBODY), administrator);
      expectRefused(chain.send(accept(stranger.publicKey), stranger), 'WrongAuthority');
      const unsigned = instructions.withAccount(accept(NOBODY), 0, { isSigner: false });
      expectRefused(chain.send(unsigned, stranger), 'MissingSignature');
    });
  });
});

describe('withdraw_treasury', () => {
  startingFrom(worldInUse, (world) => {
    const balance = (account: PublicKey) => tokenAmount(world().chain.data(account));
    const withdraw = (changes: Partial<instructions.WithdrawTreasuryInput> = {}) =>
      instructions.withdrawTreasury({
        ...by(administrator.publicKey),
        amount: 1_000n,
        treasury: treasuryAddress,
        destination: tokensOf(stranger.publicKey),
        ...changes,
      });

    it('pays what the administrator says to where the administrator says', () => {
      const [treasury, destination] = [balance(treasuryAddress), balance(tokensOf(stranger.publicKey))];
      expectAccepted(world().chain.send(withdraw(), administrator));
      expect(balance(treasuryAddress)).toBe(treasury - 1_000n);
      expect(balance(tokensOf(stranger.publicKey))).toBe(destination + 1_000n);
    });

    it("is the administrator's alone", () => {
      expectRefused(world().chain.send(withdraw({ authority: stranger.publicKey }), stranger), 'WrongAuthority');
      const unsigned = instructions.withAccount(withdraw(), 0, { isSigner: false });
      expectRefused(world().chain.send(unsigned, stranger), 'MissingSignature');
    });

    it('takes from the treasury only', () => {
      expectRefused(world().chain.send(withdraw({ treasury: tokensOf(owner.publicKey) }), administrator), 'WrongAddress');
    });

    it('refuses more than the treasury holds', () => {
      const amount = balance(treasuryAddress) + 1n;
      expectRefused(world().chain.send(withdraw({ amount }), administrator), 'custom program error 1');
    });

    it('refuses a destination that is no token account', () => {
      expectRefused(world().chain.send(withdraw({ destination: stranger.publicKey }), administrator), 'WrongTokenAccount');
    });

    it("refuses another program in the token program's place", () => {
      expectRefused(world().chain.send(instructions.withAccount(withdraw(), 4, { pubkey: programId }), administrator), 'WrongProgram');
    });
  });
});
