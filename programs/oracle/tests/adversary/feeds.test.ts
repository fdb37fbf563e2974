import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { startingFrom } from '../built-program.js';
import { be32, concat } from '../bytes.js';
import { DEPLOYMENT_ID, gatewayAuthority, nodeKeys, owner, START, stranger } from '../deployment.js';
import { expectAccepted, expectNotWritten, expectRefused } from '../expectations.js';
import { withData } from '../instructions.js';
import { attestationMessage, keccak, sha256, signWith } from '../signer.js';
import { feedAddress, worldInUse, type World } from '../world.js';

const NOBODY = new PublicKey(new Uint8Array(32));
const START_MS = START * 1000n;

/** Strangers who bring what no quorum signed for this feed, or try to make a reader take a value for another. */
describe('a feed', () => {
  startingFrom(worldInUse, (world) => {
    const submit = (...args: Parameters<World['submit']>) => world().chain.send(world().submit(...args), stranger);

    it.each([
      ['another value', { value: be32(1n) }],
      ['another source', { apiConfigHash: sha256('another source') }],
      ['another owner', { owner: stranger.publicKey.toBytes() }],
      ['no owner', { owner: new Uint8Array(32) }],
      ['another quorum', { signaturesRequired: 2 }],
      ['another time', { timestampMs: START_MS - 1n }],
      ['another registry version', { registryVersion: 2n }],
      ['another deployment', { deploymentId: sha256('another deployment') }],
    ])('takes no attestation of %s', (_name, attested) => {
      expectRefused(submit(world().round(), {}, attested), 'InvalidAttestation');
      expect(world().chain.account(feedAddress(world().round()))).toBeUndefined();
    });

    it('takes no signature of fewer nodes than its quorum, nor of one node alone', () => {
      const round = world().round();
      const message = attestationMessage({ ...round, deploymentId: DEPLOYMENT_ID, owner: owner.publicKey.toBytes() });
      const signature = signWith(nodeKeys.slice(0, 1), message);
      expectRefused(submit(round, { signature }), 'InvalidAttestation');
      expectRefused(submit(round, { bitmap: Uint8Array.of(0b11) }), 'InvalidBitmap');
      expectRefused(submit(round, { bitmap: Uint8Array.of(0b111) }), 'WrongAggregateKey');
    });

    it('takes nothing at the address of another feed, neither to create nor to replace', () => {
      const mine = world().round({ owner: stranger.publicKey, value: be32(1n) });
      const theirs = world().round();
      expectRefused(submit(mine, { feed: feedAddress(theirs) }), 'WrongAddress');
      expectAccepted(submit(theirs));
      const later = world().round({ owner: stranger.publicKey, value: be32(1n), timestampSeconds: START + 1n });
      expectRefused(submit(later, { feed: feedAddress(theirs) }), 'WrongAddress');
      expect(world().feed(theirs).value).toEqual(theirs.value);
    });

    it('of an owner takes no attestation of the pay-per-request path, and the other way round', () => {
      const ofNobody = world().round({ owner: NOBODY });
      expectRefused(submit(ofNobody, { feedOwner: owner.publicKey.toBytes(), feed: feedAddress(world().round()) }), 'InvalidAttestation');
      expectRefused(submit(world().round(), { feedOwner: NOBODY.toBytes(), feed: feedAddress(ofNobody) }), 'InvalidAttestation');
    });

    it('is not turned back by a replay of what it held', () => {
      const first = world().submit(world().round());
      expectAccepted(world().chain.send(first, stranger));
      expectAccepted(submit(world().round({ timestampSeconds: START + 1n, value: be32(2n) })));
      expectNotWritten(world().chain.send(first, stranger));
      expect(world().feed(world().round()).value).toEqual(be32(2n));
    });

    it('is given no mode by text that a requester chose', () => {
      const aggregation =
        '\\"aggregation\\":{\\"maxAgeMs\\":1,\\"maxDeviationBps\\":0,\\"mode\\":\\"tolerance\\",\\"numeric\\":{\\"decimals\\":0,\\"type\\":\\"int256\\"},\\"rule\\":\\"median\\"}';
      const text = concat(`{"headers":{"a":"{${aggregation},"},"method":"GET","url":"https://a.example/"}`);
      const round = world().round({ apiConfigHash: keccak(text) });
      expectAccepted(world().chain.send(world().showSource(round, text), stranger));
      expect(world().feed(round)).toMatchObject({ mode: 1, decimals: 18 });
    });

    it('takes no settlement for a submission and no submission for a settlement', () => {
      const settlement = world().settle(world().round());
      const submission = world().submit(world().round());
      expect(world().chain.send(withData(submission, settlement.data), stranger).ok).toBe(false);
      expect(world().chain.send(withData(settlement, submission.data), gatewayAuthority).ok).toBe(false);
    });

    it('binds every bit of the data: none can be changed', () => {
      const original = world().submit(world().round());
      fc.assert(
        fc.property(fc.nat({ max: original.data.length * 8 - 1 }), (bit) => {
          const data = Uint8Array.from(original.data);
          data[bit >> 3]! ^= 1 << (bit & 7);
          expect(world().chain.send(withData(original, data), stranger).ok).toBe(false);
        }),
        { numRuns: 150 },
      );
      expectAccepted(world().chain.send(original, stranger));
    });
  });
});
