import { randomBytes } from 'node:crypto';
import { instructions, readMoney, treasuryAddress } from '@oracle-gateway/ledger';
import { deriveDeploymentId, roundIdOf, signersBitmap, SOURCE_FORM, toAddress } from '@oracle-gateway/protocol';
import { associatedTokenAddress, configAddress, escrowAddress } from '@oracle-gateway/protocol/accounts';
import { base58 } from '@scure/base';

/** Rounds that share a transaction, as the worker packs them. */
const SHARED = { subscription: 4, agent: 2, x402: 1 };
const AMOUNTS = { subscription: 0n, agent: 2_500n, x402: 3_000n };
const PATHS = Object.keys(SHARED);
const PAID_IN = 10n ** 15n;
const CONFIG_BYTES = 280;
/** Offsets of docs/protocol.md. */
const OFFSETS = { deploymentId: 16, mint: 112, version: 144, settleWindow: 152, closeAfter: 160 };
const SIX_HOURS = 21_600n;

/** The Config account of a made-up deployment, as an archive tells it. */
export function configOf({ programId, network, mint }) {
  const data = Buffer.alloc(CONFIG_BYTES);
  data.write('SVC_CFG1');
  data.set(deriveDeploymentId({ programId, network }), OFFSETS.deploymentId);
  data.set(mint, OFFSETS.mint);
  data.writeBigUInt64LE(1n, OFFSETS.version);
  data.writeBigUInt64LE(SIX_HOURS, OFFSETS.settleWindow);
  data.writeBigUInt64LE(SIX_HOURS, OFFSETS.closeAfter);
  return { [base58.encode(configAddress(programId))]: { owner: base58.encode(programId), data } };
}

/**
 * Rounds of three paths by turns, which land on an archive as settlements and payments do.
 *
 * @param {{ archive: any, programId: any, gateway: any, mint: any, owners: readonly any[] }} input
 */
export function createToldRounds({ archive, programId, gateway, mint, owners }) {
  const [config, treasury] = [configAddress(programId), base58.encode(treasuryAddress(programId, mint))];
  const held = new Map();
  const waiting = { subscription: [], agent: [], x402: [] };
  const signed = {
    ...{ programId, gateway, gatewayAuthority: toAddress(randomBytes(32)), signaturesRequired: 3, observedAtMs: 1 },
    ...{ registryVersion: 1n, registryCount: 5, signersBitmap: signersBitmap([0, 1, 2]), form: SOURCE_FORM },
    ...{ sourceId: randomBytes(32), value: new Uint8Array(32), s: new Uint8Array(32), commitment: new Uint8Array(20) },
    keyForm: { form: 'sum', aggregateKey: new Uint8Array(64) },
  };
  const settle = {
    subscription: (owner, second) => [
      instructions.settleRound({ ...signed, subscriptionOwner: owner, feedOwner: owner, timestampSeconds: second }),
    ],
    agent: (owner, second) => {
      const request = { requestSignature: new Uint8Array(64), canonicalTimestampSeconds: second };
      return [instructions.settleAgentRound({ ...signed, ...request, payer: owner, mint, amountAtomic: AMOUNTS.agent })];
    },
    x402: () => [],
  };
  const payers = {
    subscription: null,
    agent: (owner) => ({
      account: associatedTokenAddress(escrowAddress(programId, owner, gateway), mint),
      owner: escrowAddress(programId, owner, gateway),
    }),
    x402: (owner) => ({ account: associatedTokenAddress(owner, mint), owner }),
  };
  const change = (account, owner, by) => {
    const before = held.get(account) ?? PAID_IN;
    held.set(account, before + by);
    return { account, owner: base58.encode(owner), before, after: before + by };
  };
  const land = (path, rounds, second) => {
    const signature = base58.encode(randomBytes(64));
    const balances = [];
    if (AMOUNTS[path] > 0n) {
      balances.push(change(treasury, config, AMOUNTS[path] * BigInt(rounds.length)));
      for (const { owner } of rounds) {
        const payer = payers[path](owner);
        balances.push(change(base58.encode(payer.account), payer.owner, -AMOUNTS[path]));
      }
    }
    archive.land({ signature, second, instructions: rounds.flatMap(({ settled }) => settled), balances });
    return rounds.map(({ owner, round }) => ({
      ...{ kind: path === 'x402' ? 'paid' : 'final', path, owner, round, amount: AMOUNTS[path] },
      ...{ signature, slot: BigInt(second), atMs: second * 1_000 },
    }));
  };
  return {
    /** The round of a second; answers the rows that land with it. */
    take(second) {
      const path = PATHS[second % PATHS.length];
      const owner = owners[Math.floor(second / PATHS.length) % owners.length];
      const settled = settle[path](owner, second);
      const [money] = settled.map(({ accounts, data }) =>
        readMoney({ programId, accounts: accounts.map(({ address }) => address), data }, programId),
      );
      const round = roundIdOf(money?.round ?? toAddress(randomBytes(32)));
      const group = waiting[path];
      group.push({ owner, settled, round });
      return group.length < SHARED[path] ? [] : land(path, group.splice(0), second);
    },
    /** Lands what waits. */
    end: (second) => PATHS.flatMap((path) => (waiting[path].length === 0 ? [] : land(path, waiting[path].splice(0), second))),
  };
}
