/** The tables of instructions.mjs, accounts.mjs and errors.json as the nodes of a Codama IDL (https://github.com/codama-idl/codama, standard 1.0.0). */
import { readFileSync } from 'node:fs';

import { accounts, foreignAddresses } from './accounts.mjs';
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

/** `text` in the notation of instructions.mjs and accounts.mjs. */
function field(text) {
  if (text.endsWith('?')) {
    const { name, type } = field(text.slice(0, -1));
    return { name, type: { kind: 'zeroableOptionTypeNode', item: type } };
  }
  const [, name, size, format] = /^([a-z0-9_]+)(?:\[(\d+|u8|u16|\d*\.\.\.)\]| (u8|u64|i64|key))$/.exec(text) ?? [];
  if (name === undefined) throw new Error(`not in the notation of fields: ${text}`);
  const items = /^(\d+)\.\.\.$/.exec(size ?? '')?.[1];
  if (items !== undefined) {
    const type = { kind: 'arrayTypeNode', item: bytes(Number(items)), count: { kind: 'remainderCountNode' } };
    return { name: camelCase(name), type };
  }
  if (size === '...') return { name: camelCase(name), type: { kind: 'bytesTypeNode' } };
  if (size?.startsWith('u')) {
    return { name: camelCase(name), type: { kind: 'sizePrefixTypeNode', type: { kind: 'bytesTypeNode' }, prefix: number(size) } };
  }
  if (size !== undefined) return { name: camelCase(name), type: bytes(Number(size)) };
  return { name: camelCase(name), type: format === 'key' ? { kind: 'publicKeyTypeNode' } : number(format) };
}

/** The name in front of a field's width. */
function nameOf(text) {
  return /^\w+/.exec(text)[0];
}

function instructionNode({ tag, name, docs, data, accounts: list, derived: others = [], remaining }) {
  const discriminator = {
    kind: 'instructionArgumentNode',
    name: 'discriminator',
    type: number('u8'),
    defaultValue: { kind: 'numberValueNode', number: tag },
    defaultValueStrategy: 'omitted',
  };
  const rows = list.map(accountRow);
  const derivedRows = others.map(accountRow);
  const fields = data.map(field);
  const given = new Set([...rows, ...fields].map((named) => named.name));
  const node = {
    kind: 'instructionNode',
    name: camelCase(name),
    docs: [docs],
    // The last account can be left out; one in front of another would be read as that one.
    optionalAccountStrategy: rows.filter(({ isOptional }) => isOptional).length > 1 ? 'programId' : 'omitted',
    accounts: rows.map((row) => instructionAccountNode(row, rows)),
    arguments: [discriminator, ...fields.map(argumentNode)],
    discriminators: [{ kind: 'fieldDiscriminatorNode', name: 'discriminator', offset: 0 }],
  };
  const extra = [
    ...derivedRows.map((row) => ({ name: row.name, type: { kind: 'publicKeyTypeNode' }, defaultValue: pdaValue(row, rows) })),
    ...extraFields([...rows, ...derivedRows], new Set([...given, ...derivedRows.map((row) => row.name)])),
  ];
  const complete = extra.length === 0 ? node : { ...node, extraArguments: extra.map(argumentNode) };
  if (remaining === undefined) return complete;
  const value = { kind: 'argumentValueNode', name: camelCase(remaining) };
  return { ...complete, remainingAccounts: [{ kind: 'instructionRemainingAccountsNode', isOptional: true, value }] };
}

function argumentNode(named) {
  return { kind: 'instructionArgumentNode', ...named };
}

/** An account in the notation of instructions.mjs. */
function accountRow(text) {
  const [, roles, name, optional, address, seeds] = /^(s|w|sw|-) ([a-z0-9_]+)(\?)?(?: = ([a-z0-9_]+)\((.*)\))?$/.exec(text) ?? [];
  if (name === undefined) throw new Error(`not in the notation of accounts: ${text}`);
  const derived = address && { address: camelCase(address), values: seeds.split(', ').filter(Boolean).map(camelCase) };
  return { name: camelCase(name), knownProgram: KNOWN_PROGRAMS[name], roles, isOptional: optional !== undefined, derived };
}

