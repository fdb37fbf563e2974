import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { Ed25519Program, PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import {
  agent,
  agentRound,
  DEPOSIT,
  escrowAddress,
  fund,
  requestHash,
  settleAgentRound,
  signRequest,
  tokensIn,
  worldWithAgents,
  type AgentRound,
} from '../agent.js';
import { startingFrom } from '../built-program.js';
import { be32, concat, fromBe } from '../bytes.js';
import { gatewayAuthority, tokensOf } from '../deployment.js';
import { sha256 } from '../signer.js';

const { Point } = ed25519;
type EdwardsPoint = InstanceType<typeof Point>;
const ORDER = Point.Fn.ORDER;
const FIELD_ORDER = 2n ** 255n - 19n;
/** The eight points of small order; the second generates the others. */
const SMALL_ORDER: readonly EdwardsPoint[] = smallOrderPoints();

function smallOrderPoints(): EdwardsPoint[] {
  const generator = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');
  const points = [Point.ZERO];
  while (points.length < 8) points.push(points[points.length - 1]!.add(generator));
  return points;
}

function littleEndian(value: bigint): Uint8Array {
  return be32(value).reverse();
}
function integerOf(bytes: Uint8Array): bigint {
  return fromBe(Uint8Array.from(bytes).reverse());
}
function modOrder(value: bigint): bigint {
  return ((value % ORDER) + ORDER) % ORDER;
}

/**
 * Signs as the key [secret]B + T, where T is the small-order point of index `torsion`; the nonce point carries that of `nonceTorsion`. One
 * nonce in eight makes an equation that holds without the cofactor: `holds` says which kind to search for.
 */
function signMixed(
  message: Uint8Array,
  input: { readonly secret: bigint; readonly torsion: number; readonly nonceTorsion: number; readonly holds: boolean },
): Uint8Array {
  const key = Point.BASE.multiplyUnsafe(input.secret).add(SMALL_ORDER[input.torsion]!);
  for (let nonce = 1n; nonce < 1_000n; nonce++) {
    const r = Point.BASE.multiply(nonce).add(SMALL_ORDER[input.nonceTorsion]!);
    const k = modOrder(integerOf(sha512(concat(r.toBytes(), key.toBytes(), message))));
    const cancels = (BigInt(input.nonceTorsion) + k * BigInt(input.torsion)) % 8n === 0n;
    if (cancels === input.holds) return concat(r.toBytes(), littleEndian(modOrder(nonce + k * input.secret)));
  }
  throw new Error('no nonce found');
}

/** A signature that holds for any key of small order: with a challenge that is a multiple of 8, the key drops out. */
function signWithoutKey(message: Uint8Array, encodedKey: Uint8Array): Uint8Array {
  for (let nonce = 1n; nonce < 1_000n; nonce++) {
    const r = Point.BASE.multiply(nonce).toBytes();
    if (modOrder(integerOf(sha512(concat(r, encodedKey, message)))) % 8n === 0n) return concat(r, littleEndian(nonce));
  }
  throw new Error('no nonce found');
}

/**
 * A signature that a gateway accepts and this program refuses is a round without pay; the other way round, a theft. The ledger's own
 * verifier, the precompile, is asked about each signature as well.
 */
describe('a request signature', () => {
  startingFrom(worldWithAgents, (world) => {
    const expectVerdict = (round: AgentRound, requestSignature: Uint8Array, accepted: boolean) => {
      const { chain } = world();
      const precompile = Ed25519Program.createInstructionWithPublicKey({
        publicKey: round.payer.publicKey.toBytes(),
        message: requestHash(round),
        signature: requestSignature,
      });
      expect(chain.fork().send(precompile, gatewayAuthority).ok, 'the precompile').toBe(accepted);
      const outcome = chain.send(settleAgentRound(world(), round, { claimed: { requestSignature } }), gatewayAuthority);
      expect(outcome.ok ? 'accepted' : outcome.refusal).toBe(accepted ? 'accepted' : 'InvalidRequestSignature');
    };

    it('is accepted when it is honest', () => {
      const round = agentRound(world());
      expectVerdict(round, signRequest(requestHash(round), agent), true);
    });

    it.each<[string, (honest: Uint8Array) => Uint8Array]>([
      ['S + ℓ', (honest) => concat(honest.slice(0, 32), littleEndian(integerOf(honest.slice(32)) + ORDER))],
      ['S = ℓ', (honest) => concat(honest.slice(0, 32), littleEndian(ORDER))],
      ['S = 0', (honest) => concat(honest.slice(0, 32), littleEndian(0n))],
      ['S of ones', (honest) => concat(honest.slice(0, 32), new Uint8Array(32).fill(255))],
      ['S negated', (honest) => concat(honest.slice(0, 32), littleEndian(ORDER - integerOf(honest.slice(32))))],
      ['R of another signature', (honest) => concat(signRequest(sha256('another'), agent).slice(0, 32), honest.slice(32))],
      ['R and a torsion', (honest) => concat(Point.fromBytes(honest.slice(0, 32)).add(SMALL_ORDER[1]!).toBytes(), honest.slice(32))],
      ['R negated', (honest) => concat(Point.fromBytes(honest.slice(0, 32)).negate().toBytes(), honest.slice(32))],
      ['R that is no point', (honest) => concat(littleEndian(2n), honest.slice(32))],
      ['R with y = p + 1', (honest) => concat(littleEndian(FIELD_ORDER + 1n), honest.slice(32))],
      ['zeros', () => new Uint8Array(64)],
      ['ones', () => new Uint8Array(64).fill(255)],
      ['its halves exchanged', (honest) => concat(honest.slice(32), honest.slice(0, 32))],
    ])('is refused with %s', (_name, forge) => {
      const round = agentRound(world());
      expectVerdict(round, forge(signRequest(requestHash(round), agent)), false);
    });

    it('is refused when its nonce point has small order, though the equation holds', () => {
      const round = agentRound(world());
      const secret = ed25519.utils.getExtendedPublicKey(agent.secretKey.slice(0, 32)).scalar;
      // R = O and S = k·a: no signer makes it, but any holder of the key can.
      const r = Point.ZERO.toBytes();
      const k = modOrder(integerOf(sha512(concat(r, agent.publicKey.toBytes(), requestHash(round)))));
      expectVerdict(round, concat(r, littleEndian(modOrder(k * secret))), false);
    });

    it('is refused for a payer of small order, for which any key can sign', () => {
      for (const [at, point] of SMALL_ORDER.entries()) {
        const payer = { publicKey: new PublicKey(point.toBytes()), secretKey: agent.secretKey };
        fund(world(), escrowAddress(payer.publicKey));
        const round = agentRound(world(), { payer });
        const signature = signMixed(requestHash(round), { secret: 0n, torsion: at, nonceTorsion: 0, holds: true });
        expectVerdict(round, signature, false);
        expect(tokensIn(world(), tokensOf(escrowAddress(payer.publicKey)))).toBe(DEPOSIT);
      }
    });

    it.each([
      ['the key', 1, 0],
      ['the key and the nonce', 3, 5],
    ])('of mixed order in %s is judged without the cofactor', (_name, keyTorsion, nonceTorsion) => {
      const secret = 123_456_789n;
      const publicKey = new PublicKey(Point.BASE.multiply(secret).add(SMALL_ORDER[keyTorsion]!).toBytes());
      fund(world(), escrowAddress(publicKey));
      const round = agentRound(world(), { payer: { publicKey, secretKey: agent.secretKey } });
      const sign = (holds: boolean) => signMixed(requestHash(round), { secret, torsion: keyTorsion, nonceTorsion, holds });
      expectVerdict(round, sign(false), false);
      expectVerdict(round, sign(true), true);
    });

    it('is refused for a payer of small order in any other encoding that a lenient decoder takes', () => {
      // y = p + 1 is the identity, y = p is of order 4; where x is 0, the sign says nothing.
      const lenient = [FIELD_ORDER + 1n, FIELD_ORDER, 1n].map(littleEndian);
      const signed = lenient.map((bytes) => Uint8Array.from(bytes).fill(bytes[31]! | 0x80, 31));
      for (const encoding of [...lenient.slice(0, 2), ...signed]) {
        const publicKey = new PublicKey(encoding);
        fund(world(), escrowAddress(publicKey));
        const round = agentRound(world(), { payer: { publicKey, secretKey: agent.secretKey } });
        expectVerdict(round, signWithoutKey(requestHash(round), encoding), false);
      }
    });

    it('is refused for a payer whose key is not encoded canonically', () => {
      // y = p + 3 is y = 3 to a lenient decoder.
      const publicKey = new PublicKey(littleEndian(FIELD_ORDER + 3n));
      fund(world(), escrowAddress(publicKey));
      const round = agentRound(world(), { payer: { publicKey, secretKey: agent.secretKey } });
      expectVerdict(round, signRequest(requestHash(round), agent), false);
    });
  });
});
