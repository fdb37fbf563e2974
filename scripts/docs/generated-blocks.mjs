/** A part of a page that a command writes: everything between `<!-- generated: <name> -->` and `<!-- /generated -->`. */
const BLOCK = /(<!-- generated: ([a-z0-9/.-]+) -->\n)[\s\S]*?(<!-- \/generated -->)/g;
const MARKER = /<!-- (?:\/generated|generated: .*?) -->/g;

/**
 * Writes the generated parts of a page.
 *
 * @param {string} page
 * @param {Record<string, string>} parts text by name; each must stand on the page exactly once, and no other name may
 * @returns {string} the page with these texts
 * @throws {Error} naming the part that is missing, unknown or there twice, or a marker without its other half
 */
export function withGenerated(page, parts) {
  const found = [...page.matchAll(BLOCK)].map(([, , name]) => name);
  if ((page.match(MARKER) ?? []).length !== found.length * 2) throw new Error('a <!-- generated --> marker has no other half');
  for (const name of found) if (!Object.hasOwn(parts, name)) throw new Error(`nothing generates the part ${name}`);
  for (const name of Object.keys(parts)) {
    const count = found.filter((other) => other === name).length;
    if (count !== 1) throw new Error(`the part ${name} stands on the page ${count} times, not once`);
  }
  return page.replace(BLOCK, (_, begin, name, end) => `${begin}\n${parts[name].trim()}\n\n${end}`);
}

/** A Markdown table; a vertical bar inside a cell is escaped. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
