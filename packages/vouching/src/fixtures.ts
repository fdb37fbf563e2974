import type { CommitRequest, CommitResponse, VouchRequest, VouchResponse } from '@oracle-gateway/node-api';
import { EXACT_SET_HASH, fromHex, NO_OWNER, toHex } from '@oracle-gateway/protocol';
import { type Curve, portableCurve, type RegistryKeys } from '@oracle-gateway/schnorr';
import {
  createNoncePairInAdvance,
  createSigningKey,
  IN_ADVANCE,
  type NoncePair,
  prepareSession,
  signPartial,
} from '@oracle-gateway/schnorr/signing';
import type { Voucher } from './gather-snapshot.js';

/** A node for tests. It signs what it is asked to sign, and reads no ledger. */
export interface SigningNode extends Voucher {
  commit(request: CommitRequest): CommitResponse;
  /** Signs with the keys of the version that the request names as the signers' one. */
  vouch(request: VouchRequest, registry: Pick<RegistryKeys, 'keys'>): VouchResponse;
}

export function createSigningNode(
  { index, secretKey }: { readonly index: number; readonly secretKey: Uint8Array },
  deps: { readonly randomBytes: (length: number) => Uint8Array; readonly curve?: Curve },
): SigningNode {
  const { curve = portableCurve } = deps;
  const signingKey = createSigningKey(secretKey, { curve });
  const pairs = new Map<string, NoncePair>();
  const bootId = toHex(deps.randomBytes(16));
  return {
    index,
    origin: `http://node-${index}.test`,
    publicKey: signingKey.publicKey,
    commit({ gatewayNonce }) {
      const batch = { gateway: NO_OWNER, gatewayNonce: fromHex(gatewayNonce, 16), timeMs: 0 };
      const { pair, commitment } = createNoncePairInAdvance({ signingKey, batch, number: 0 }, { random: deps.randomBytes });
      const nonce = { d: toHex(commitment.D), e: toHex(commitment.E) };
      pairs.set(nonce.d, pair);
      return { bootId, lifeMs: 120_000, nonces: [nonce] };
    },
    vouch({ message: text, signers: named }, { keys }) {
      const own = named.find((signer) => signer.index === index)?.d ?? '';
      const pair = pairs.get(own);
      pairs.delete(own);
      if (pair === undefined) throw new TypeError('a commitment of this node');
      const message = fromHex(text, 32);
      const signers = named.map(({ index: signer, d, e }) => {
        const publicKey = keys[signer] ?? null;
        if (publicKey === null) throw new TypeError('nodes of this version');
        return { index: signer, publicKey, D: fromHex(d, 33), E: fromHex(e, 33) };
      });
      const prepared = prepareSession({ sessionId: message, attempt: IN_ADVANCE, message, setHash: EXACT_SET_HASH, signers }, { curve });
      const partial = signPartial({ prepared, ownIndex: index, signingKey, pair });
      return { partial: toHex(partial), groupCommitment: toHex(prepared.groupCommitment.toBytes(true)) };
    },
  };
}
