import {
  type Address,
  deriveFeedId,
  formatAddress,
  requestAuthHash,
  roundAddress,
  roundIdOf,
  roundReadMessage,
  type RoundId,
  toHex,
  unixSeconds,
} from '@oracle-gateway/protocol';
import type { AccountIo, EarnedRound, RoundDraft } from '../account.js';
import type { Signer } from '../signer.js';
import { signWith } from '../signer.js';
import { earnFlatRound } from './earn-flat.js';

/** Who asks on the subscription path. */
export interface Subscriber {
  readonly subscriptionOwner: Address;
  /** Owner of the subscription, or its delegate. */
  readonly authority: Address;
  /** Signs each request, unless a session's token stands for it. */
  readonly credential:
    { readonly signer: Signer } | { readonly bearer: (io: AccountIo, refused?: string, signal?: AbortSignal) => Promise<string> };
}

const PATH = '/v1/round/execute';

/** A round that a subscription pays for (docs/api.md, POST /v1/round/execute). */
export function earnSubscribedRound(subscriber: Subscriber, draft: RoundDraft, io: AccountIo): Promise<EarnedRound> {
  const { subscriptionOwner, authority, credential } = subscriber;
  const { source, sourceId, quorum, encKeyBundle, signal } = draft;
  const feedId = deriveFeedId({ owner: authority, sourceId, signaturesRequired: quorum });
  const { programId } = io.ledger;
  return earnFlatRound(
    {
      feedOwner: authority,
      feedId,
      roundIdAt: (second) =>
        roundIdOf(roundAddress({ programId, feedOwner: authority, sourceId, signaturesRequired: quorum, timestampSeconds: second })),
      ...(encKeyBundle === undefined ? {} : { authorizeRead: (roundId: string) => readAuthorization(credential, roundId, io, signal) }),
      async send({ second, registryVersion }) {
        const body = {
          subscriptionOwner: formatAddress(subscriptionOwner),
          consumerAuthority: formatAddress(authority),
          signaturesRequired: quorum,
          timestamp: second,
          registryVersion,
          apiConfig: source,
          ...(encKeyBundle === undefined ? {} : { encKeyBundle }),
        };
        if ('bearer' in credential) {
          const authorization = await credential.bearer(io, undefined, signal);
          return io.gateway.ask({ method: 'POST', path: PATH, headers: { authorization }, body, signal });
        }
        const hash = requestAuthHash({ feedId, timestampSeconds: second });
        const authSig = toHex(await signWith(credential.signer, hash));
        return io.gateway.ask({ method: 'POST', path: PATH, body: { ...body, authSig }, signal });
      },
    },
    draft,
    io,
  );
}

/** The value of `Authorization` that shows what is private of a round. */
export async function readAuthorization(
  credential: Subscriber['credential'],
  roundId: string,
  io: AccountIo,
  signal?: AbortSignal,
): Promise<string> {
  if ('bearer' in credential) return credential.bearer(io, undefined, signal);
  const timestampSeconds = unixSeconds(Math.floor(io.clock.now() / 1000));
  const message = roundReadMessage({ roundId: roundId as RoundId, timestampSeconds });
  const signature = toHex(await signWith(credential.signer, message));
  return `RoundRead ${credential.signer.address}.${timestampSeconds}.${signature}`;
}
