const FENCE = /^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\1\s*$/gm;
const COMMENT = /<!--[\s\S]*?-->/g;
const LINK = /\[([^\]]*)\]\([^)]*\)/g;
const INLINE_CODE = /`[^`\n]*`/g;
/** Stands for every character of inline code. */
const CODE = '¤';
/** Words that turn a sentence around or hide its subject (STYLE.md). */
const FORBIDDEN =
  /\b(whoever|whomever|whosoever|somebody|nobody|anybody|everybody|no one|of which|of whom|(?:is|are|was|were) none|who (?:was|is|has) not|those (?:that|who)|he who)\b/gi;
/** A full stop, question mark, exclamation mark, colon or semicolon that is followed by a blank: each ends what a reader holds in mind. */
const SENTENCE_END = /(?<=[.!?:;]["')*_]*)\s+/;

/** A relative clause has no head, and in a clause that is turned around the subject comes late. */
const CLAUSE_OPENER = /^(?:What|Who|Whose|How)\b/;
/** "The same" without a noun. */
const SAME_OPENER = /^The same(?=[.,:;]|$| (?:about|after|as|at|by|for|from|in|of|on|once|to|where|while|with|within|without)\b)/;
const PREPOSITIONS =
  'above|after|against|among|as|at|before|behind|below|beside|besides|between|beyond|by|during|for|from|in|inside|like|of|off|on|outside|over|per|since|through|to|under|until|where|with|within|without';
const PREPOSITION_OPENER = new RegExp(`^(?:${PREPOSITIONS.replaceAll(/\b[a-z]/g, (first) => first.toUpperCase())})\\b`);
const CONJUNCTIONS = 'and|because|each|hence|if|less|now|or|so|such|that|whatever|which|who|whose';
/** A main clause behind a comma: three words or more, whose first begins no side clause. */
const MAIN_CLAUSE = new RegExp(`,\\s+(?!(?:${PREPOSITIONS}|${CONJUNCTIONS})\\b)\\S+\\s+\\S+\\s+\\S`);

/** The text of a page line by line: code, comments and link targets are left out, so that line numbers stay. */
function proseLines(markdown) {
  const blank = (match) => match.replace(/[^\n]/g, ' ');
  return markdown
    .replace(FENCE, blank)
    .replace(COMMENT, blank)
    .replace(INLINE_CODE, (code) => CODE.repeat(code.length))
    .replace(LINK, '$1')
    .split('\n');
}

/**
 * The forbidden words of a Markdown text; code is not searched.
 *
 * @param {string} markdown
 * @returns {{ line: number, word: string }[]} from line 1
 */
export function forbiddenWords(markdown) {
  return proseLines(markdown).flatMap((text, index) => [...text.matchAll(FORBIDDEN)].map(([word]) => ({ line: index + 1, word })));
}

/**
 * Sentences of more than so many words. A cell of a table, an item of a list and a heading each end a sentence.
 *
 * @returns {{ line: number, words: number, text: string }[]} by the line that the sentence begins on
 */
export function longSentences(markdown, limit) {
  return sentences(markdown)
    .map(({ line, text }) => ({ line, words: wordsIn(text), text }))
    .filter(({ words }) => words > limit);
}

/**
 * Sentences that do not name what they are about. Such a sentence begins with "What", "Who", "Whose" or "How", with "The same" and no noun,
 * or with a preposition: then its main clause follows a comma, or it has none.
 *
 * @param {string} markdown
 * @returns {{ line: number, opener: string }[]} by the line that the paragraph begins on
 */
export function subjectlessSentences(markdown) {
  return sentences(markdown).flatMap(({ line, text }) => {
    const opener = subjectlessOpener(text.replace(/^- /, ''));
    return opener === undefined ? [] : [{ line, opener }];
  });
}

function subjectlessOpener(sentence) {
  const [preposition] = MAIN_CLAUSE.test(sentence) ? [] : (PREPOSITION_OPENER.exec(sentence) ?? []);
  return preposition ?? CLAUSE_OPENER.exec(sentence)?.[0] ?? SAME_OPENER.exec(sentence)?.[0];
}

/** Each with the line that its paragraph begins on. */
function sentences(markdown) {
  return paragraphs(proseLines(markdown)).flatMap(({ line, text }) =>
    text.split(SENTENCE_END).map((sentence) => ({ line, text: sentence })),
  );
}

/** Number of words in a text: parts between blanks that hold a letter, a digit or code. */
export function wordsIn(text) {
  return text.split(/\s+/).filter((part) => /[\p{L}\p{N}¤]/u.test(part)).length;
}

function paragraphs(lines) {
  const found = [];
  let open = null;
  const close = () => {
    if (open !== null) found.push(open);
    open = null;
  };
  lines.forEach((text, index) => {
    const line = index + 1;
    if (/^\s*\|/.test(text)) {
      close();
      // In a cell `a` x, `b` y is a list, as of the accounts of an instruction.
      found.push(...text.split(/(?<!\\)\||,\s+(?=¤)/).map((cell) => ({ line, text: cell.trim() })));
      return;
    }
    if (text.trim() === '' || /^#{1,6} /.test(text)) return close();
    if (/^\s*(?:[-*]|\d+\.)\s/.test(text)) close();
    open = open === null ? { line, text: text.trim() } : { line: open.line, text: `${open.text} ${text.trim()}` };
  });
  close();
  return found;
}
