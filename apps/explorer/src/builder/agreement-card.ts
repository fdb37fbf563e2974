import type { Simulation } from '@oracle-gateway/client';
import { type ComponentChildren, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { draftMembers, withMember } from '../source/draft.js';
import { Card } from '../view/card.js';
import { TextField } from '../view/field.js';
import { wholeIn } from '../words/whole-numbers.js';
import {
  type Agreement,
  agreementOf,
  agreementWords,
  aggregationOf,
  bpsIn,
  FIRST_MEDIAN,
  percentText,
  type Proposal,
  proposedAgreement,
} from './agreement.js';

interface AgreementInput {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The last dry run of this source. */
  readonly seen: Simulation | undefined;
  readonly quorum: number;
  readonly onQuorum: (quorum: number | undefined) => void;
  /** Nodes of the registry; undefined until they are known. */
  readonly nodes: number | undefined;
}

/** Card of the rule by which nodes agree, in words. */
export function AgreementCard({ text, onText, seen, quorum, onQuorum, nodes }: AgreementInput): ComponentChildren {
  const aggregation = draftMembers(text)?.['aggregation'];
  const agreement = agreementOf(aggregation);
  const change = (next: Agreement): void => onText(withMember(text, 'aggregation', aggregationOf(next, aggregation)));
  const proposal = proposedAgreement((seen?.nodes ?? []).flatMap((node) => ('value' in node ? [node.value] : [])));
  return h(Card, { title: '3 · What counts as agreement' }, [
    agreement === undefined
      ? h('p', { class: 'quiet' }, 'The rule of this source is written as JSON above.')
      : h(RuleFields, { agreement, onChange: change }),
    h(ProposalNote, { proposal, agreement, onChange: change }),
    h(TextField, {
      label: 'Nodes that sign (quorum)',
      type: 'number',
      hint: nodes === undefined ? '' : `of ${nodes} nodes; a majority unless you say otherwise. Another number is another feed.`,
      value: String(quorum),
      onChange: (value) => onQuorum(value === '' ? undefined : Number(value)),
    }),
  ]);
}

interface RuleInput {
  readonly agreement: Agreement;
  readonly onChange: (agreement: Agreement) => void;
}

function RuleFields({ agreement, onChange }: RuleInput): ComponentChildren {
  const radio = (rule: Agreement['rule'], label: string, chosen: Agreement): ComponentChildren =>
    h('label', { class: 'check' }, [
      h('input', { type: 'radio', name: 'agreement', checked: agreement.rule === rule, onChange: () => onChange(chosen) }),
      ` ${label}`,
    ]);
  return h('fieldset', null, [
    h('legend', null, 'The nodes sign when'),
    radio('same', 'every node sees the same number', { rule: 'same' }),
    radio('median', 'what they see is close: the median is signed', agreement.rule === 'median' ? agreement : FIRST_MEDIAN),
    agreement.rule === 'same' ? null : h(MedianFields, { agreement, onChange }),
  ]);
}

function MedianFields({
  agreement,
  onChange,
}: Pick<RuleInput, 'onChange'> & { readonly agreement: Extract<Agreement, { readonly rule: 'median' }> }): ComponentChildren {
  const { bps, ageMs, decimals } = agreement;
  return h('div', { class: 'row' }, [
    h(DraftField, { label: 'Within, %', value: percentText(bps), read: bpsIn, onRead: (next) => onChange({ ...agreement, bps: next }) }),
    h(DraftField, {
      label: 'At most so many seconds old',
      value: String(ageMs / 1_000),
      read: (written) => wholeIn(written, 1, 3_600),
      onRead: (seconds) => onChange({ ...agreement, ageMs: seconds * 1_000 }),
    }),
    h(DraftField, {
      label: 'Decimals that are kept',
      value: String(decimals),
      read: (written) => wholeIn(written, 0, 36),
      onRead: (next) => onChange({ ...agreement, decimals: next }),
    }),
  ]);
}

interface DraftFieldInput {
  readonly label: string;
  readonly value: string;
  /** Undefined for a text that is no such number. */
  readonly read: (written: string) => number | undefined;
  readonly onRead: (value: number) => void;
}

/** A number that is taken over while it is written, once it is one. */
function DraftField({ label, value, read, onRead }: DraftFieldInput): ComponentChildren {
  const [written, setWritten] = useState(value);
  useEffect(() => {
    if (read(written) !== read(value)) setWritten(value);
  }, [value]);
  return h(TextField, {
    label,
    value: written,
    isWrong: read(written) === undefined,
    onChange: (next) => {
      setWritten(next);
      const number = read(next);
      if (number !== undefined) onRead(number);
    },
  });
}

/** The rule that fits what the nodes saw just now. */
function ProposalNote({
  proposal,
  agreement,
  onChange,
}: {
  readonly proposal: Proposal | undefined;
  readonly agreement: Agreement | undefined;
  readonly onChange: (agreement: Agreement) => void;
}): ComponentChildren {
  if (proposal === undefined) return h('p', { class: 'quiet' }, 'A dry run of several nodes shows which rule fits.');
  return h('p', { class: 'quiet', id: 'proposal' }, [
    proposal.why,
    ' ',
    isKept(agreement, proposal)
      ? 'Your rule fits.'
      : h(
          'button',
          { type: 'button', class: 'small', onClick: () => onChange(proposal.agreement) },
          `Take “${agreementWords(proposal.agreement)}”`,
        ),
  ]);
}

/** A median fits too where it has room enough, also where all nodes saw the same just now. */
function isKept(agreement: Agreement | undefined, { agreement: proposed, leastBps }: Proposal): boolean {
  if (agreement?.rule !== 'median') return agreement?.rule === proposed.rule;
  return proposed.rule === 'same' || (agreement.bps >= leastBps && agreement.decimals >= proposed.decimals);
}
