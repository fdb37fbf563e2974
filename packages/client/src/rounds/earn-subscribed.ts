import { type Address, deriveFeedId, formatAddress, requestAuthHash, roundAddress, roundIdOf, toHex } from '@oracle-gateway/protocol';
import { decodeRoundReceipt } from '@oracle-gateway/protocol/accounts';
import type { Signer } from '../base/signer.js';
import { signWith } from '../base/signer.js';
import type { JsonAnswer } from '../http/read-json.js';
import type { AccountCall, AccountIo, EarnedRound, RoundDraft } from './account.js';
import { earnFlatRound } from './earn-flat.js';
import { readAuthorization } from './read-authorization.js';
import { hasReceipt } from './receipt.js';

/** The asking key on the subscription path. */
export interface Subscriber {
  readonly subscriptionOwner: Address;
  /** Owner of the subscription, or its delegate. */
  readonly authority: Address;
  /** Signs each request, unless a session's token stands for it. */
  readonly credential: { readonly signer: Signer } | { readonly withToken: WithToken };
}

/** Runs a call with the value of `Authorization` of an open session. */
export type WithToken = <T>(io: AccountIo, task: (authorization: string) => Promise<T>, call?: AccountCall) => Promise<T>;

const PATH = '/v1/round/execute';

/** A round that a subscription pays for (docs/api.md, POST /v1/round/execute). */
export async function earnSubscribedRound(subscriber: Subscriber, draft: RoundDraft, io: AccountIo): Promise<EarnedRound> {
  const { subscriptionOwner, authority, credential } = subscriber;
  const { quorum, members, signal } = draft;
  const { sourceId } = draft.subject;
  const feedId = deriveFeedId({ owner: authority, sourceId, signaturesRequired: quorum });
  const { programId } = io.ledger;
  // A sign-in that fails is no round whose answer was lost.
  if ('withToken' in credential) await credential.withToken(io, () => Promise.resolve(), { signal });
  return earnFlatRound(
    {
      feedOwner: authority,
      feedId,
      roundIdAt: (second) =>
        roundIdOf(roundAddress({ programId, feedOwner: authority, sourceId, signaturesRequired: quorum, timestampSeconds: second })),
      authorizeRead: (roundId) => authorizeRead(credential, roundId, io, { signal }),
      receiptAt: (roundId, message, readSignal) =>
        hasReceipt({ ledger: io.ledger, decode: decodeRoundReceipt }, { roundId, message }, readSignal),
      async send({ second, registryVersion }) {
        const body = {
          subscriptionOwner: formatAddress(subscriptionOwner),
          consumerAuthority: formatAddress(authority),
          signaturesRequired: quorum,
          timestamp: second,
          registryVersion,
          ...members,
        };
        if ('withToken' in credential) {
          const task = (authorization: string): Promise<JsonAnswer> =>
            io.gateway.ask({ method: 'POST', path: PATH, headers: { authorization }, body, signal, mayCost: true });
          return credential.withToken(io, task, { signal });
        }
        const hash = requestAuthHash({ feedId, timestampSeconds: second });
        const authSig = toHex(await signWith(credential.signer, hash));
        return io.gateway.ask({ method: 'POST', path: PATH, body: { ...body, authSig }, signal, mayCost: true });
      },
    },
    draft,
    io,
  );
}

function authorizeRead(credential: Subscriber['credential'], roundId: string, io: AccountIo, call: AccountCall): Promise<string> {
  return 'withToken' in credential
    ? credential.withToken(io, (authorization) => Promise.resolve(authorization), call)
    : readAuthorization(credential.signer, roundId, io);
}
