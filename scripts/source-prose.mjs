/** Prose of source files, as Markdown on the lines of the file: their comments, and the names of their tests. */
import { extname } from 'node:path';
import ts from 'typescript';

const TEST_FUNCTION = /^(?:it|test|describe|scenario)(?:\.(?:each|for|runIf|skipIf|concurrent|sequential)\b.*)?$/s;
/** Comments for a tool. */
const DIRECTIVE = /^(?:eslint|oxlint|prettier|knip|@ts-|\/ ?<reference|usage:|#!)/;
/** Line comments by the ending of the file. A string before the mark on the same line hides it: such a line is code. */
const LINE_COMMENTS = {
  '.rs': /^(?<code>[^"]*?)\/\/[/!]?(?<text>.*)$/,
  '.sol': /^(?<code>[^"]*?)\/\/(?! SPDX)\/?(?<text>.*)$/,
  // A header's lists of keys, input and reply are notation, which the build reads.
  '.lua': /^(?<code>[^"']*?)--(?! {2,}| (?:KEYS|Input|Reply|include|Transition) )(?<text>.*)$/,
  '.py': /^(?<code>[^"']*?)#(?!!)(?<text>.*)$/,
};

/**
 * The comments of a source file and the names of its tests.
 *
 * @param {string} path its ending names the language
 * @param {string} text
 * @returns {{ comments: string, testNames: string }} Markdown with the line numbers of `text`
 */
export function proseOf(path, text) {
  const pattern = LINE_COMMENTS[extname(path)];
  if (pattern !== undefined) return { comments: asPage(text, lineComments(text, pattern)), testNames: '' };
  const kind = path.endsWith('ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const comments = [...scriptComments(source), ...ruleComments(source)];
  return { comments: asPage(text, comments), testNames: asPage(text, testNames(source)) };
}

/** Each remark begins a paragraph, on its line. */
function asPage(text, remarks) {
  const page = Array.from({ length: text.split('\n').length }, () => '');
  for (const { line, lines } of remarks) {
    lines.forEach((content, index) => {
      // An item of a list is apart from the remark on the line before; a tag begins a sentence too.
      const isStart = (index === 0 || content.startsWith('@')) && /^[^-*|#`\d]/.test(content);
      page[line - 1 + index] += isStart ? `- ${content}` : content;
    });
  }
  return page.join('\n');
}

function lineComments(text, pattern) {
  const comments = [];
  let open = null;
  text.split('\n').forEach((whole, index) => {
    const { code, text: content } = pattern.exec(whole)?.groups ?? {};
    const isAlone = code?.trim() === '';
    if (content !== undefined && isAlone && open !== null) return void open.lines.push(content.trim());
    open = null;
    if (content === undefined) return;
    const comment = { line: index + 1, lines: [content.trim()] };
    comments.push(comment);
    if (isAlone) open = comment;
  });
  return comments;
}

function scriptComments(source) {
  const comments = [];
  let open = null;
  for (const { pos, end, kind } of commentRanges(source)) {
    const isBlock = kind === ts.SyntaxKind.MultiLineCommentTrivia;
    const lines = isBlock ? blockLines(source.text.slice(pos + 2, end - 2)) : [source.text.slice(pos + 2, end).trim()];
    if (lines.some((content) => DIRECTIVE.test(content))) continue;
    const line = lineOf(source, pos);
    const isAlone = source.text.slice(source.text.lastIndexOf('\n', pos) + 1, pos).trim() === '';
    if (!isBlock && isAlone && open?.line + open?.lines.length === line) {
      open.lines.push(...lines);
      continue;
    }
    const comment = { line, lines };
    comments.push(comment);
    open = isBlock || !isAlone ? null : comment;
  }
  return comments;
}

/** Ranges in the order of the file, each once. */
function commentRanges(source) {
  const ranges = new Map();
  const visit = (node) => {
    const { text } = source;
    // Comments behind a node count too: the last one of a block has no other behind it.
    const around = [
      ts.getLeadingCommentRanges(text, node.pos),
      ts.getTrailingCommentRanges(text, node.end),
      ts.getLeadingCommentRanges(text, node.end),
    ];
    for (const range of around.flatMap((found) => found ?? [])) ranges.set(range.pos, range);
    ts.forEachChild(node, visit);
  };
  visit(source);
  visit(source.endOfFileToken);
  return [...ranges.values()].sort((a, b) => a.pos - b.pos);
}

function blockLines(block) {
  return block.split('\n').map((line) => line.replace(/^\s*\*+/, '').trim());
}

function testNames(source) {
  const names = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && TEST_FUNCTION.test(node.expression.getText(source))) {
      const [name] = node.arguments;
      if (name !== undefined && ts.isStringLiteralLike(name))
        names.push({ line: lineOf(source, name.getStart(source)), lines: [name.text] });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** The texts that rules of a configuration have as their `comment`. */
function ruleComments(source) {
  const comments = [];
  const visit = (node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'comment' && ts.isStringLiteralLike(node.initializer))
      comments.push({ line: lineOf(source, node.initializer.getStart(source)), lines: [node.initializer.text] });
    ts.forEachChild(node, visit);
  };
  if (source.fileName.endsWith('.cjs')) visit(source);
  return comments;
}

function lineOf(source, position) {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}
