import { command, EXIT_CODES, OUTPUT_FLAGS, required } from '@oracle-gateway/caller/command';
import { base58, integerIn, UsageError, type ValueKind } from '@oracle-gateway/caller/settings';
import type { CliCommand } from '../deps.js';
import { GATEWAY_FLAGS, SOURCE_FLAGS } from '../flag-groups.js';
import { readNamedSubject } from '../source/named-subject.js';
import { SOURCE_OPERAND } from '../source/source-operand.js';

/** Feeds of paid requests have no owner. */
const NONE = 'none';
const owner: ValueKind<string> = {
  placeholder: 'address',
  form: `${base58.form}, or ${NONE}`,
  parse: (text) => (text === NONE ? NONE : base58.parse(text)),
};

export const feedId: CliCommand = command({
  words: 'feed-id',
  summary: 'Prints the id of a feed: the hash of its owner, its source and its quorum',
  description: ['A program and a contract name a feed by it. No gateway is asked, except for a feed that only a gateway describes.'],
  operands: [SOURCE_OPERAND],
  flags: {
    owner: required(owner, `key that asks: of a subscription's owner, a delegate or an agent; ${NONE} for paid requests`),
    quorum: required(integerIn(1, 64), 'how many nodes sign'),
    ...SOURCE_FLAGS,
    ...GATEWAY_FLAGS,
    ...OUTPUT_FLAGS,
  },
  examples: [
    ['oracle-gateway feed-id coinbase/btc-usd --owner 7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2 --quorum 3', 'of a subscription'],
    ['oracle-gateway feed-id coinbase/btc-usd --owner none --quorum 3', 'of paid requests'],
  ],
  async run(call) {
    const { subject, source } = await readNamedSubject(call, call);
    const { deriveFeedId, isAddress, NO_OWNER, parseAddress, toHex } = await import('@oracle-gateway/protocol');
    const { quorum, owner: asking } = call.flags;
    if (asking !== NONE && !isAddress(asking)) throw new UsageError('--owner', `must be ${owner.form}: the text of 32 bytes`);
    const { sourceId } = subject;
    const of = asking === NONE ? NO_OWNER : parseAddress(asking);
    const id = toHex(deriveFeedId({ owner: of, sourceId, signaturesRequired: quorum }));
    call.terminal.result(id, { feedId: id, sourceId: toHex(sourceId), form: subject.form, source });
    return EXIT_CODES.done;
  },
});
