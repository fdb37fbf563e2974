import type { ApiConfigInput } from '@oracle-gateway/client';
import { formatMoney } from '@oracle-gateway/protocol/internal';
import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import { linkTo } from '../shell/address.js';
import type { PageContext } from '../shell/page-context.js';
import { CodeSamplesCard } from '../source/code-samples-card.js';
import { Card } from '../view/card.js';
import { CodeText } from '../view/code-text.js';
import { CopyButton } from '../view/copy-button.js';
import { Choice } from '../view/field.js';
import { keeperFile, type KeeperFeed, roundsADay } from './keeper-file.js';

interface UseItInput {
  readonly page: PageContext;
  /** A source, an index or a list, as a request has it. */
  readonly members: Readonly<Record<string, unknown>>;
  /** The source alone; undefined for several. */
  readonly source: ApiConfigInput | undefined;
  readonly sourceId: string;
  /** The feed of who asks; undefined until it is known who asks. */
  readonly feedId: string | undefined;
  /** Key of the catalogue. */
  readonly feed: string | undefined;
  readonly quorum: number;
  /** Atomic units of one round of a subscription, by the last dry run. */
  readonly price: bigint | undefined;
  /** A private source and a list have no feed that a keeper keeps. */
  readonly canBeKept: boolean;
}

/** Uses of a source that is right: code, a keeper, a link. */
export function UseItCards(input: UseItInput): ComponentChildren {
  const { page, members, source, sourceId, feedId, feed, quorum, price, canBeKept } = input;
  const { gateway, ledger } = page;
  const link = linkTo({ place: 'new', source: members, quorum });
  return [
    source === undefined
      ? null
      : h(CodeSamplesCard, { title: 'In your code', input: { gateway, ...ledger, source, quorum, sourceId, feedId } }),
    canBeKept ? h(KeepFreshCard, { kept: { gateway, ledger, members, feed, quorum }, price }) : null,
    h(Card, { title: 'Share it' }, [
      h('p', { class: 'quiet' }, 'The link holds the source and the number of nodes. A secret is in it by its placeholder alone.'),
      h('p', { class: 'row' }, [
        h('code', { class: 'cut' }, link),
        h(CopyButton, { text: `${location.origin}${location.pathname}${link}`, what: 'the link' }),
      ]),
    ]),
  ];
}

const AGES = [
  ['1 minute', 60],
  ['5 minutes', 300],
  ['1 hour', 3_600],
  ['1 day', 86_400],
] as const;
const FIRST_AGE = AGES[2];
const DEVIATION_BPS = 50;
const LAMPORTS_PER_WRITE = 13_000;
const LAMPORTS_PER_SOL = 1_000_000_000;

/** A keeper that writes the feed on Solana: its file, and what a day costs. */
function KeepFreshCard({
  kept,
  price,
}: {
  readonly kept: Omit<KeeperFeed, 'heartbeatSeconds' | 'deviationBps'>;
  readonly price: bigint | undefined;
}): ComponentChildren {
  const [age, setAge] = useState<(typeof AGES)[number]>(FIRST_AGE);
  const [name, heartbeatSeconds] = age;
  const rounds = roundsADay(heartbeatSeconds);
  const sol = (rounds * LAMPORTS_PER_WRITE) / LAMPORTS_PER_SOL;
  const file = keeperFile({ ...kept, heartbeatSeconds, deviationBps: DEVIATION_BPS });
  return h(Card, { title: 'Keep it fresh on Solana' }, [
    h(Choice, {
      label: 'Never older than',
      value: name,
      options: AGES.map(([option]) => option),
      onChange: (option) => setAge(AGES.find(([known]) => known === option) ?? FIRST_AGE),
    }),
    h('p', { id: 'a-day' }, [
      price === undefined ? 'A dry run tells the price. ' : h('strong', null, `≈ ${formatMoney(price * BigInt(rounds))} a day `),
      `${rounds} rounds, and at most ${sol.toFixed(4)} SOL of fees. A move of 0.50 % is written at once.`,
    ]),
    h('details', { class: 'more' }, [h('summary', null, 'keeper.toml'), h(CodeText, { label: 'keeper.toml', code: file })]),
    h(CopyButton, { text: file, what: 'keeper.toml' }),
  ]);
}
