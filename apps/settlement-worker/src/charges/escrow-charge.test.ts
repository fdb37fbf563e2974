import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { findProgramAddress, formatAddress, parseAddress, toHex, type Address } from '@oracle-gateway/protocol';
import {
  AccountDecodeError,
  ASSOCIATED_TOKEN_PROGRAM_ID,
  associatedTokenAddress,
  configAddress,
  escrowAddress,
  TOKEN_PROGRAM_ID,
} from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import { agentRoundAccount, receiptAccount } from '../../tests/support/program-accounts.js';
import { GATEWAY, GATEWAY_AUTHORITY, MINT, PROGRAM_ID, sampleAgentRound } from '../../tests/support/rounds.js';
import { ForeignPayloadError, toRoundProof } from '../pass/round-proof.js';
import { messageOfRound } from './charge-forms.js';

const { roundId, payer, payload } = sampleAgentRound();
const FEE_PAYER = sampleAddress();
const escrow = escrowAddress(PROGRAM_ID, payer, GATEWAY);
const ledger = {
  programId: PROGRAM_ID,
  gateway: GATEWAY,
  gatewayAuthority: GATEWAY_AUTHORITY,
  mint: MINT,
  keyForm: { form: 'sum', aggregateKey: payload.aggregateKey },
} as const;

describe('a round that an escrow pays for', () => {
  it('is settled by the gateway and the key that pays its fee, out of the escrow’s tokens, into the account that its id names', () => {
    const { accounts, data } = toRoundProof(roundId, payload, ledger).instruction(FEE_PAYER);
    expect(accounts.filter(({ signer }) => signer).map(({ address }) => address)).toEqual([GATEWAY_AUTHORITY, FEE_PAYER]);
    const written = [escrow, associatedTokenAddress(escrow, MINT), associatedTokenAddress(configAddress(PROGRAM_ID), MINT)];
    expect(accounts.filter(({ writable, signer }) => writable && !signer).map(({ address }) => formatAddress(address))).toEqual(
      [...written, parseAddress(roundId)].map(formatAddress),
    );
    // The payer's statement and signature stand behind the tag, source, value, quorum, form, time and stamp.
    expect(toHex(data.subarray(83, 155))).toBe(`0xc409000000000000${'cd'.repeat(64)}`);
  });

  it('is another one when its payload does not lead to its id', () => {
    expect(() => toRoundProof(sampleAgentRound().roundId, payload, ledger)).toThrow(ForeignPayloadError);
    expect(() => toRoundProof(roundId, { ...payload, timestampSeconds: payload.timestampSeconds + 1 }, ledger)).toThrow(
      ForeignPayloadError,
    );
  });

  it('asks for the compute units of every address that the program may search', () => {
    const seen = new Set<number>();
    for (let sample = 0; sample < 20; sample += 1) {
      const round = sampleAgentRound();
      const { computeUnits } = toRoundProof(round.roundId, round.payload, ledger).footprint;
      expect(computeUnits).toBe(80_000 + 2 * 20_000 + 1_500 * candidatesPassed(round));
      seen.add(computeUnits);
    }
    expect(seen.size).toBeGreaterThan(1);
  });

  it('asks for the same at any quorum once its signers are known by an account', () => {
    const keyForm = { form: 'signer-set', signerSet: MINT } as const;
    const { computeUnits } = toRoundProof(roundId, payload, { ...ledger, keyForm }).footprint;
    expect(computeUnits).toBe(80_000 + 1_500 * candidatesPassed({ payer, payload }));
  });

  it('is proven by its agent round account, not by the receipt of a subscription’s round', () => {
    const message = new Uint8Array(32).fill(9);
    expect(messageOfRound({ kind: 'escrow' }, agentRoundAccount(message))).toEqual(message);
    expect(() => messageOfRound({ kind: 'escrow' }, receiptAccount(message))).toThrow(AccountDecodeError);
    expect(() => messageOfRound({ kind: 'subscription' }, agentRoundAccount(message))).toThrow(AccountDecodeError);
  });
});

/** Hashes that the program finds to be no address on its way to the four that it searches. */
function candidatesPassed(round: Pick<ReturnType<typeof sampleAgentRound>, 'payer' | 'payload'>): number {
  const { sourceId, signaturesRequired, timestampSeconds } = round.payload;
  const seconds = new Uint8Array(8);
  new DataView(seconds.buffer).setBigUint64(0, BigInt(timestampSeconds), true);
  const text = (label: string) => new TextEncoder().encode(label);
  const own = findProgramAddress([text('escrow'), round.payer, GATEWAY], PROGRAM_ID);
  const tokensOf = (owner: Address) => findProgramAddress([owner, TOKEN_PROGRAM_ID, MINT], ASSOCIATED_TOKEN_PROGRAM_ID);
  const identity = [round.payer, GATEWAY, sourceId, Uint8Array.of(signaturesRequired), seconds];
  const searched = [
    findProgramAddress([text('agent_round'), ...identity], PROGRAM_ID),
    tokensOf(configAddress(PROGRAM_ID)),
    own,
    tokensOf(own.address),
  ];
  return searched.reduce((passed, { bump }) => passed + 255 - bump, 0);
}
