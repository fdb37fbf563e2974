const MAX_NAME_LENGTH = 64;

/** The JSON pointer `/nonces/0/d` reads `nonces[0].d`; the empty pointer, the value itself, has the empty name. */
export function fieldName(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map(unescapePointer)
    .reduce((parent, part) => memberName(parent, part), '');
}

/** `parent`'s member `name`, or its entry when the name is a position. A name is the sender's text: only its beginning is repeated. */
export function memberName(parent: string, name: string): string {
  if (/^(0|[1-9][0-9]{0,15})$/.test(name) && parent !== '') return `${parent}[${name}]`;
  const shown = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  return parent === '' ? shown : `${parent}.${shown}`;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
