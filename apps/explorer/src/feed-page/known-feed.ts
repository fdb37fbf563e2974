import type { SourceInput } from '@oracle-gateway/client';
import { toHex } from '@oracle-gateway/protocol';
import type { Subject } from '@oracle-gateway/protocol/internal';
import type { Feed } from '../catalogue/feeds.js';
import type { OpenFeed } from '../feeds/public-feeds.js';
import { type FeedTitle, titleOf } from '../feeds/titles.js';
import { askedOf } from '../source/asked.js';
import { readDraft, textOfSource } from '../source/draft.js';

/** A feed that has a page: the catalogue lists it, its values are public, or both. */
export interface KnownFeed extends FeedTitle {
  readonly listed: Feed | undefined;
  readonly open: OpenFeed | undefined;
  readonly subject: Subject;
  readonly source: SourceInput;
  readonly secretNames: readonly string[];
  readonly quorum: number;
}

interface KnownInput {
  /** Key of the catalogue, or feed id. */
  readonly name: string;
  /** The catalogue; undefined until it is known. */
  readonly feeds: readonly Feed[] | undefined;
  /** The public feeds; undefined until they are known. */
  readonly open: readonly OpenFeed[] | undefined;
}

/** The feed of a name: `undefined` while it may still come, `null` where both lists lack it. */
export function knownFeed({ name, feeds, open }: KnownInput): KnownFeed | null | undefined {
  const isId = name.startsWith('0x');
  const publicOne = open?.find(({ feedId, key }) => (isId ? feedId : key) === name);
  const listed = feeds?.find(({ key, sourceId }) =>
    isId ? publicOne !== undefined && (key === publicOne.key || sourceId === toHex(publicOne.subject.sourceId)) : key === name,
  );
  if (publicOne !== undefined) return feeds === undefined ? undefined : ofPublic(publicOne, listed);
  if (listed !== undefined) return open === undefined ? undefined : ofListed(listed);
  return feeds === undefined || open === undefined ? undefined : null;
}

function ofPublic(open: OpenFeed, listed: Feed | undefined): KnownFeed | null {
  const asked = askedOf(open.subject);
  if (!('source' in asked)) return null;
  const draft = readDraft(textOfSource(asked.source));
  const secretNames = draft.ok ? draft.secretNames : [];
  const { subject, quorum } = open;
  return { ...titleOf(subject, listed), listed, open, subject, source: asked.source, secretNames, quorum };
}

function ofListed(listed: Feed): KnownFeed | null {
  const draft = readDraft(textOfSource(listed.source));
  if (!draft.ok) return null;
  const { subject, secretNames } = draft;
  return { ...titleOf(subject, listed), listed, open: undefined, subject, source: listed.source, secretNames, quorum: listed.quorum };
}
