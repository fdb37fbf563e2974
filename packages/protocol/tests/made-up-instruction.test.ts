import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rootNode } from '../../../programs/oracle/idl/codama.mjs';
import { instructions, type InstructionRow } from '../../../programs/oracle/idl/instructions.mjs';
import { typescriptModules } from '../../../programs/oracle/idl/typescript.mjs';
import { configAddress, escrowAddress, gatewayAddress } from '../src/accounts/index.js';
import { toAddress, toHex, type Address } from '../src/index.js';
import { type LedgerInstruction, SYSTEM_PROGRAM } from '../src/instructions/index.js';

/** An instruction that the program does not have, with every kind of field and account. */
const ROW: InstructionRow = {
  tag: 200,
  name: 'insure_escrow',
  docs: 'Insures an escrow.',
  data: ['terms[3]', 'level u8', 'rounds u64', 'expires_at i64', 'beneficiary key', 'note[u16]', 'rest[...]'],
  accounts: ['sw payer', '- config = config()', 'w escrow = agent_escrow(payer, gateway)', 's insurer', '- system_program', '- witness?'],
  derived: ['- gateway = gateway(gateway_authority)'],
  remaining: 'branches',
};

function key(fill: number): Address {
  return toAddress(new Uint8Array(32).fill(fill));
}

/** The module is TypeScript and imports its neighbours, so it is written beside them. */
const path = join(import.meta.dirname, `../src/instructions/.made-up-${process.pid}.ts`);
let build: (input: object) => LedgerInstruction;

beforeAll(async () => {
  const module = typescriptModules(rootNode([...instructions, ROW])).find((file) => file.path.endsWith('instructions.generated.ts'))!;
  writeFileSync(path, module.text);
  const { generatedInstructions } = (await import(path)) as {
    readonly generatedInstructions: Readonly<Record<string, (input: object) => LedgerInstruction>>;
  };
  build = generatedInstructions['insureEscrow']!;
});

afterAll(() => rmSync(path));

describe('one row of the IDL', () => {
  const programId = key(0x11);
  const input = {
    programId,
    payer: key(0x22),
    gatewayAuthority: key(0x33),
    insurer: key(0x44),
    terms: Uint8Array.of(1, 2, 3),
    level: 4,
    rounds: 5n,
    expiresAtSeconds: 6n,
    beneficiary: key(0x55),
    note: Uint8Array.of(7, 8),
    rest: Uint8Array.of(9),
    branches: [key(0x66), key(0x77)],
  };

  it('is a builder: data in the order of the row', () => {
    const integers = '04' + '0500000000000000' + '0600000000000000';
    expect(toHex(build(input).data)).toBe(`0xc8010203${integers}${'55'.repeat(32)}0200070809`);
  });

  it('is a builder: accounts in the order of the row, with their roles', () => {
    const escrow = escrowAddress(programId, input.payer, gatewayAddress(programId, input.gatewayAuthority));
    const expected = [
      { address: input.payer, signer: true, writable: true },
      { address: configAddress(programId), signer: false, writable: false },
      { address: escrow, signer: false, writable: true },
      { address: input.insurer, signer: true, writable: false },
      { address: SYSTEM_PROGRAM, signer: false, writable: false },
    ];
    const branches = input.branches.map((address) => ({ address, signer: false, writable: false }));
    expect(build(input).accounts).toEqual([...expected, ...branches]);
    const witness = { address: key(0x78), signer: false, writable: false };
    expect(build({ ...input, witness: witness.address }).accounts).toEqual([...expected, witness, ...branches]);
  });

  it('is a builder that refuses what does not fit, naming the field', () => {
    expect(() => build({ ...input, level: 256 })).toThrow(/^level: must be an integer 0\.\.255/);
    expect(() => build({ ...input, expiresAtSeconds: -1n })).toThrow(/^expiresAtSeconds: /);
    expect(() => build({ ...input, terms: new Uint8Array(2) })).toThrow(/^terms: must be 3 bytes/);
    expect(() => build({ ...input, note: new Uint8Array(65_536) })).toThrow(/^note length: /);
  });
});
