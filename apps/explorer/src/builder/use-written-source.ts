import { useEffect, useState } from 'preact/hooks';
import { textOfSource } from '../source/draft.js';

/** The first feed of the built-in catalogue: nothing changes under the visitor's hands when the catalogue comes. */
export const EXAMPLE_TEXT = textOfSource({
  url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot',
  method: 'GET',
  responseParser: '$.data.amount',
  aggregation: { mode: 'tolerance', rule: 'median', maxDeviationBps: 50, maxAgeMs: 15_000, numeric: { type: 'int256', decimals: 8 } },
});

/** A source that the visitor builds, from its text to a verified value. */
export interface WrittenSource {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Quorum that the visitor wrote. */
  readonly quorum: number | undefined;
  readonly onQuorum: (quorum: number | undefined) => void;
  /** An answer of the source that the visitor pasted. */
  readonly sample: string;
  readonly onSample: (sample: string) => void;
}

/** Outlives the place, so that a look at another one loses no text. */
export function useWrittenSource(address: {
  readonly source?: Readonly<Record<string, unknown>>;
  readonly quorum?: number;
}): WrittenSource {
  const [text, onText] = useState(EXAMPLE_TEXT);
  const [quorum, onQuorum] = useState<number | undefined>(undefined);
  const [sample, onSample] = useState('');
  useEffect(() => {
    if (address.source !== undefined) {
      onText(textOfSource(address.source));
      onSample('');
    }
    if (address.quorum !== undefined) onQuorum(address.quorum);
  }, [address]);
  return { text, onText, quorum, onQuorum, sample, onSample };
}
