import { formatAddress, type Address, type RoundId } from '@oracle-gateway/protocol';
import type { QuotaKey } from '../records/hold.js';

/** Characters of base58 that tell accounts and signatures apart: 128 bits. Each command in the server's file repeats its key. */
const NAME_LENGTH = 22;

/**
 * The prefix of every key of one gateway. One gateway keypair is one shard: the braces are Redis Cluster's hash tag, so that one script can read
 * everything that a decision needs. `gateway` is the address of the Gateway account; the prefix has its first 22 characters.
 */
export function outboxPrefix(gateway: Address): string {
  return `{og:${formatAddress(gateway).slice(0, NAME_LENGTH)}}`;
}

/** The keys of one shard (README, "Keys"). */
export class ShardKeys {
  readonly reserved: string;
  readonly pending: string;
  readonly due: string;
  readonly parked: string;
  readonly unfinal: string;
  readonly paying: string;
  readonly givenUp: string;
  readonly totals: string;
  readonly marker: string;
  readonly written: string;
  /** Rows that wait to be pulled, and what counts them. */
  readonly books: readonly [books: string, head: string];
  /** State, source and latest value of each public feed. */
  readonly publications: readonly [publications: string, sources: string, latest: string];
  /** Bytes of the answers of each owner, and of the rows of each feed. */
  readonly feedBytes: string;

  constructor(private readonly prefix: string) {
    this.reserved = `${prefix}:reserved`;
    this.pending = `${prefix}:pending`;
    this.due = `${prefix}:due`;
    this.parked = `${prefix}:parked`;
    this.unfinal = `${prefix}:unfinal`;
    this.paying = `${prefix}:paying`;
    this.givenUp = `${prefix}:given-up`;
    this.totals = `${prefix}:totals`;
    this.marker = `${prefix}:marker`;
    this.written = `${prefix}:written`;
    this.books = [`${prefix}:books`, `${prefix}:books-head`];
    this.publications = [`${prefix}:feeds`, `${prefix}:feed-sources`, `${prefix}:feed-latest`];
    this.feedBytes = `${prefix}:feed-bytes`;
  }

  /** Charges of an owner; '' stands for an owner that is not known yet. */
  usage(owner: string): string {
    return `${this.prefix}:usage:${owner}`;
  }

  round(roundId: RoundId): string {
    return `${this.prefix}:round:${roundId}`;
  }

  /** The rounds that are listed under a name. */
  listed(name: string): string {
    return `${this.prefix}:listed:${name}`;
  }

  /** The round that a payment's transaction paid for. */
  payment(signature: string): string {
    return `${this.prefix}:payment:${signature.slice(0, NAME_LENGTH)}`;
  }

  /** Bytes of a settlement transaction, for all the rounds in it. */
  sent(signature: string): string {
    return `${this.prefix}:sent:${signature.slice(0, NAME_LENGTH)}`;
  }

  /** The calls of the last minute to an outside service. */
  calls(name: string): string {
    return `${this.prefix}:shared-calls:${name}`;
  }

  /** Answers of an owner's public feeds. */
  feedAnswers(owner: string): string {
    return `${this.prefix}:feed-answers:${owner}`;
  }

  /** Values of a public feed, one a minute. */
  feedRows(feedId: string): string {
    return `${this.prefix}:feed-rows:${feedId}`;
  }

  exclusives(names: readonly string[]): readonly string[] {
    return names.map((name) => `${this.prefix}:exclusive:${name}`);
  }

  /** Matches the keys of quotas in the server's notation. */
  get quotaPattern(): string {
    return `${this.prefix}:account:*`;
  }

  /** The quota of a key that `quotaPattern` matches. */
  quotaKeyOf(key: string): QuotaKey {
    return key.slice(`${this.prefix}:account:`.length);
  }

  /** Reading, sum and holds of each quota, in the order in which scripts take them. */
  quotas(holds: readonly { readonly quotaKey: QuotaKey }[]): readonly string[] {
    return holds.flatMap(({ quotaKey }) => [`${this.prefix}:account:${quotaKey}`, `${this.prefix}:holds:${quotaKey}`]);
  }
}
