import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';
import { commitmentAddress } from '../src/commitment.js';
import { challenge } from '../src/challenge.js';
import { createCurveVerify, createVerify, type SignatureInput, verifySignature, type VerifySignature } from '../src/index.js';
import { createWasmVerify } from '../src/wasm/index.js';
import { curves } from './curves.js';

const { Point } = secp256k1;

/** The formula of docs/protocol.md#aggregate-signature as two separate multiplications and a subtraction: the slow route that has nothing to share with the others. */
function verifyByDefinition({ publicKey, message, s, commitment }: SignatureInput): boolean {
  try {
    const key = Point.fromBytes(Uint8Array.of(4, ...publicKey));
    const scalar = bytesToNumberBE(s);
    const e = challenge({ publicKey, message, commitment });
    if (key.x >= Point.Fn.ORDER || commitment.every((byte) => byte === 0)) return false;
    const noncePoint = Point.BASE.multiply(scalar).subtract(key.multiply(e));
    return Buffer.from(commitmentAddress(noncePoint.toBytes(false).slice(1))).equals(commitment);
  } catch {
    return false;
  }
}

/** ECDSA recovery by noble, behind the same port as any other backend. */
const verifyByNobleRecovery = createVerify((hash, recoveryId, signature) => {
  try {
    const compressed = secp256k1.recoverPublicKey(Uint8Array.of(recoveryId, ...signature), hash, { prehash: false });
    return Point.fromBytes(compressed).toBytes(false).slice(1);
  } catch {
    return null;
  }
});

/** Every way to decide about a signature that the package has or could be given. */
export const verifyBackends: readonly (readonly [name: string, verify: VerifySignature])[] = [
  ['verifySignature', verifySignature],
  ['createWasmVerify', await createWasmVerify()],
  ...curves.map(([form, curve]) => [`createCurveVerify on ${form}`, createCurveVerify(curve)] as const),
  ['createVerify over noble recovery', verifyByNobleRecovery],
  ['[s]G − [e]P by definition', verifyByDefinition],
];
