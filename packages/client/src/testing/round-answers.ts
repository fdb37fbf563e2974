import { type Address, deriveFeedId, type FeedId, toHex, type UnixMs, isList } from '@oracle-gateway/protocol';
import { ruleOf, type Subject } from '@oracle-gateway/protocol/internal';
import { listedRows, type RoundValues } from './fake-values.js';
import type { SignedStatement, SigningNodes } from './signing-nodes.js';

/** A round that has a value. */
export interface ValuedRound {
  readonly subject: Subject;
  readonly quorum: number;
  /** 32 zero bytes of a round that was paid per request. */
  readonly feedOwner: Address;
  readonly timestampMs: UnixMs;
  readonly observedAtMs: UnixMs;
  readonly registryVersion: number;
  readonly values: RoundValues;
}

/** A signed round in the members of an answer. */
export type AnswerForm = (round: ValuedRound, signed: SignedStatement) => object;

export function roundFeed({ feedOwner, subject, quorum }: Pick<ValuedRound, 'feedOwner' | 'subject' | 'quorum'>): FeedId {
  return deriveFeedId({ owner: feedOwner, sourceId: subject.sourceId, signaturesRequired: quorum });
}

export function signRound(nodes: SigningNodes, round: ValuedRound): SignedStatement {
  const { subject, quorum, timestampMs, observedAtMs, values } = round;
  const { sourceId, form } = subject;
  return nodes.sign({
    feedId: roundFeed(round),
    sourceId,
    form,
    value: values.packed,
    signaturesRequired: quorum,
    timestampMs,
    observedAtMs,
  });
}

/** Content of the answers that two paths give. */
export function flatAnswer(round: ValuedRound, signed: SignedStatement): object {
  const { subject, quorum, timestampMs, observedAtMs, registryVersion, values } = round;
  return {
    status: 'completed',
    data: {
      feedId: toHex(roundFeed(round)),
      value: values.text,
      valuePacked: toHex(values.packed),
      timestamp: Math.floor(timestampMs / 1000),
      observedAt: observedAtMs,
      registryVersion,
      signaturesRequired: quorum,
      configHash: toHex(subject.sourceId),
      signersBitmap: toHex(signed.signersBitmap),
      s: toHex(signed.s),
      rx: toHex(signed.rx),
      ryParity: signed.ryParity,
      commitmentAddr: toHex(signed.commitment),
      fresh: true,
      ...rowsOf(round),
    },
  };
}

/** Content of the answer to a payment. */
export function nestedAnswer(round: ValuedRound, signed: SignedStatement): object {
  const { subject, quorum, timestampMs, observedAtMs, registryVersion, values } = round;
  const rule = ruleOf(subject);
  return {
    status: 'completed',
    data: {
      attestation: {
        payload: {
          value: toHex(values.packed),
          sourceId: toHex(subject.sourceId),
          registryVersion,
          signaturesRequired: quorum,
          timestamp: timestampMs,
          observedAt: observedAtMs,
        },
        signature: { signature: toHex(signed.s), commitment: toHex(signed.commitment), signersBitmap: toHex(signed.signersBitmap) },
      },
      value: values.text,
      fresh: true,
      configHash: toHex(subject.sourceId),
      ...rowsOf(round),
      ...(rule === undefined ? {} : { aggregation: rule }),
    },
  };
}

function rowsOf({ subject, quorum, feedOwner, values }: ValuedRound): { readonly values?: readonly object[] } {
  return isList(subject.form) ? { values: listedRows(subject, values, { owner: feedOwner, signaturesRequired: quorum }) } : {};
}
