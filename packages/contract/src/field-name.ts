const MAX_NAME_LENGTH = 64;

/** Turns the JSON pointer `/nonces/0/d` into `nonces[0].d`. The empty pointer gives the empty name: the value itself. */
export function fieldName(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map(unescapePointer)
    .reduce((parent, part) => memberName(parent, part), '');
}

/** Name of a member of `parent`, or of an entry where `name` is a position. A long name is cut, because it is the sender's text. */
export function memberName(parent: string, name: string): string {
  if (/^(0|[1-9][0-9]{0,15})$/.test(name) && parent !== '') return `${parent}[${name}]`;
  const shown = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  return parent === '' ? shown : `${parent}.${shown}`;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
