import { createClient, type LedgerOptions, owner, type Usage } from '@oracle-gateway/client';
import { totalsBy, usageSentence } from '@oracle-gateway/client/usage-totals';
import { formatMoney } from '@oracle-gateway/protocol/internal';
import { type ComponentChildren, h } from 'preact';
import { Card } from '../view/card.js';
import { FailureNote } from '../view/failure-note.js';
import { useTask } from '../view/task.js';
import type { WalletKey } from '../wallets/wallet-key.js';
import { numberText } from '../words/numbers.js';

interface UsageInput {
  readonly gateway: string;
  readonly ledger: LedgerOptions;
  readonly wallet: WalletKey;
}

/** The rounds that a key was charged this month, on every path. It is the gateway's word, and shown to the key alone. */
export function UsageCard({ gateway, ledger, wallet }: UsageInput): ComponentChildren {
  const { task, run } = useTask<Usage>();
  // The account signs the text that shows its usage, and pays for nothing.
  const read = (): void => run((signal) => createClient({ gateway, ledger, account: owner({ signer: wallet }) }).usage({ signal }));
  return h(Card, { title: 'Usage' }, [
    h(
      'p',
      { class: 'quiet' },
      'The rounds that this gateway has charged your key this month, by its own word. Your wallet signs a text to see them, and pays nothing.',
    ),
    h('button', { type: 'button', class: 'small', disabled: task.state === 'running', onClick: read }, 'See what was charged'),
    task.state === 'failed' ? h(FailureNote, { failure: task.failure }) : null,
    task.state === 'done' ? h(UsageTable, { usage: task.value }) : null,
  ]);
}

function UsageTable({ usage }: { readonly usage: Usage }): ComponentChildren {
  const days = [...totalsBy(usage.usage, ({ day }) => day)];
  return h('div', { id: 'usage' }, [
    h('p', { role: 'status' }, usageSentence(usage)),
    days.length === 0
      ? null
      : h('div', { class: 'wide', tabIndex: 0, role: 'region', 'aria-label': 'Usage by day' }, [
          h('table', null, [
            h(
              'thead',
              null,
              h(
                'tr',
                null,
                ['Day (UTC)', 'Rounds', 'Sources', 'Paid'].map((name) => h('th', { scope: 'col', key: name }, name)),
              ),
            ),
            h(
              'tbody',
              null,
              days.map(([day, { rounds, units, amount }]) =>
                h('tr', { key: day }, [
                  h('th', { scope: 'row' }, day),
                  h('td', { class: 'number' }, numberText(String(rounds))),
                  h('td', { class: 'number' }, numberText(String(units))),
                  h('td', { class: 'number' }, formatMoney(amount)),
                ]),
              ),
            ),
          ]),
        ]),
  ]);
}
