import {
  deriveFeedId,
  formatAddress,
  formatSignature,
  parseAddress,
  parseSignature,
  requestAuthHash,
  roundAddress,
  roundIdOf,
  toUnixMs,
  unixSeconds,
  verifyEd25519,
} from '@oracle-gateway/protocol';
import { parseSubject } from '@oracle-gateway/protocol/internal';
import { encodeAccount } from '@oracle-gateway/protocol/testing';
import { parseExecuteRoundRequest } from '@oracle-gateway/gateway-api/parsers';
import { GatewayRefused } from './gateway-refused.js';
import { flatAnswer } from './round-answers.js';
import { parsedBody, type PathParts, refusing, requireSecond, requireTerms, type PathDouble } from './path-double.js';

const SIGNATURE_BYTES = 64;

/** Rounds of a subscription, by its owner, a delegate or a session. Every key has a subscription here. */
export function subscriptionDouble(deps: PathParts): PathDouble {
  const { network, sessions, random } = deps;
  const { programId } = network;
  return {
    name: 'subscription',
    route: '/v1/round/execute',
    answerOf: flatAnswer,
    admit({ body, headers }) {
      const request = parsedBody(parseExecuteRoundRequest, body);
      const { consumerAuthority, subscriptionOwner, signaturesRequired: quorum, registryVersion, authSig } = request;
      const subject = refusing('invalid_request', () => parseSubject(request));
      const [authority, second] = [parseAddress(consumerAuthority), unixSeconds(request.timestamp)];
      const feedId = deriveFeedId({ owner: authority, sourceId: subject.sourceId, signaturesRequired: quorum });
      const authorization = headers.get('authorization');
      if (authorization === null) {
        if (typeof authSig !== 'string') throw new GatewayRefused('auth_sig_missing');
        const message = requestAuthHash({ feedId, timestampSeconds: second });
        const signature = refusing('auth_sig_invalid', () => parseSignature(authSig));
        if (!verifyEd25519({ signature, message, publicKey: authority })) throw new GatewayRefused('auth_sig_invalid');
      } else {
        const session = sessions.of(authorization);
        if (session.authority !== consumerAuthority || session.owner !== subscriptionOwner) throw new GatewayRefused('session_other_party');
      }
      requireTerms(deps, { quorum, registryVersion });
      const identity = {
        programId,
        feedOwner: authority,
        sourceId: subject.sourceId,
        signaturesRequired: quorum,
        timestampSeconds: second,
      };
      const receipt = roundAddress(identity);
      const roundId = roundIdOf(receipt);
      requireSecond(deps, second, roundId);
      return {
        roundId,
        subject,
        quorum,
        registryVersion,
        feedOwner: authority,
        timestampMs: toUnixMs(second),
        account: subscriptionOwner,
        askedBy: formatAddress(authority),
        amount: 0n,
        charge(message) {
          network.ledger.put(receipt, encodeAccount('roundReceipt', { message }));
          return { state: 'settled', transaction: formatSignature(random(SIGNATURE_BYTES)) };
        },
      };
    },
  };
}
