import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forbiddenWords, longSentences, wordsIn } from './plain-words.mjs';
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
  assert.deepEqual(sourceRules('src/a.ts', '/** Of the path. */\n'), ['src/a.ts:1: begins with "Of": put the subject first']);
  assert.deepEqual(sourceRules('src/a.ts', '/** Time of the round. */\n'), []);
  assert.match(sourceRules('src/a.test.ts', "it('serves everybody', () => undefined);\n")[0], /^src\/a\.test\.ts:1: "everybody"/);
});