/** The seeds of a derived account that are not constants, each with what the account has in its place. */
function seedsOf({ name, derived }) {
  const pda = pdas.find((node) => node.name === derived.address);
  const variable = pda?.seeds.filter(({ kind }) => kind === 'variablePdaSeedNode') ?? [];
  if (variable.length !== derived.values.length) throw new Error(`${name}: ${derived.address} has other seeds`);
  return variable.map((seed, index) => ({ seed, value: derived.values[index] }));
}

/** Fields that addresses need and that are neither an account nor data. */
function extraFields(rows, given) {
  const needed = rows.filter(({ derived }) => derived).flatMap(seedsOf);
  const extra = needed.filter(({ value }) => !given.has(value)).map(({ seed, value }) => [value, { name: value, type: seed.type }]);
  return [...new Map(extra).values()];
}

function instructionAccountNode(row, rows) {
  const { name, knownProgram, roles, isOptional, derived } = row;
  const node = {
    kind: 'instructionAccountNode',
    name,
    isWritable: roles.includes('w'),
    isSigner: roles.includes('s'),
    isOptional,
  };
  if (knownProgram !== undefined) return { ...node, defaultValue: { kind: 'publicKeyValueNode', publicKey: knownProgram } };
  return derived ? { ...node, defaultValue: pdaValue(row, rows) } : node;
}

/** The derivation of an address; its seeds are accounts (`rows`) or arguments. */
function pdaValue({ name, derived }, rows) {
  const isAccount = (value) => rows.some((row) => row.name === value);
  const seeds = seedsOf({ name, derived }).map(({ seed, value }) => ({
    kind: 'pdaSeedValueNode',
    name: seed.name,
    value: { kind: isAccount(value) ? 'accountValueNode' : 'argumentValueNode', name: value },
  }));
  return { kind: 'pdaValueNode', pda: { kind: 'pdaLinkNode', name: derived.address }, seeds };
}

/** A field of an account, with its comment. */
function structField(text, docs) {
  const named = field(text);
  return { kind: 'structFieldTypeNode', name: named.name, ...(docs === undefined ? {} : { docs: [docs] }), type: named.type };
}

function accountNode({ name, docs, discriminator, fields, fieldDocs = {} }) {
  const unknown = Object.keys(fieldDocs).filter((key) => !fields.some((text) => nameOf(text) === key));
  if (unknown.length > 0) throw new Error(`${name} has no field ${unknown.join(', ')}`);
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
    docs: [docs],
    data: { kind: 'structTypeNode', fields: [first, ...fields.map((text) => structField(text, fieldDocs[nameOf(text)]))] },
    pda: { kind: 'pdaLinkNode', name: camelCase(name) },
    discriminators: [{ kind: 'fieldDiscriminatorNode', name: 'discriminator', offset: 0 }],
  };
}

function pdaNode({ name, seeds, program }) {
  const node = { kind: 'pdaNode', name: camelCase(name), seeds: seeds.map(seedNode) };
  return program === undefined ? node : { ...node, programId: program };
}

function seedNode(text) {
  const program = /^=(.*)$/.exec(text)?.[1];
  if (program !== undefined) {
    const value = { kind: 'publicKeyValueNode', publicKey: KNOWN_PROGRAMS[program] };
    return { kind: 'constantPdaSeedNode', type: { kind: 'publicKeyTypeNode' }, value };
  }
  const constant = /^"(.*)"$/.exec(text)?.[1];
  if (constant === undefined) return { kind: 'variablePdaSeedNode', ...field(text) };
  return {
    kind: 'constantPdaSeedNode',
    type: { kind: 'stringTypeNode', encoding: 'utf8' },
    value: { kind: 'stringValueNode', string: constant },
  };
}

const pdas = [...accounts, ...foreignAddresses].map(pdaNode);

/** The IDL of `rows`, in the notation of instructions.mjs. */
export function rootNode(rows = instructions) {
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
      instructions: rows.map(instructionNode),
      definedTypes: [],
      pdas,
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
