import { samplePayload } from '@oracle-gateway/outbox/testing';
import { roundAddress, unixSeconds, fromHex, parseAddress, toHex, type SourceId } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { GATEWAY_AUTHORITY, PROGRAM_ID } from '../tests/support/rounds.js';
import { toRoundProof } from './round-proof.js';

const payload = samplePayload({ signersBitmap: `0x${'00'.repeat(31)}07` });
const proof = toRoundProof(payload, { programId: PROGRAM_ID, gatewayAuthority: GATEWAY_AUTHORITY });

it('the receipt that proves the settlement is the account that the instruction creates', () => {
  const receipt = roundAddress({
    programId: PROGRAM_ID,
    consumerAuthority: parseAddress(payload.consumerAuthority),
    sourceId: fromHex(payload.sourceId, 32) as SourceId,
    signaturesRequired: payload.signaturesRequired,
    timestampSeconds: unixSeconds(payload.timestampSeconds),
  });
  expect(proof.receipt).toEqual(receipt);
  expect(proof.instruction.accounts.filter(({ writable, signer }) => writable && !signer).map(({ address }) => address)).toContainEqual(
    receipt,
  );
});

it('the gateway authority signs, and the message is the record’s', () => {
  expect(proof.instruction.accounts.filter(({ signer }) => signer).map(({ address }) => address)).toEqual([GATEWAY_AUTHORITY]);
  expect(toHex(proof.message)).toBe(payload.message);
});
