/** The tables of instructions.mjs, accounts.mjs and errors.json as the nodes of a Codama IDL (https://github.com/codama-idl/codama, standard 1.0.0). */
import { readFileSync } from 'node:fs';

import { accounts } from './accounts.mjs';
import { instructions } from './instructions.mjs';

/** Codama asks for an address; the program has none of its own before a deployment. */
const NO_ADDRESS = '11111111111111111111111111111111';
const KNOWN_PROGRAMS = {
  system_program: '11111111111111111111111111111111',
  token_program: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
};
const DISCRIMINATOR_BYTES = 8;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const errors = JSON.parse(readFileSync(new URL('../errors.json', import.meta.url), 'utf8'));

function camelCase(name) {
  return name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase()).replace(/^[A-Z]/, (letter) => letter.toLowerCase());
}

function number(format) {
  return { kind: 'numberTypeNode', format, endian: 'le' };
}

function bytes(size) {
  return { kind: 'fixedSizeTypeNode', size, type: { kind: 'bytesTypeNode' } };
}

/** `text` in the notation of instructions.mjs. */
function field(text) {
  const [, name, size, format] = /^([a-z0-9_]+)(?:\[(\d+|u8|u16|\.\.\.)\]| (u8|u64|i64|key))$/.exec(text) ?? [];
  if (name === undefined) throw new Error(`no field: ${text}`);
  if (size === '...') return { name: camelCase(name), type: { kind: 'bytesTypeNode' } };
  if (size?.startsWith('u')) {
    return { name: camelCase(name), type: { kind: 'sizePrefixTypeNode', type: { kind: 'bytesTypeNode' }, prefix: number(size) } };
  }
  if (size !== undefined) return { name: camelCase(name), type: bytes(Number(size)) };
  return { name: camelCase(name), type: format === 'key' ? { kind: 'publicKeyTypeNode' } : number(format) };
}

function instructionNode({ tag, name, data, accounts: list, remaining }) {
  const discriminator = {
    kind: 'instructionArgumentNode',
    name: 'discriminator',
    type: number('u8'),
    defaultValue: { kind: 'numberValueNode', number: tag },
    defaultValueStrategy: 'omitted',
  };
  const node = {
    kind: 'instructionNode',
    name: camelCase(name),
    // The last account can be left out; one in front of another would be read as that one.
    optionalAccountStrategy: list.filter((text) => text.endsWith('?')).length > 1 ? 'programId' : 'omitted',
    accounts: list.map(instructionAccountNode),
    arguments: [discriminator, ...data.map((text) => ({ kind: 'instructionArgumentNode', ...field(text) }))],
    discriminators: [{ kind: 'fieldDiscriminatorNode', name: 'discriminator', offset: 0 }],
  };
  if (remaining === undefined) return node;
  const value = { kind: 'argumentValueNode', name: remaining };
  return { ...node, remainingAccounts: [{ kind: 'instructionRemainingAccountsNode', isOptional: true, value }] };
}

function instructionAccountNode(text) {
  const [roles, name] = text.split(' ');
  const plain = name.replace('?', '');
  const node = {
    kind: 'instructionAccountNode',
    name: camelCase(plain),
    isWritable: roles.includes('w'),
    isSigner: roles.includes('s'),
    isOptional: name.endsWith('?'),
  };
  const publicKey = KNOWN_PROGRAMS[plain];
  return publicKey === undefined ? node : { ...node, defaultValue: { kind: 'publicKeyValueNode', publicKey } };
}

function accountNode({ name, discriminator, fields }) {
  const first = {
    kind: 'structFieldTypeNode',
    name: 'discriminator',
    type: bytes(DISCRIMINATOR_BYTES),
    defaultValue: { kind: 'bytesValueNode', data: Buffer.from(discriminator, 'ascii').toString('hex'), encoding: 'base16' },
    defaultValueStrategy: 'omitted',
  };
  return {
    kind: 'accountNode',
    name: camelCase(name),
    data: { kind: 'structTypeNode', fields: [first, ...fields.map((text) => ({ kind: 'structFieldTypeNode', ...field(text) }))] },
    pda: { kind: 'pdaLinkNode', name: camelCase(name) },
    discriminators: [{ kind: 'fieldDiscriminatorNode', name: 'discriminator', offset: 0 }],
  };
}

function pdaNode({ name, seeds }) {
  return { kind: 'pdaNode', name: camelCase(name), seeds: seeds.map(seedNode) };
}

function seedNode(text) {
  const constant = /^"(.*)"$/.exec(text)?.[1];
  if (constant === undefined) return { kind: 'variablePdaSeedNode', ...field(text) };
  return {
    kind: 'constantPdaSeedNode',
    type: { kind: 'stringTypeNode', encoding: 'utf8' },
    value: { kind: 'stringValueNode', string: constant },
  };
}

export function rootNode() {
  return {
    kind: 'rootNode',
    standard: 'codama',
    version: '1.0.0',
    program: {
      kind: 'programNode',
      name: 'oracleProgram',
      publicKey: NO_ADDRESS,
      version,
      accounts: accounts.map(accountNode),
      instructions: instructions.map(instructionNode),
      definedTypes: [],
      pdas: accounts.map(pdaNode),
      errors: errors.map(({ code, name, message }) => ({
        kind: 'errorNode',
        name: camelCase(name),
        code,
        message,
        docs: [`${name}: ${message}`],
      })),
    },
    additionalPrograms: [],
  };
}
