/** The instructions of an IDL as TypeScript builders: account lists in order, data by Borsh schemas. */
import { borshType, constantCase, pascalCase, valueType } from './typescript-fields.mjs';

/** Names of the inputs where they say more than the IDL's: units, and what a key is to the caller. */
const INPUT_NAMES = {
  amount: 'amountAtomic',
  maxAmount: 'maxAmountAtomic',
  expiresAt: 'expiresAtSeconds',
  timestamp: 'timestampSeconds',
  canonicalTimestamp: 'canonicalTimestampSeconds',
  apiConfigHash: 'sourceId',
  delegateAuthority: 'authority',
  signers: 'signersBitmap',
  'submit.owner': 'feedOwner',
  'submit.text': 'canonicalApiConfig',
  'settleAgentRound.agentRound': 'round',
  'withdrawEscrow.payerTokenAccount': 'destination',
  'closeSignerSet.payer': 'recipient',
};

const INPUT_DOCS = {
  amountAtomic: 'Atomic units.',
  maxAmountAtomic: 'Atomic units; the program refuses a higher price.',
  expiresAtSeconds: 'Unix seconds.',
  timestampSeconds: 'Unix seconds.',
  canonicalTimestampSeconds: 'Unix seconds.',
  timestampMs: 'Unix milliseconds.',
  registryVersion: 'Version of the registry account.',
  maxSignatures: 'Largest quorum.',
  mint: 'Mint of the stablecoin.',
  destination: 'Token account that receives.',
};

/** Instructions whose data are read back too: they wait in announcements. */
const READ_BACK = new Set(['updateConfig', 'proposeAuthority']);

const ROLES = { true: { true: 'payer', false: 'signer' }, false: { true: 'writable', false: 'readonly' } };

function inputName(instruction, name) {
  return INPUT_NAMES[`${instruction.name}.${name}`] ?? INPUT_NAMES[name] ?? name;
}

function pdaOf(program, account) {
  return program.pdas.find(({ name }) => name === account.defaultValue.pda.name);
}

/** Expression by which the builder gets the address of an account. */
function addressSource(account) {
  switch (account.defaultValue?.kind) {
    case 'publicKeyValueNode':
      return 'known program';
    case 'pdaValueNode':
      return 'derived';
    default:
      return 'input';
  }
}

/** Arguments that addresses need beside accounts and data. */
function extraArguments(instruction) {
  return instruction.extraArguments ?? [];
}

/** The inputs of a builder by name: accounts, data, then what only addresses are made of. */
function inputsOf(instruction) {
  const given = instruction.accounts.filter((account) => addressSource(account) === 'input');
  const accounts = given.map(({ name, isOptional }) => ({ name, type: 'Address', isOptional }));
  const fields = [...instruction.arguments.slice(1), ...extraArguments(instruction)].filter((field) => addressSource(field) === 'input');
  const data = fields.map(({ name, type }) => ({ name, type: valueType(type), docs: bytesDocs(type), isOptional: false }));
  const remaining = (instruction.remainingAccounts ?? []).map(({ value }) => ({ name: value.name, type: 'readonly Address[]' }));
  const inputs = [...accounts, ...data, ...remaining].map((input) => ({ ...input, name: inputName(instruction, input.name) }));
  return [...new Map(inputs.map((input) => [input.name, input])).values()];
}

function bytesDocs(type) {
  return type.kind === 'fixedSizeTypeNode' ? `${type.size} bytes.` : undefined;
}

function inputInterface(instruction) {
  const members = inputsOf(instruction).map(({ name, type, docs = INPUT_DOCS[name], isOptional }) => {
    const comment = docs === undefined ? '' : `  /** ${docs} */\n`;
    return `${comment}  readonly ${name}${isOptional ? `?: ${type} | undefined` : `: ${type}`};`;
  });
  const about = `/** Accounts and fields of \`${instruction.name}\` (docs/protocol.md#instructions-of-the-program). */`;
  return `${about}\nexport interface ${pascalCase(instruction.name)}Input {\n  readonly programId: Address;\n${members.join('\n')}\n}`;
}

/** A field of data as fields of a Borsh struct: bytes of a length that the data gives have it in front of them, or end the data. */
function structFields(instruction, { name, type }) {
  const input = inputName(instruction, name);
  const value = `input.${input}`;
  switch (type.kind) {
    case 'sizePrefixTypeNode':
      return [
        { name: `'${input} length'`, type: borshType(type.prefix), value: `${value}.length` },
        { name: input, type: `byteArray(${value}.length)`, value },
      ];
    case 'bytesTypeNode':
      return [{ name: input, type: `byteArray(${value}.length)`, value }];
    default:
      return [{ name: input, type: borshType(type), value }];
  }
}

