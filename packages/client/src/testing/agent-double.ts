import {
  agentRequestAuthHash,
  agentRoundAddress,
  agentRoundPrice,
  deriveFeedId,
  formatAddress,
  formatSignature,
  parseAddress,
  parseSignature,
  roundIdOf,
  toHex,
  toUnixMs,
  unixSeconds,
  verifyEd25519,
  unitsOf,
} from '@oracle-gateway/protocol';
import { parseSubject } from '@oracle-gateway/protocol/internal';
import { escrowAddress } from '@oracle-gateway/protocol/accounts';
import { encodeAccount } from '@oracle-gateway/protocol/testing';
import { parseExecuteAgentRoundRequest } from '@oracle-gateway/gateway-api/parsers';
import { GatewayRefused } from './gateway-refused.js';
import { flatAnswer } from './round-answers.js';
import { parsedBody, type PathParts, refusing, requireSecond, requireTerms, type PathDouble } from './path-double.js';

const SIGNATURE_BYTES = 64;

/** Balances of escrows, in atomic units. */
export interface Escrows {
  /** @param payer base58 */
  balance(payer: string): bigint;
  /** Adds what was paid in, or takes a charge. */
  add(payer: string, amount: bigint): void;
}

export function createEscrows(initial: bigint): Escrows {
  const balances = new Map<string, bigint>();
  const balance = (payer: string): bigint => balances.get(payer) ?? initial;
  return {
    balance,
    add(payer, amount) {
      balances.set(payer, balance(payer) + amount);
    },
  };
}

/** Rounds of agents, charged to their escrows. */
export function agentDouble(deps: PathParts & { readonly escrows: Escrows }): PathDouble {
  const { network, escrows, random } = deps;
  const { programId, gateway, config, mint } = network;
  return {
    name: 'agent',
    route: '/v1/agent/execute',
    answerOf: flatAnswer,
    admit({ body }) {
      const request = parsedBody(parseExecuteAgentRoundRequest, body);
      const { signatures_required: quorum, registry_version: registryVersion, amount, agent_request_auth_sig: authSig } = request;
      const subject = refusing('invalid_request', () => parseSubject(request));
      const [payer, second] = [parseAddress(request.payer), unixSeconds(request.canonical_timestamp)];
      const feedId = deriveFeedId({ owner: payer, sourceId: subject.sourceId, signaturesRequired: quorum });
      const escrow = escrowAddress(programId, payer, gateway);
      const price = agentRoundPrice(config.prices, { signaturesRequired: quorum, units: unitsOf(subject.form) });
      requireTerms(deps, { quorum, registryVersion });
      if (BigInt(amount) !== price) throw new GatewayRefused('amount_mismatch', { members: { amount: Number(price) } });
      if (typeof authSig !== 'string') throw new GatewayRefused('agent_request_auth_sig_missing');
      const message = agentRequestAuthHash({ escrow, gateway, feedId, canonicalTimestampSeconds: second, amountAtomic: price });
      const signature = refusing('invalid_request', () => parseSignature(authSig));
      if (!verifyEd25519({ signature, message, publicKey: payer })) throw new GatewayRefused('agent_request_auth_sig_invalid');
      const identity = {
        programId,
        payer,
        gateway,
        sourceId: subject.sourceId,
        signaturesRequired: quorum,
        canonicalTimestampSeconds: second,
      };
      const receipt = agentRoundAddress(identity);
      const roundId = roundIdOf(receipt);
      requireSecond(deps, second, roundId);
      const balance = escrows.balance(request.payer);
      if (balance < price) {
        const payTo = formatAddress(network.tokenAccountOf(escrow));
        throw new GatewayRefused('escrow_underfunded', {
          members: {
            x402Version: 1,
            accepts: [
              {
                scheme: 'exact',
                network: network.network,
                maxAmountRequired: String(price),
                payTo,
                asset: formatAddress(mint),
                resource: '/v1/agent/execute',
                description: 'one round',
                maxTimeoutSeconds: 60,
                extra: {
                  payer: request.payer,
                  agent: formatAddress(escrow),
                  gateway: formatAddress(gateway),
                  feedId: toHex(feedId),
                  canonicalTimestamp: second,
                  amount: String(price),
                  currentAtaBalance: String(balance),
                  committedAmount: '0',
                  note: 'pay what is missing into the token account, and ask again',
                },
              },
            ],
          },
        });
      }
      return {
        roundId,
        subject,
        quorum,
        registryVersion,
        feedOwner: payer,
        timestampMs: toUnixMs(second),
        account: request.payer,
        askedBy: request.payer,
        amount: price,
        charge(signed) {
          escrows.add(request.payer, -price);
          network.ledger.put(receipt, encodeAccount('agentRound', { message: signed }));
          return { state: 'settled', transaction: formatSignature(random(SIGNATURE_BYTES)) };
        },
      };
    },
  };
}
