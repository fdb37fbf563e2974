const DEMO = /(<!-- demo-output -->\n+```[a-z]*\n)([\s\S]*?)(```\n+<!-- \/demo-output -->)/;
const EXCERPT = /<!-- demo-excerpt -->\n+```[a-z]*\n([\s\S]*?)```/g;
const EXAMPLE = /<!-- example -->\n+```sh\n([\s\S]*?)```(?:\n+<!-- prints -->\n+```[a-z]*\n([\s\S]*?)```)?/g;
const TERMINAL = /<!-- terminal -->\n+```[a-z]*\n([\s\S]*?)```/g;
const PROGRAM = /^```(ts|js|sh)\n([\s\S]*?)^```$(?:\n+<!-- prints -->\n+```[a-z]*\n([\s\S]*?)^```$)?/gm;
const INSTALLS = /^npm install (.*)$/gm;
const PROMPT = '$ ';
/** Stands in an excerpt for what is left out: whole lines where it is alone on its line, else the rest of the line. */
const LEFT_OUT = '…';

/** Output of the demo, according to a page. */
export function demoBlock(page) {
  const found = DEMO.exec(page);
  if (found === null) throw new Error('the page has no block between <!-- demo-output --> and <!-- /demo-output -->');
  return found[2];
}

/** The page with another demo output. */
export function withDemoBlock(page, output) {
  demoBlock(page);
  return page.replace(DEMO, (_, before, __, after) => `${before}${output.trim()}\n${after}`);
}

/** Parts of the demo's output that a page repeats. */
export function demoExcerpts(page) {
  return [...page.matchAll(EXCERPT)].map((match) => match[1]);
}

/** Shell blocks that a reader is invited to paste, each with the excerpt of its output that the page shows, if it shows one. */
export function exampleBlocks(page) {
  return [...page.matchAll(EXAMPLE)].map(([, command, prints]) => ({ command, prints }));
}

/**
 * The first program of a page, which a reader runs after what `npm install` lines before it have installed. Null for a page without one.
 *
 * @param {string} page
 * @returns {{ language: 'ts' | 'js' | 'sh', code: string, prints: string | undefined, installs: string[] } | null}
 */
export function firstProgram(page) {
  const installs = [];
  for (const [, language, code, prints] of page.matchAll(PROGRAM)) {
    const named = [...code.matchAll(INSTALLS)].flatMap(([, line]) => line.split(' ').filter((word) => !word.startsWith('--')));
    installs.push(...named);
    if (language !== 'sh' || code.replace(INSTALLS, '').trim() !== '') return { language, code, prints, installs };
  }
  return null;
}

/** Sessions of a terminal: the lines that begin with a prompt are typed, those below each are printed. */
export function terminalSessions(page) {
  return [...page.matchAll(TERMINAL)].map(([, text]) => {
    const typed = [];
    for (const line of text.trimEnd().split('\n')) {
      if (line.startsWith(PROMPT)) typed.push({ command: line.slice(PROMPT.length), prints: '' });
      else if (typed.length > 0) typed.at(-1).prints += `${line}\n`;
      else throw new Error(`a session of a terminal begins with a command, not with: ${line}`);
    }
    return typed;
  });
}

/** Whether two outputs say the same, whatever the keys, numbers and node indices of the run. */
export function sameButForValues(one, other) {
  return shape(one) === shape(other);
}

/** Whether every line of an excerpt stands in the output, in this order, whatever the values of the run. */
export function isExcerpt(excerpt, output) {
  const lines = output.split('\n').map(shape);
  let from = 0;
  for (const line of excerpt.split('\n')) {
    if (line.trim() === '' || line.trim() === LEFT_OUT) continue;
    const [beginning, ...rest] = line.split(LEFT_OUT);
    const wanted = shape(beginning);
    const matches = rest.length === 0 ? (printed) => printed === wanted : (printed) => printed.startsWith(wanted);
    const at = lines.findIndex((printed, index) => index >= from && matches(printed));
    if (at === -1) return false;
    from = at + 1;
  }
  return true;
}

function shape(output) {
  return (
    output
      .replace(/0x[0-9a-f]+/g, '<hex>')
      .replace(/\b[1-9A-HJ-NP-Za-km-z]{21,88}\b/g, '<base58>')
      .replace(/\d+(?:[.,]\d+)*/g, '<n>')
      .replace(/<n> (ms|s)\b/g, '<duration>')
      // "nodes 0, 1 and 3": how many observed depends on who was quick.
      .replace(/nodes? <n>(?:(?:, | and )<n>)*/g, '<nodes>')
      .trim()
      .split('\n')
      .map((line) => line.trim().replace(/\s+/g, ' '))
      .join('\n')
  );
}

const DOORS = /^## Three doors$([\s\S]*?)^## /m;
const DOOR = /^### (.+)$/m;
const SHELL_BLOCK = /^```sh\n([\s\S]*?)^```/m;

/** The doors of the README: the block that all begin with, and of each its title and its first block to paste, with what that prints. */
export function doorsOf(page) {
  const [, section = ''] = DOORS.exec(page) ?? [];
  const [before = '', ...parts] = section.split(/^(?=### )/m);
  const doors = parts.flatMap((part) =>
    exampleBlocks(part)
      .slice(0, 1)
      .map((block) => ({ title: DOOR.exec(part)?.[1] ?? '', ...block })),
  );
  return { clones: SHELL_BLOCK.exec(before)?.[1] ?? '', doors };
}

/** Paragraphs that name a package of this project to npm, and do not say that it is there with the first release. */
export function unmarkedPackages(page) {
  return page
    .replace(/^```[\s\S]*?^```/gm, '')
    .split(/\n{2,}/)
    .filter((paragraph) => /(?:npx|npm install) @oracle-gateway\//.test(paragraph) && !/with the first release/i.test(paragraph));
}
