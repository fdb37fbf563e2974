import { readFileSync } from 'node:fs';

import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { beforeAll, describe, expect, it } from 'vitest';

import { accounts } from '../idl/accounts.mjs';
import { generatedFiles } from '../idl/generated-files.mjs';
import { instructions, type InstructionRow } from '../idl/instructions.mjs';
import { agentRound, escrowInstructions, settleAgentRound } from './agent.js';
import { PROGRAM } from './built-program.js';
import { programId } from './deployment.js';
import { samplesOf } from './instructions.js';
import { SET } from './instructions/sample-source.js';
import { worldInUse } from './world.js';

function file(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

/** The cells of every table row of docs/protocol.md. */
const rows = file('../../../docs/protocol.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .slice(2, -2)
      .split(/ ?(?<!\\)\| ?/)
      .map((cell) => cell.trim()),
  );

/** Fields in the notation of the document: without the words behind them, and with the widths it gives addresses and lists. */
function documented(data: readonly string[]): string {
  return data
    .join(', ')
    .replaceAll(/(\w+)\[(u8|u16)\]/g, '$1_length $2, $1[...]')
    .replaceAll(/ key(?=,|$)/g, '[32]')
    .replaceAll(/\[(⌈count\/8⌉|[a-z_]+)\]/g, '[...]');
}

describe('idl.json', () => {
  it('is what its tables make: run `pnpm run idl` after a change', async () => {
    for (const { path, text } of await generatedFiles()) expect(file(`../../../${path}`), path).toBe(text);
  });

  const settings = documented(instructions.find(({ name }) => name === 'update_config')!.data);
  it.each(instructions)('describes the data of $name as the document does', ({ tag, name, data }) => {
    const row = rows.find((cells) => cells[0] === String(tag) && cells[1] === name);
    const written = documented([row?.[2] ?? 'no row'])
      .replace(' = sha256(CAIP-2 id)', '')
      .replace('Settings (below)', settings)
      .replace('Settings', settings)
      .replace('Proof (below)', 's[32], commitment[20], key_form u8, key_and_bitmap[...]')
      .replace(/emergency u8 \(0\/1\), change_count u8, then .*$/, 'emergency u8, change_count u8, changes[...]')
      .replace(/status u8 \(.*\)$/, 'status u8')
      .replace(/change\[\.\.\.\]: .*$/, 'change[...]')
      .replace(/then each group of four: .*$/, 'groups_and_proof[...]');
    expect(documented(data)).toBe(written);
  });

  it('describes every instruction of the document', () => {
    const documentedRows = rows.filter(
      ([tag, name = '', ...rest]) => /^\d+$/.test(tag!) && /^[a-z]+(_[a-z]+)*$/.test(name) && rest.length === 2,
    );
    expect(documentedRows.map(([tag]) => Number(tag))).toEqual(instructions.map(({ tag }) => tag));
  });

  it.each(accounts)('describes $name as the document does', ({ name, discriminator, fields }) => {
    const start = rows.findIndex((cells) => cells[2] === 'discriminator' && cells[3] === `\`${discriminator}\``);
    let offset = 8;
    fields.forEach((text, index) => {
      const [, field, size, type] = /^(\w+)(?:\[(.*)\]| (\w+))\??$/.exec(text)!;
      const width = size ?? { u8: '1', u64: '8', i64: '8', key: '32' }[type!];
      const row = rows[start + 1 + index];
      expect([row?.[0], row?.[2]], `${name}.${field}`).toEqual([String(offset), field]);
      const isList = width!.endsWith('...');
      if (width === '...') expect(row?.[1], `${name}.${field}`).toMatch(/^up to [\d,]+$/);
      else expect(row?.[1], `${name}.${field}`).toBe(width!.replace('...', ' × count'));
      if (isList) return;
      offset += Number(width);
    });
    expect(rows[start + 1 + fields.length]?.[0]).not.toBe(String(offset));
  });
});

/** Instructions as the other tests send them to the program. */
describe('the accounts of idl.json', () => {
  let samples: ReadonlyMap<number, TransactionInstruction>;
  beforeAll(() => {
    const world = worldInUse(PROGRAM);
    const settled = settleAgentRound(world, agentRound(world), { claimed: { keyForm: world.signerSet(SET) } });
    const list = samplesOf({ world, escrow: escrowInstructions(), settleAgentRound: settled });
    samples = new Map(list.map((sample) => [sample.data[0]!, sample]));
  });

  it.each<InstructionRow>(instructions)('are the accounts that $name is sent with', ({ tag, accounts: described, remaining }) => {
    const keys = samples.get(tag)!.keys;
    const rolesOf = ({ isSigner, isWritable }: (typeof keys)[number]) => `${isSigner ? 's' : ''}${isWritable ? 'w' : ''}` || '-';
    const sent = keys.slice(0, remaining === undefined ? keys.length : described.length);
    expect(described.map((text) => text.split(' ')[0])).toEqual(sent.map(rolesOf));
    expect(keys.length > described.length).toBe(remaining !== undefined);
  });

  it('have addresses from the seeds described', () => {
    const seedsOf = new Map(accounts.map(({ name, seeds }) => [name, seeds]));
    const [config] = PublicKey.findProgramAddressSync([Buffer.from(seedsOf.get('Config')![0]!.replaceAll('"', ''))], programId);
    expect(samples.get(1)!.keys[1]!.pubkey).toEqual(config);
  });
});
