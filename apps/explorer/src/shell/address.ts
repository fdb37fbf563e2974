import { objectOf, parseJsonText } from '../read-json.js';

/** A view of the page, as the part of the address after `#` names it. */
export type PageAddress =
  | { readonly place: 'feeds' | 'nodes' | 'account' }
  /** `feed`: key of the catalogue, such as `coinbase/btc-usd`, or feed id in hex. */
  | { readonly place: 'feed'; readonly feed: string }
  /** `source`: members of an apiConfig, or of a request for several. */
  | { readonly place: 'new'; readonly source?: Readonly<Record<string, unknown>>; readonly quorum?: number }
  | { readonly place: 'round'; readonly roundId: string }
  | { readonly place: 'verify'; readonly roundId?: string }
  /** No view has this address. */
  | { readonly place: 'unreadable'; readonly rule: string };

const FEED = /^(?:0x[0-9a-f]{64}|[a-z0-9][a-z0-9_-]{0,63}\/[a-z0-9][a-z0-9_-]{0,63})$/;
const ROUND = /^[1-9A-HJ-NP-Za-km-z]{16,44}$/;
const QUORUM = /^[1-9]\d?$/;
/** Longest source that an address holds: browsers shorten none of this length. */
const MAX_SOURCE_CHARACTERS = 32_768;

export function readPageAddress(hash: string): PageAddress {
  const [first = '', ...options] = hash.replace(/^#/, '').split('&');
  const [place, value = ''] = parted(first);
  switch (place) {
    case '':
    case 'feeds':
      return { place: 'feeds' };
    case 'nodes':
    case 'account':
      return { place };
    case 'feed': {
      const feed = decoded(value).toLowerCase();
      return FEED.test(feed) ? { place, feed } : unreadable('feed must be a name such as coinbase/btc-usd, or a feed id');
    }
    case 'round':
      return ROUND.test(value) ? { place, roundId: value } : unreadable('round must be the id of a round');
    case 'verify':
      if (value === '') return { place };
      return ROUND.test(value) ? { place, roundId: value } : unreadable('verify must be followed by the id of a round, or by nothing');
    case 'new':
      return newFeedIn(value, options);
    default:
      return unreadable('no part of the page has this name');
  }
}

/** The address of a view, with its `#`: it survives a reload, and may be shared. */
export function linkTo(address: Exclude<PageAddress, { readonly place: 'unreadable' }>): string {
  switch (address.place) {
    case 'feeds':
    case 'nodes':
    case 'account':
      return `#${address.place}`;
    case 'feed':
      return `#feed=${address.feed}`;
    case 'round':
      return `#round=${address.roundId}`;
    case 'verify':
      return address.roundId === undefined ? '#verify' : `#verify=${address.roundId}`;
    case 'new': {
      const source = address.source === undefined ? '' : `=${packedText(JSON.stringify(address.source))}`;
      return `#new${source}${address.quorum === undefined ? '' : `&q=${address.quorum}`}`;
    }
  }
}

function newFeedIn(value: string, options: readonly string[]): PageAddress {
  const quorum = options.map(parted).find(([name]) => name === 'q')?.[1];
  if (quorum !== undefined && !QUORUM.test(quorum)) return unreadable('q must be the number of nodes that sign, 1 to 99');
  const signed = quorum === undefined ? {} : { quorum: Number(quorum) };
  if (value === '') return { place: 'new', ...signed };
  const json = value.length > MAX_SOURCE_CHARACTERS ? undefined : parseJsonText(unpackedText(value) ?? '');
  const source = json?.ok === true ? objectOf(json.value) : undefined;
  return source === undefined
    ? unreadable('new must be followed by a source as base64url of its JSON')
    : { place: 'new', source, ...signed };
}

function parted(text: string): readonly [string, string?] {
  const at = text.indexOf('=');
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Base64url of a text in UTF-8. */
function packedText(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  return btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function unpackedText(packed: string): string | undefined {
  try {
    const bytes = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

function unreadable(rule: string): PageAddress {
  return { place: 'unreadable', rule };
}
