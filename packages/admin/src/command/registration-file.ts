import { readNamedFile } from '@oracle-gateway/app-config';
import { ContractError, createParser } from '@oracle-gateway/contract';
import { fromHex, isAddress, parseAddress } from '@oracle-gateway/protocol';
import { Type } from '@sinclair/typebox';

import type { NodeRegistration } from '../plans/register-node.js';
import { FlagError } from './flag.js';

function hex(bytes: number) {
  return Type.String({ pattern: `^0x[0-9a-f]{${2 * bytes}}$`, title: `${bytes} bytes in hex` });
}

const schema = Type.Object(
  {
    deploymentId: hex(32),
    index: Type.Integer({ minimum: 0, maximum: 63, title: 'a node index 0..63' }),
    publicKey: hex(64),
    encryptionKey: hex(32),
    operator: Type.String({ format: 'address', title: 'an address in base58' }),
    endpoint: Type.String({ pattern: '^https?://[\\x21-\\x7e]+$', maxLength: 127, title: 'a URL of printable ASCII' }),
    previousRegisteredAt: Type.String({ pattern: '^(0|[1-9][0-9]{0,18})$', title: 'unix seconds as text' }),
    proof: Type.Object({ s: hex(32), commitment: hex(20) }, { additionalProperties: false }),
  },
  { additionalProperties: false },
);

const parse = createParser(schema, { root: 'the registration', formats: { address: isAddress } });

/** Reads the output of `oracle-node prove`. Throws FlagError, ConfigError. */
export async function readRegistration(flag: string, path: string): Promise<NodeRegistration> {
  const { text } = await readNamedFile(`--${flag}`, path);
  const plain = registration(flag, text);
  return {
    deploymentId: fromHex(plain.deploymentId),
    index: plain.index,
    publicKey: fromHex(plain.publicKey),
    encryptionKey: fromHex(plain.encryptionKey),
    operator: parseAddress(plain.operator),
    endpoint: plain.endpoint,
    previousRegisteredAt: BigInt(plain.previousRegisteredAt),
    proof: { s: fromHex(plain.proof.s), commitment: fromHex(plain.proof.commitment) },
  };
}

function registration(flag: string, text: string) {
  try {
    return parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof ContractError) throw new FlagError(flag, `${error.field}: ${error.rule}`);
    throw new FlagError(flag, 'must name a file of JSON, as `oracle-node prove` prints it');
  }
}
