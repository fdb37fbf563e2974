const FENCE = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1\s*$/gm;
const INLINE_CODE = /`[^`\n]*`/g;
const LINK = /\[[^\]]*\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g;
const CODE_OR_LINK = new RegExp(`${FENCE.source}|${INLINE_CODE.source}|(\\[[^\\]]*\\]\\(\\s*<?)([^)\\s>]+)`, 'gm');
const ELSEWHERE = /^([a-z][a-z0-9+.-]*:|\/\/)/i;

/**
 * The links of a Markdown text that lead nowhere. Code is not searched; links to other origins are not followed.
 *
 * @param {string} markdown
 * @param {(path: string) => Promise<Set<string> | undefined>} anchorsOf anchors of a Markdown file, by its path as written ('' is this
 * text); undefined when there is no such file
 * @returns {Promise<string[]>} the links as written
 */
export async function brokenLinks(markdown, anchorsOf) {
  const text = markdown.replace(FENCE, '').replace(INLINE_CODE, '');
  const broken = [];
  for (const [, link] of text.matchAll(LINK)) {
    if (ELSEWHERE.test(link)) continue;
    const [path, anchor] = decodeURI(link).split('#');
    const anchors = await anchorsOf(path);
    const leadsNowhere = anchors === undefined || (anchor !== undefined && (path === '' || path.endsWith('.md')) && !anchors.has(anchor));
    if (leadsNowhere) broken.push(link);
  }
  return broken;
}

/** A page of this repository that a source file names, with the heading it names. A longer path, or an address, is not one. */
const CITATION = /(?<![\w/.-])docs\/[\w/-]+\.md(?:#[\w-]+)?/g;
/** A section by its number, with the word before it. The standards of others have numbers; the pages of this repository have none. */
const NUMBERED_SECTION = /(?:\b(?<of>RFC \d+|SEC 1),? )?(?:§ ?|\bsections? )\d[\w.]*(?:(?:,| and|,? to) (?:§ ?)?\d[\w.]*)*/g;

/**
 * The citations of a source file that lead nowhere: to a page or a heading that is not there, or to a section by a number that no page has.
 *
 * @param {string} text
 * @param {(path: string) => Promise<Set<string> | undefined>} anchorsOf anchors of a Markdown file, by its path from the root
 * @returns {Promise<string[]>} the citations as written
 */
export async function brokenCitations(text, anchorsOf) {
  const broken = [...text.matchAll(NUMBERED_SECTION)].filter(({ groups }) => groups?.of === undefined).map(([citation]) => citation);
  for (const [citation] of text.matchAll(CITATION)) {
    const [path, anchor] = citation.split('#');
    const anchors = await anchorsOf(path);
    if (anchors === undefined || (anchor !== undefined && !anchors.has(anchor))) broken.push(citation);
  }
  return broken;
}

/**
 * A Markdown text with other links. Code stays as it is, and so do links to other origins.
 *
 * @param {string} markdown
 * @param {(link: string) => string} linkFor
 */
export function mapLinks(markdown, linkFor) {
  return markdown.replace(CODE_OR_LINK, (found, _fence, before, link) =>
    link === undefined || ELSEWHERE.test(link) ? found : `${before}${linkFor(link)}`,
  );
}

/** Anchors as GitHub makes them: lower case, punctuation dropped, blanks to hyphens, repeated ones numbered. */
export function headingAnchors(markdown) {
  const anchors = new Set();
  for (const [, heading] of markdown.replace(FENCE, '').matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const base = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    let anchor = base;
    for (let repeat = 1; anchors.has(anchor); repeat++) anchor = `${base}-${repeat}`;
    anchors.add(anchor);
  }
  for (const [, id] of markdown.matchAll(/<a\s+(?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}
