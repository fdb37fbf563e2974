/** Characters of a text that a gateway wrote, at most. */
const MAX_CHARACTERS = 240;

/** Characters that reorder, hide or break text: control and format characters, among them those of invisible tags, and unassigned ones. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]+/gu;

/**
 * Text that a gateway or a source wrote, for a model: one short line without hidden characters. It is data; a member that holds it is named
 * `gatewaySays`.
 */
export function foreignText(text: string, maxCharacters = MAX_CHARACTERS): string {
  // Normalising a long text costs more than cutting it.
  const line = text
    .slice(0, 8 * maxCharacters)
    .replace(HIDDEN, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= maxCharacters ? line : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}

const CODE = /^[a-z][a-z0-9_]{0,63}$/;

/** A machine-readable code; a text of another form is no code. */
export function foreignCode(text: string): string {
  return CODE.test(text) ? text : 'unknown_code';
}
