import { Type, type Static } from '@sinclair/typebox';
import { createBodyParser, requireAscendingIndices } from '../body-parser.js';
import { closedObject, hexBytes, PointHex } from '../fields.js';
import { indexOf, SignersHex } from '../nonce-commitment.js';

const VersionNumber = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  title: `an integer from 1 to ${Number.MAX_SAFE_INTEGER}`,
});

/**
 * Asks for the node's partial signature over a registry snapshot (protocol, "Registry snapshot"). The node reads the snapshot on the ledger
 * itself. It compares the snapshot in the request with its own and signs the latter.
 *
 * - `version` is the registry version that is described, `signerVersion` the one whose nodes sign.
 * - `message` are the 32 bytes that the caller expects to be signed.
 * - `signers` are more than two thirds of the nodes of `signerVersion`, ascending. Each comes with a commitment that it gave by `commit`; this
 *   node is one of them.
 */
export const VouchRequest = closedObject({
  signerVersion: VersionNumber,
  version: VersionNumber,
  signedAtSeconds: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, title: 'unix seconds' }),
  message: hexBytes(32),
  signers: SignersHex,
});
export type VouchRequest = Static<typeof VouchRequest>;

/** `groupCommitment` is R, as in the answer to sign. */
export const VouchResponse = closedObject({ partial: hexBytes(32), groupCommitment: PointHex });
export type VouchResponse = Static<typeof VouchResponse>;

export const vouch = { name: 'vouch', method: 'POST', path: '/v1/vouch', request: VouchRequest, response: VouchResponse } as const;

/** Throws ContractError. */
export const parseVouchRequest = createBodyParser(VouchRequest, ({ signers }) => {
  requireAscendingIndices('signers', signers.map(indexOf));
});

/** Throws ContractError. */
export const parseVouchResponse = createBodyParser(VouchResponse);
