import { createClient, type Simulation } from '@oracle-gateway/client';
import { type ComponentChildren, h } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { AskPlace } from './ask-place.js';
import type { Feed } from './catalogue/feeds.js';
import { LedgerCard } from './nodes/ledger-card.js';
import { NodesCard } from './nodes/nodes-card.js';
import { useRound } from './rounds/use-round.js';
import type { PageSettings } from './settings/settings.js';
import { readDraft, textOfSource } from './source/draft.js';
import { useDefaultQuorum } from './source/use-default-quorum.js';
import { useQuestion } from './spending/use-question.js';
import { useGateway } from './use-gateway.js';
import { VerifierCard } from './verifier/verifier-card.js';
import { FailureNote } from './view/failure-note.js';
import { useTask } from './view/task.js';
import { PLACES, type PagePlace, usePlace } from './view/use-place.js';
import { otherSignInOrigin } from './wallets/sign-in-origin.js';
import { useIdentity } from './wallets/use-identity.js';

const TITLES: Readonly<Record<PagePlace, string>> = { ask: 'Ask', verify: 'Verify', nodes: 'Nodes' };
const EXAMPLE = { url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot', method: 'GET', responseParser: '$.data.amount' };

/** The whole page. */
export function App({ settings }: { readonly settings: PageSettings }): ComponentChildren {
  const { gateway, programId, network, rpcUrls, demoKey } = settings;
  const place = usePlace();
  const [rpcUrl, setRpcUrl] = useState(rpcUrls[0] ?? '');
  const ledger = useMemo(() => ({ rpcUrl, programId, network }), [rpcUrl, programId, network]);
  const reader = useMemo(() => createClient({ gateway, ledger }), [gateway, ledger]);
  const facts = useGateway(reader);
  const questions = useQuestion();
  const who = useIdentity({ gateway, ledger, demoKey, info: facts.info, ask: questions.ask });
  const [text, setText] = useState(textOfSource(EXAMPLE));
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  /** Quorum that the visitor wrote. */
  const [writtenQuorum, setWrittenQuorum] = useState<number | undefined>(undefined);
  const dryRun = useTask<Simulation>();
  const rounds = useRound();
  const draft = useMemo(() => readDraft(text), [text]);
  const usualQuorum = useDefaultQuorum(reader, draft);
  const quorum = writtenQuorum ?? facts.feeds?.find(({ key }) => key === chosen)?.quorum ?? usualQuorum;

  const change = (next: string, feed?: Feed): void => {
    setText(next);
    setChosen(feed?.key);
    dryRun.reset();
    questions.decline();
    rounds.reset();
  };
  const choose = (feed: Feed): void => {
    change(textOfSource(feed.source), feed);
    setWrittenQuorum(undefined);
  };
  // The first feed of the catalogue is a better beginning than the example, while the visitor has changed nothing.
  useEffect(() => {
    const [first] = facts.feeds ?? [];
    if (first !== undefined && text === textOfSource(EXAMPLE)) choose(first);
  }, [facts.feeds]);
  const signInOrigin = otherSignInOrigin(facts.info?.signIn, gateway);
  const ledgerName = `program ${programId.slice(0, 8)}… on the ledger`;
  const round = rounds.verified.at(-1);
  const initial = {
    answer: '',
    source: text,
    owner: who.identity?.feedOwner ?? '',
    quorum,
  };
  return [
    h(Header, { place, name: new URL(gateway).host }),
    h('main', { id: 'main', tabIndex: -1 }, [
      facts.failure === undefined
        ? null
        : h('div', null, [
            h(FailureNote, { failure: facts.failure }),
            h('button', { type: 'button', onClick: facts.again }, 'Ask the gateway again'),
          ]),
      signInOrigin === undefined
        ? null
        : h('p', { class: 'note failed', role: 'alert' }, [
            'Sign-ins are taken at another address. Open ',
            h('a', { href: `${signInOrigin}/app/` }, `${signInOrigin}/app/`),
            ' to use a wallet.',
          ]),
      place === 'ask'
        ? h(AskPlace, {
            ...{ gateway, ledger, ledgerName, reader, facts, who, questions, text, draft, chosen, quorum, dryRun, rounds },
            onText: (next) => change(next),
            onFeed: choose,
            onQuorum: setWrittenQuorum,
          })
        : null,
      place === 'verify' ? h(VerifierCard, { ledger, ledgerName, initial }) : null,
      place === 'nodes'
        ? [
            h(NodesCard, {
              nodes: facts.nodes,
              simulation: dryRun.task.state === 'done' ? dryRun.task.value : undefined,
              signers: round?.signers ?? [],
              onAgain: facts.again,
            }),
            h(LedgerCard, { ledger, rpcUrls, onRpcUrl: setRpcUrl }),
          ]
        : null,
    ]),
  ];
}

function Header({ place, name }: { readonly place: PagePlace; readonly name: string }): ComponentChildren {
  return h('header', null, [
    h('a', { class: 'skip', href: '#main', onClick: skip }, 'Skip to the content'),
    h('h1', null, 'Oracle Gateway'),
    h('span', { class: 'quiet' }, name),
    h(
      'nav',
      { 'aria-label': 'Parts of the page' },
      PLACES.map((one) => h('a', { href: `#${one}`, key: one, 'aria-current': one === place ? 'page' : undefined }, TITLES[one])),
    ),
  ]);
}

/** The part after `#` names a place of the page, so the link moves the focus itself. */
function skip(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}
