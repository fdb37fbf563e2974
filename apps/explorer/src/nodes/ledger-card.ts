import type { LedgerOptions } from '@oracle-gateway/client';
import { type ComponentChildren, h } from 'preact';
import { Card } from '../view/card.js';
import { Choice } from '../view/field.js';

interface LedgerInput {
  readonly ledger: LedgerOptions;
  readonly rpcUrls: readonly string[];
  readonly onRpcUrl: (rpcUrl: string) => void;
}

/** Card of the ledger's facts, which decide whose signatures count. */
export function LedgerCard({ ledger, rpcUrls, onRpcUrl }: LedgerInput): ComponentChildren {
  return h(Card, { title: 'What the values are verified against' }, [
    h('dl', null, [
      h('dt', null, 'Program'),
      h('dd', null, h('code', null, ledger.programId)),
      h('dt', null, 'Network'),
      h('dd', null, h('code', null, ledger.network)),
    ]),
    h(Choice, { label: 'RPC server', value: ledger.rpcUrl, options: rpcUrls, onChange: onRpcUrl }),
    h(
      'p',
      { class: 'quiet' },
      'Compare the program with one that you know from elsewhere. This page comes from the gateway’s server; keep a copy of your own if you do not trust that server.',
    ),
  ]);
}
