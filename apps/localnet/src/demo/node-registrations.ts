import { Connection, PublicKey } from '@solana/web3.js';
import { toHex, type Address } from '@oracle-gateway/protocol';
import { nodeAddress } from '@oracle-gateway/protocol/accounts';

import { DemoFailure } from './demo-failure.js';

/** Registration of a node, with the proof that it holds its key, as hex: an EVM contract checks it again. */
export interface RegisteredNode {
  readonly index: number;
  readonly encryptionKey: string;
  readonly operator: string;
  readonly s: string;
  readonly commitment: string;
  readonly endpoint: string;
}

const REGISTER_NODE = 5;
/** Ends of the fields of `register_node` (protocol, "Instructions"). */
const FIELDS = { index: 1, publicKey: 2, encryptionKey: 66, operator: 98, s: 130, commitment: 162, length: 182, endpoint: 183 } as const;

/** Reads a registration from the data of `register_node`; null for another instruction. */
export function registrationOf(data: Uint8Array): RegisteredNode | null {
  if (data[0] !== REGISTER_NODE || data.length < FIELDS.endpoint) return null;
  const hex = (from: number, to: number): string => toHex(data.subarray(from, to));
  return {
    index: data[FIELDS.index] ?? 0,
    encryptionKey: hex(FIELDS.encryptionKey, FIELDS.operator),
    operator: hex(FIELDS.operator, FIELDS.s),
    s: hex(FIELDS.s, FIELDS.commitment),
    commitment: hex(FIELDS.commitment, FIELDS.length),
    endpoint: new TextDecoder().decode(data.subarray(FIELDS.endpoint)),
  };
}

/** Finds the registrations of `indices` in the ledger's history, as anyone can who deploys a contract. Throws DemoFailure. */
export async function readRegistrations(rpcUrl: string, programId: Address, indices: readonly number[]): Promise<RegisteredNode[]> {
  const connection = new Connection(rpcUrl, 'confirmed');
  return Promise.all(indices.map((index) => readRegistration(connection, programId, index)));
}

async function readRegistration(connection: Connection, programId: Address, index: number): Promise<RegisteredNode> {
  const signatures = await connection.getSignaturesForAddress(new PublicKey(nodeAddress(programId, index)));
  for (const { signature } of signatures) {
    const landed = await connection.getTransaction(signature, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 });
    const instructions = landed?.transaction.message.compiledInstructions ?? [];
    const found = instructions.map(({ data }) => registrationOf(data)).find((registration) => registration?.index === index);
    if (found !== undefined && found !== null) return found;
  }
  throw new DemoFailure(`the ledger's history has no registration of node ${index}`);
}
