/** Fields of an IDL as fields of a Borsh struct, in the form of `@oracle-gateway/protocol`. */

/** `PausedEscrow` of `pausedEscrow`. */
export function pascalCase(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** `PAUSED_ESCROW` of `pausedEscrow`. */
export function constantCase(name) {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** Number of bytes of a type; undefined where the data gives it. */
export function widthOf(type) {
  switch (type.kind) {
    case 'numberTypeNode':
      return Number(type.format.slice(1)) / 8;
    case 'publicKeyTypeNode':
      return 32;
    case 'fixedSizeTypeNode':
      return type.size;
    case 'zeroableOptionTypeNode':
      return widthOf(type.item);
    default:
      return undefined;
  }
}

/** The Borsh type of a field of fixed width. */
export function borshType(type) {
  return type.kind === 'numberTypeNode' ? `'${type.format}'` : `byteArray(${widthOf(type)})`;
}

/** The TypeScript type of a field's values. */
export function valueType(type) {
  switch (type.kind) {
    case 'numberTypeNode':
      return type.format.endsWith('64') ? 'bigint' : 'number';
    case 'publicKeyTypeNode':
      return 'Address';
    case 'zeroableOptionTypeNode':
      return `${valueType(type.item)} | null`;
    default:
      return 'Uint8Array';
  }
}
