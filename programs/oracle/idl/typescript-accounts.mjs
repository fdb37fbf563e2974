/** The accounts of an IDL as TypeScript decoders over Borsh schemas. */
import { borshType, constantCase, pascalCase, valueType, widthOf } from './typescript-fields.mjs';

/** Fields that say nothing to a reader: the discriminator is checked, bumps serve the program, and reserved bytes have no meaning yet. */
function isHidden({ name }) {
  return name === 'discriminator' || name === 'reserved' || /bump$/i.test(name);
}

function decodedValue({ name, type }) {
  const value = `body.${name}`;
  if (type.kind === 'zeroableOptionTypeNode')
    return `${type.item.kind === 'publicKeyTypeNode' ? 'optionalAddress' : 'optionalBytes'}(${value})`;
  return type.kind === 'publicKeyTypeNode' ? `toAddress(${value})` : value;
}

/** The last field of an account of any length: items, or plain bytes, up to the end. */
function tailOf({ data }) {
  const { name, docs, type } = data.fields.at(-1);
  if (type.kind === 'bytesTypeNode') return { name, docs, itemBytes: 1, type: 'Uint8Array', reader: 'bytesBehind' };
  if (type.kind !== 'arrayTypeNode') return undefined;
  return { name, docs, itemBytes: widthOf(type.item), type: 'readonly Uint8Array[]', reader: 'itemsBehind' };
}

/** The first eight bytes of an account, as text. */
function discriminatorOf({ data }) {
  return Buffer.from(data.fields[0].defaultValue.data, 'hex').toString('ascii');
}

/** Accounts that packages/protocol decodes further: their keys, texts and modes have rules that a field's width does not give. */
const DECODED_FURTHER = new Set(['config', 'registry', 'node', 'feed']);

function member({ name, docs }, type) {
  return `${comment(docs, '  ')}  readonly ${name}: ${type};`;
}

/** `docs` as a comment, in lines of at most 140 characters. */
function comment(docs, indent) {
  if (docs === undefined) return '';
  const line = `${indent}/** ${docs.join(' ')} */`;
  if (line.length <= 140) return `${line}\n`;
  const lines = docs.join(' ').match(/.{1,130}(?= |$)/g);
  return `${indent}/**\n${lines.map((text) => `${indent} * ${text.trim()}\n`).join('')}${indent} */\n`;
}

function accountModule(account) {
  const kind = pascalCase(account.name);
  const [type, decoder] = DECODED_FURTHER.has(account.name) ? [`${kind}Body`, `decode${kind}Body`] : [`${kind}Account`, `decode${kind}`];
  const tail = tailOf(account);
  const fields = tail === undefined ? account.data.fields : account.data.fields.slice(0, -1);
  // Nothing of a form has an effect, so that bundlers drop the accounts that no caller decodes.
  const struct = fields.map(({ name, type }) => `${name}: ${withoutEffect(borshType(type))}`).join(', ');
  const shown = fields.filter((field) => !isHidden(field));
  const members = shown.map((field) => member(field, valueType(field.type)));
  const values = shown.map((field) => `${field.name}: ${decodedValue(field)}`);
  if (tail !== undefined) {
    members.push(member(tail, tail.type));
    values.push(`${tail.name}: ${tail.reader}(${constantCase(account.name)}, data)`);
  }
  return `
const ${constantCase(account.name)} = {
  account: '${kind}',
  discriminator: '${discriminatorOf(account)}',
  schema: { struct: { ${struct} } },
  ${tail === undefined ? '' : `itemBytes: ${tail.itemBytes},`}
} as const;

${comment(account.docs, '')}export interface ${type} {
${members.join('\n')}
}

/** @throws AccountDecodeError */
export function ${decoder}(data: Uint8Array): ${type} {
  const body = openAccount(${constantCase(account.name)}, data);
  return { ${values.join(', ')} };
}`;
}

function withoutEffect(type) {
  return type.replace(/^byteArray/, '/* @__PURE__ */ byteArray');
}

function bytesOf(account) {
  return account.data.fields.reduce((length, { type }) => length + (widthOf(type) ?? 0), 0);
}

export function accountsModule({ accounts }) {
  const lengths = accounts.map((account) => `${account.name}: ${bytesOf(account)}`);
  const discriminators = accounts.map((account) => `${account.name}: '${discriminatorOf(account)}'`);
  const forms = accounts.map((account) => `${account.name}: ${constantCase(account.name)}`);
  const items = accounts.flatMap((account) => {
    const { name, itemBytes, reader } = tailOf(account) ?? {};
    return reader === 'itemsBehind'
      ? [
          `/** Bytes of each of the ${name} behind the fixed part of a ${pascalCase(account.name)}. */
export const ${constantCase(account.name)}_ITEM_BYTES = ${itemBytes};`,
        ]
      : [];
  });
  return `import { toAddress, type Address } from '../address.js';
import { byteArray } from '../borsh-struct.js';
import { bytesBehind, itemsBehind, openAccount, optionalAddress, optionalBytes } from './account-body.js';

/** Length of every account of the program, in bytes; of an account with items behind it, the fixed part. */
export const ACCOUNT_BYTES = { ${lengths.join(', ')} } as const;

/** The first eight bytes of every account of the program, as text. */
export const ACCOUNT_DISCRIMINATORS = { ${discriminators.join(', ')} } as const;

${items.join('\n')}
${accounts.map(accountModule).join('\n')}

/** Form of every account of the program. */
export const ACCOUNT_FORMS = { ${forms.join(', ')} } as const;
`;
}
