/** Every file that is made from the tables of this folder, formatted. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { format } from 'oxfmt';

import { rootNode } from './codama.mjs';
import { withInstructionTable } from './document.mjs';
import { instructions } from './instructions.mjs';
import { typescriptModules } from './typescript.mjs';

const DOCUMENT = 'docs/protocol.md';

export async function generatedFiles() {
  const root = rootNode();
  const modules = [{ path: 'programs/oracle/idl.json', text: JSON.stringify(root, null, 2) }, ...typescriptModules(root)];
  const files = await Promise.all(modules.map(async ({ path, text }) => ({ path, text: await formatted(path, text) })));
  return [...files, { path: DOCUMENT, text: withInstructionTable(readFileSync(placeOf(DOCUMENT), 'utf8'), instructions) }];
}

function placeOf(path) {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

/** Formats like `oxfmt`, where that does not pass over what a command has written. */
async function formatted(path, text) {
  const { $schema: _schema, ignorePatterns: _passedOver, ...form } = JSON.parse(readFileSync(placeOf('.oxfmtrc.json'), 'utf8'));
  const { code, errors } = await format(path, text, form);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
