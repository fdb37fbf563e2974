import { sampleAddress, samplePayload, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { findProgramAddress, roundIdOf } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { GATEWAY, GATEWAY_AUTHORITY, MINT, PROGRAM_ID, sampleRound } from '../../tests/support/rounds.js';
import { ForeignPayloadError, toRoundProof } from './round-proof.js';

const { roundId, payload } = sampleRound();
const keyForm = { form: 'sum', aggregateKey: payload.aggregateKey } as const;
const ledger = { programId: PROGRAM_ID, gateway: GATEWAY, gatewayAuthority: GATEWAY_AUTHORITY, mint: MINT, keyForm };
const proof = toRoundProof(roundId, payload, ledger);

it('the receipt that proves the settlement is the account that the round id names, and that the instruction creates', () => {
  expect(roundIdOf(proof.receipt)).toBe(roundId);
  const { accounts } = proof.instruction(GATEWAY_AUTHORITY);
  expect(accounts.filter(({ writable, signer }) => writable && !signer).map(({ address }) => address)).toContainEqual(proof.receipt);
});

it('the gateway authority signs with whichever key pays, and the message is the record’s', () => {
  for (const payer of [GATEWAY_AUTHORITY, sampleAddress()]) {
    const signers = proof.instruction(payer).accounts.filter(({ signer }) => signer);
    expect(signers.map(({ address, writable }) => [address, writable])).toEqual([
      [GATEWAY_AUTHORITY, false],
      [payer, true],
    ]);
  }
  expect(proof.message).toEqual(payload.message);
});

it('a payload that does not lead to the round’s id is another round’s', () => {
  expect(() => toRoundProof(sampleRoundId(), payload, ledger)).toThrow(ForeignPayloadError);
  expect(() => toRoundProof(roundId, { ...payload, timestampSeconds: payload.timestampSeconds + 1 }, ledger)).toThrow(ForeignPayloadError);
});

it('the compute units allow for the search of the receipt’s address', () => {
  const samples = Array.from({ length: 40 }, (_, second) => sampleRound(1_700_000_000 + second));
  for (const sample of samples) {
    const seconds = new Uint8Array(8);
    new DataView(seconds.buffer).setBigUint64(0, BigInt(sample.payload.timestampSeconds), true);
    const { bump } = findProgramAddress(
      [new TextEncoder().encode('round'), sample.owner, sample.payload.sourceId, Uint8Array.of(sample.payload.signaturesRequired), seconds],
      PROGRAM_ID,
    );
    expect(sample.proof.footprint.computeUnits).toBe(100_000 + 1_500 * (255 - bump));
  }
  expect(new Set(samples.map(({ proof: { footprint } }) => footprint.computeUnits)).size).toBeGreaterThan(1);
});

it('a payload of the wrong form is refused by its field', () => {
  expect(() => toRoundProof(roundId, samplePayload({ value: new Uint8Array(0) }), ledger)).toThrow();
});
