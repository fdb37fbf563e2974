import type { LedgerOptions } from '@oracle-gateway/client';
import { ruleOf, type Subject } from '@oracle-gateway/protocol/internal';
import { type ComponentChildren, h } from 'preact';
import { linkTo } from '../shell/address.js';
import { Card } from '../view/card.js';
import { Loaded, useLoading } from '../view/loaded.js';
import { Ago } from '../view/moment.js';
import { quantityText, type ShownUnit } from '../words/numbers.js';
import type { readOnSolana } from './read-on-solana.js';

interface SolanaInput {
  readonly ledger: LedgerOptions;
  readonly feedId: string;
  readonly subject: Subject;
  readonly quorum: number;
  readonly shown: ShownUnit;
}

type Reading = Awaited<ReturnType<typeof readOnSolana>>;

const REFRESH_MS = 15_000;

/** The value that programs on Solana read, as the RPC server of the page tells it. */
export function OnSolana({ ledger, feedId, subject, quorum, shown }: SolanaInput): ComponentChildren {
  const mode = ruleOf(subject) === undefined ? 'exact' : 'tolerance';
  const read = async (signal: AbortSignal): Promise<Reading> =>
    (await import('./read-on-solana.js')).readOnSolana({ ledger, feedId, mode, quorum }, signal);
  const loading = useLoading(read, `${ledger.rpcUrl} ${feedId}`, REFRESH_MS);
  return h(Card, { title: 'On Solana' }, [
    h(Loaded<Reading>, {
      of: loading,
      what: 'the account of the feed',
      children: (reading) =>
        reading === null
          ? h('p', { class: 'quiet', id: 'on-solana' }, [
              'No value was written to the ledger yet. ',
              h('a', { href: linkTo({ place: 'new' }) }, 'Keep a feed fresh'),
              ' with a keeper.',
            ])
          : h('p', { id: 'on-solana' }, [
              h('strong', null, quantityText(reading.value, shown)),
              h('span', { class: 'quiet' }, [' signed ', h(Ago, { atMs: reading.observedAtMs }), ', by the word of the RPC server']),
            ]),
    }),
  ]);
}
