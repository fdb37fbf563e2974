/** Programs that a page tells to run, by the word with which a command begins. */
const PROGRAMS = [
  'operate',
  'settlement-worker',
  'admin',
  'oracle-gateway-admin',
  'gateway',
  'oracle-gateway-keeper',
  'oracle-node',
  'node',
  'redis-cli',
];
const BEGINS_A_COMMAND = new RegExp(`^(?:${PROGRAMS.join('|')}) [a-z-]+`);
/** Words that begin like a command, and stand for one. */
const NO_COMMAND = /^operate …|^admin …|^settlement-worker operate …|^oracle-gateway-admin …/;

/**
 * The sections of the runbook with the commands that each tells to run, as they are written.
 *
 * @param {string} markdown
 * @returns {Map<string, readonly string[]>} commands by title
 */
export function runbookPages(markdown) {
  const sections = markdown.split(/^## /m).slice(1);
  return new Map(sections.map((section) => [section.slice(0, section.indexOf('\n')).trim(), commandsOf(section)]));
}

function commandsOf(section) {
  const blocks = [...section.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(([, text]) =>
    text.split('\n').map((line) => line.split(/ {2,}#/)[0].trim()),
  );
  const spans = [...section.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, text]) => text);
  return [...new Set([...blocks, ...spans])].filter((text) => BEGINS_A_COMMAND.test(text) && !NO_COMMAND.test(text));
}

/**
 * A command of a page with its placeholders filled.
 *
 * @param {string} command as the page has it
 * @param {Readonly<Record<string, string>>} values by the words between the angle brackets
 */
export function filled(command, values) {
  return command.replaceAll(/<([^<>]+)>/g, (whole, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${command}: the drill has no value for ${whole}`);
    return value;
  });
}
