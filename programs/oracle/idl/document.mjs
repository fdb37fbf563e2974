/** The table of instructions in docs/protocol.md. */
import { PROOF, SETTINGS } from './instruction-parts.mjs';

const HEAD = '| tag | instruction | data after the tag | accounts |\n|---|---|---|---|\n';
const START = '<!-- instructions: written by `pnpm --filter @oracle-gateway/program run idl` -->\n';
const END = '<!-- instructions: end -->';

/** A field as the document writes it: addresses as 32 bytes, and a length in front of its bytes as a field. */
function fieldText(text) {
  return text.replace(/^(\w+)\[(u8|u16)\]$/, '$1_length $2, $1[$1_length]').replace(/ key$/, '[32]');
}

function dataCell({ data, words = {} }) {
  const known = data.join(', ').replace(SETTINGS.join(', '), 'Settings (below)').replace(PROOF.join(', '), 'Proof (below)');
  return known
    .split(', ')
    .map((text) => words[/^\w*/.exec(text)[0]] ?? fieldText(text))
    .join(', ');
}

function accountText(text, words) {
  const [roles, name] = text.replace('?', '').split(' ');
  return `\`${roles.replace('-', '')}\` ${words[name] ?? name.replaceAll('_', ' ')}`;
}

function accountsCell({ accounts, words = {}, remaining }) {
  const texts = accounts.map((text) => accountText(text, words));
  return remaining === undefined ? texts.join(', ') : [...texts, words[remaining] ?? remaining].join(', ');
}

function row(instruction) {
  const data = dataCell(instruction);
  return `| ${instruction.tag} | ${instruction.name} | ${data === '' ? '' : `${data} `}| ${accountsCell(instruction)} |\n`;
}

/** `document` with the table of `rows` between its marks. */
export function withInstructionTable(document, rows) {
  const [start, end] = [document.indexOf(START), document.indexOf(END)];
  if (start === -1 || end < start) throw new Error('docs/protocol.md has no marks for the table of instructions');
  return `${document.slice(0, start + START.length)}\n${HEAD}${rows.map(row).join('')}\n${document.slice(end)}`;
}
