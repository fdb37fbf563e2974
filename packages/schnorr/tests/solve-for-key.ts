import { schnorr as bip340 } from '@noble/curves/secp256k1.js';

const Scalars = bip340.Point.Fn;

/** An attacker's view of one partial signature: hiding + b·binding + e·x = s. */
export interface PartialEquation {
  readonly b: bigint;
  readonly e: bigint;
  readonly s: bigint;
}

/** x, given three such equations over one nonce pair: the hiding nonce falls out of the differences, then the binding one by Cramer's rule. */
export function solveForKey(equations: readonly PartialEquation[]): bigint {
  const [first, ...rest] = equations;
  if (first === undefined) throw new Error('no equations');
  const [one, two] = rest.map(({ b, e, s }) => ({ b: Scalars.sub(b, first.b), e: Scalars.sub(e, first.e), s: Scalars.sub(s, first.s) }));
  if (one === undefined || two === undefined) throw new Error('three equations are needed');
  const determinant = Scalars.sub(Scalars.mul(one.b, two.e), Scalars.mul(two.b, one.e));
  return Scalars.div(Scalars.sub(Scalars.mul(one.b, two.s), Scalars.mul(two.b, one.s)), determinant);
}
