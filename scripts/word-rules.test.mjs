import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forbiddenWords, longSentences, subjectlessSentences, wordsIn } from './plain-words.mjs';
import { pageRules, sourceRules } from './word-rules.mjs';

function words(count) {
  return Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
}

test('forbidden words are found with their line, in a link too, and not in code, comments or link targets', () => {
  const page = [
    'Whoever asks, and [nobody](https://example.com/somebody) else.',
    '`whoever` <!-- nobody -->',
    '```',
    'somebody',
    '```',
    '',
    'The parts, of which there is none.',
  ].join('\n');
  assert.deepEqual(forbiddenWords(page), [
    { line: 1, word: 'Whoever' },
    { line: 1, word: 'nobody' },
    { line: 7, word: 'of which' },
    { line: 7, word: 'is none' },
  ]);
});

test('a word that only contains a forbidden one is allowed', () => {
  assert.deepEqual(forbiddenWords('nobodyness, this none, no-one'), []);
});

test('a sentence above the limit is found with the line of its paragraph', () => {
  const [found, ...others] = longSentences(`# A heading\n\nShort. ${words(3)}\n${words(3)}.\n`, 5);
  assert.equal(found.line, 3);
  assert.equal(found.words, 6);
  assert.deepEqual(others, []);
  assert.deepEqual(longSentences(`${words(5)}. ${words(5)}.`, 5), []);
});

test('a list item, a table cell, a heading and a semicolon each end a sentence', () => {
  const page = `## ${words(3)}\n\n- ${words(4)}\n- ${words(4)}\n\n| ${words(4)} | ${words(4)} |\n|---|---|\n\n${words(4)}; ${words(4)}\n`;
  assert.deepEqual(longSentences(page, 4), []);
  assert.equal(longSentences(page, 3).length, 6);
});

function openers(text) {
  return subjectlessSentences(text).map(({ opener }) => opener);
}

test('a sentence of a comment names its subject: no clause stands for it', () => {
  for (const opener of ['What', 'Who', 'Whose', 'How']) assert.deepEqual(openers(`- ${opener} a node brings.`), [opener]);
  assert.deepEqual(openers('- A pair. What a node brings, as bytes.'), ['What']);
  assert.deepEqual(openers('- Bytes of the pair: how long they live is up to the node.'), []);
  assert.deepEqual(openers('- `What` a node brings. Whatever it is, it counts.'), []);
});

test('a preposition does not begin a sentence without a main clause, which follows a comma', () => {
  const fragments = [
    'Of the path.',
    'Without a path.',
    'In milliseconds.',
    'As it was: unchecked.',
    'As sent, unchecked.',
    'By hand, because it is often run.',
    'At most 100.',
  ];
  for (const text of fragments) assert.deepEqual(openers(`- ${text}`), [text.split(' ')[0]]);
  const clauses = [
    'In tolerance mode, the gateway asks all.',
    'Where the node is slow, a spare signs.',
    'Age of the answer, in milliseconds.',
  ];
  for (const text of clauses) assert.deepEqual(openers(`- ${text}`), []);
  assert.deepEqual(openers('- Inputs of the rule. Format of a line.'), []);
});

test('"The same" needs a noun', () => {
  for (const text of ['The same for a secret.', 'The same, without a cache.', 'The same: null.'])
    assert.deepEqual(openers(text), ['The same']);
  assert.deepEqual(openers('The same request may be sent again.'), []);
});

test('a sentence without a subject is found with the line of its paragraph, over a break of lines too', () => {
  assert.deepEqual(subjectlessSentences('- A pair\nof nonces.\n\n- The pair is new. In\nadvance.'), [{ line: 4, opener: 'In' }]);
});

test('words are what holds a letter or a digit', () => {
  assert.equal(wordsIn('| a | b2 — ··· `c` |'), 3);
});

test('the README has a limit of words, and a decision one, a status and its title as its name', () => {
  assert.deepEqual(pageRules('README.md', `${words(20)}. `.repeat(35)), []);
  assert.match(pageRules('README.md', `${words(20)}. `.repeat(36))[0], /^README\.md: 720 words, at most 700/);
  assert.deepEqual(pageRules('docs/decisions/0001-do-it.md', '# 0001: Do `it`\n\nStatus: accepted\n'), []);
  const [misnamed, long, without] = pageRules('docs/decisions/0001-a.md', `# 0001: Do it\n\n${`${words(20)}. `.repeat(16)}`);
  assert.match(misnamed, /rename it to 0001-do-it\.md$/);
  assert.match(long, /\d+ words, at most 300/);
  assert.match(without, /has no line "Status: …"/);
  assert.match(pageRules('docs/api.md', `${words(26)}.`)[0], /^docs\/api\.md:1: 26 words, at most 25: /);
  assert.match(pageRules('docs/api.md', 'Whoever.')[0], /^docs\/api\.md:1: "Whoever"/);
});

test('comments and names of tests have the same rules, and code has none', () => {
  assert.deepEqual(sourceRules('src/a.ts', `const somebody = 'nobody'; // ${words(25)}.\n`), []);
  assert.match(sourceRules('src/a.ts', `\n/** ${words(26)}. */\n`)[0], /^src\/a\.ts:2: 26 words, at most 25: /);
  assert.match(sourceRules('src/a.rs', '/// Whoever asks.\n')[0], /^src\/a\.rs:1: "Whoever"/);
  assert.match(sourceRules('src/a.ts', '/** Of the path. */\n')[0], /^src\/a\.ts:1: begins with "Of"/);
  assert.deepEqual(sourceRules('src/a.ts', '/** Time of the round. */\n'), []);
  for (const opener of ['that', 'whose', 'is no', 'are no'])
    assert.match(
      sourceRules('src/a.test.ts', `it('${opener} answer', run);\n`)[0],
      new RegExp(`^src/a\\.test\\.ts:1: .* begins with "${opener}"`),
    );
  assert.deepEqual(sourceRules('src/a.test.ts', "it('is not that of another node', run);\n"), []);
  assert.match(sourceRules('src/a.test.ts', "it('serves everybody', () => undefined);\n")[0], /^src\/a\.test\.ts:1: "everybody"/);
});