function dataOf(instruction) {
  const [discriminator, ...rest] = instruction.arguments;
  const tag = { name: 'tag', type: borshType(discriminator.type), value: discriminator.defaultValue.number };
  const fields = [tag, ...rest.flatMap((argument) => structFields(instruction, argument))];
  const isFixed = fields.every(({ type }) => !type.includes('input'));
  // A page that takes a few builders leaves out the constants of the others.
  const typeOf = (type) => (isFixed ? type.replace('byteArray', '/* @__PURE__ */ byteArray') : type);
  const schema = `{ struct: { ${fields.map(({ name, type }) => `${name}: ${typeOf(type)}`).join(', ')} } } as const`;
  const values = `{ ${fields.map(({ name, value }) => `${name}: ${value}`).join(', ')} }`;
  return { schema, values, isFixed };
}

function addressExpression(instruction, account) {
  switch (addressSource(account)) {
    case 'known program':
      return constantCase(account.name);
    case 'derived':
      return account.name;
    default:
      return `input.${inputName(instruction, account.name)}`;
  }
}

function accountExpression(instruction, account) {
  const role = ROLES[account.isSigner][account.isWritable];
  const address = addressExpression(instruction, account);
  const meta = `${role}(${address})`;
  if (!account.isOptional) return meta;
  if (instruction.optionalAccountStrategy === 'programId') return `${address} === undefined ? readonly(programId) : ${meta}`;
  return `...(${address} === undefined ? [] : [${meta}])`;
}

/** `const gateway = derivedAddresses.gateway(programId, input.gatewayAuthority);` */
function derivation(program, instruction, account) {
  const pda = pdaOf(program, account);
  const named = [...instruction.accounts, ...extraArguments(instruction), ...instruction.arguments];
  const seeds = account.defaultValue.seeds.map(({ value }) =>
    addressExpression(
      instruction,
      named.find(({ name }) => name === value.name),
    ),
  );
  const arguments_ = pda.programId === undefined ? ['programId', ...seeds] : seeds;
  return `  const ${account.name} = derivedAddresses.${pda.name}(${arguments_.join(', ')});`;
}

function builder(program, instruction) {
  const { name, accounts } = instruction;
  const derived = [...extraArguments(instruction), ...accounts].filter((account) => addressSource(account) === 'derived');
  const { schema, values, isFixed } = dataOf(instruction);
  const metas = accounts.map((account) => accountExpression(instruction, account));
  const remaining = (instruction.remainingAccounts ?? []).map(({ value }) => `...input.${value.name}.map(readonly)`);
  const tag = instruction.arguments[0].defaultValue.number;
  return `
${inputInterface(instruction)}

${isFixed ? `${READ_BACK.has(name) ? '/** Data of the instruction, as a Borsh struct. */\nexport ' : ''}const ${constantCase(name)} = ${schema};\n` : ''}
/** Tag ${tag}. ${instruction.docs.join(' ')} */
export function ${name}(input: ${pascalCase(name)}Input): LedgerInstruction {
  const { programId } = input;
${[...derived.map((account) => derivation(program, instruction, account)), ...(isFixed ? [] : [`  const schema = ${schema};`])].join('\n')}
  return {
    programId,
    accounts: [${[...metas, ...remaining].join(', ')}],
    data: encodeStruct(${isFixed ? constantCase(name) : 'schema'}, ${values}),
  };
}`;
}

/** The functions and constants of `names` that the text uses. */
function used(names, text) {
  return names.filter((name) => new RegExp(`\\b${name}(?=[().]|,| as )`).test(text)).join(', ');
}

export function instructionsModule(program) {
  const builders = program.instructions.map((instruction) => builder(program, instruction)).join('\n');
  const imports = [
    [used(['byteArray'], builders), '../borsh-struct.js'],
    [used(['encodeStruct'], builders), '../encode-struct.js'],
    [used(['payer', 'readonly', 'signer', 'writable'], builders), './instruction.js'],
    [used(['SYSTEM_PROGRAM', 'TOKEN_PROGRAM'], builders), './program-ids.js'],
    [used(['derivedAddresses'], builders), './remembered-addresses.js'],
  ].filter(([names]) => names !== '');
  return `import type { Address } from '../address.js';
import type { LedgerInstruction } from './instruction.js';
${imports.map(([names, from]) => `import { ${names} } from '${from}';`).join('\n')}
${builders}

/** A builder for each instruction of the program. */
export const generatedInstructions = { ${program.instructions.map(({ name }) => name).join(', ')} } as const;
`;
}
