import type { NothingToSign, Offer, SubscriberActions } from '@oracle-gateway/client/subscriber';
import { useEffect, useRef, useState } from 'preact/hooks';
import { explainFailure, type ExplainedFailure } from '../rounds/explain-failure.js';
import { requireTransactions, type WalletKey } from '../wallets/wallet-key.js';
import { fateText } from './account-words.js';

/** The card that a change belongs to. */
export type OfferPart = 'subscription' | 'delegates' | 'escrow';

/** A change of the account, from the question to its outcome. */
export type OfferState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' | 'signing'; readonly part: OfferPart; readonly offer?: Offer }
  | { readonly kind: 'offered'; readonly part: OfferPart; readonly offer: Offer }
  | { readonly kind: 'told'; readonly part: OfferPart; readonly text: string; readonly isGood: boolean; readonly signature?: string }
  | { readonly kind: 'failed'; readonly part: OfferPart; readonly failure: ExplainedFailure };

export interface Offers {
  readonly state: OfferState;
  /** Reads an offer, in place of the one that is open. Nothing is signed. */
  readonly see: (part: OfferPart, read: (signal: AbortSignal) => Promise<Offer | NothingToSign>) => void;
  /** Has the wallet sign the open offer. */
  readonly sign: () => void;
  readonly drop: () => void;
}

/** One change of the account at a time. @param deps `onChange`: the ledger may have changed */
export function useOffers(deps: {
  /** Undefined until key and gateway are known. */
  readonly subscriber: SubscriberActions | undefined;
  readonly key: WalletKey | undefined;
  readonly onChange: () => void;
}): Offers {
  const { subscriber, key, onChange } = deps;
  const [state, setState] = useState<OfferState>({ kind: 'none' });
  const latest = useRef<AbortController | null>(null);
  const begin = (): AbortController => {
    latest.current?.abort();
    latest.current = new AbortController();
    return latest.current;
  };
  useEffect(() => {
    setState({ kind: 'none' });
    return () => latest.current?.abort();
  }, [subscriber]);
  const show = (own: AbortController, next: OfferState): void => {
    if (latest.current === own) setState(next);
  };
  return {
    state,
    see(part, read) {
      if (state.kind === 'signing') return;
      const own = begin();
      setState({ kind: 'reading', part });
      read(own.signal).then(
        (offer) =>
          show(
            own,
            offer.kind === 'offer'
              ? { kind: 'offered', part, offer }
              : { kind: 'told', part, text: sentenceOf(offer.statement), isGood: true },
          ),
        (error: unknown) => show(own, { kind: 'failed', part, failure: explainFailure(error) }),
      );
    },
    sign() {
      if (state.kind !== 'offered' || subscriber === undefined || key === undefined) return;
      const { part, offer } = state;
      const own = begin();
      setState({ kind: 'signing', part, offer });
      subscriber
        .accept(offer, { signer: requireTransactions(key), signal: own.signal })
        .then(
          (fate) => show(own, { kind: 'told', part, ...fateText(fate), signature: fate.signature }),
          (error: unknown) => show(own, { kind: 'failed', part, failure: explainFailure(error) }),
        )
        .finally(onChange);
    },
    drop() {
      if (state.kind === 'signing') return;
      begin();
      setState({ kind: 'none' });
    },
  };
}

function sentenceOf(statement: string): string {
  return `${statement.charAt(0).toUpperCase()}${statement.slice(1)}.`;
}
