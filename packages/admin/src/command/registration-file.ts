import { type Files, UsageError } from '@oracle-gateway/caller/settings';
import { ContractError, createParser } from '@oracle-gateway/contract';
import { fromHex, isAddress, parseAddress } from '@oracle-gateway/protocol';
import { Type } from '@sinclair/typebox';

import type { ProvenRegistration } from '../plans/register-node.js';

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

const FIELD = '--proof';

/** Reads the output of `oracle-node prove`. Throws UsageError. */
export async function readRegistration(files: Pick<Files, 'read'>, path: string): Promise<ProvenRegistration> {
  const text = await files.read(FIELD, path);
  if (text === null) throw new UsageError(FIELD, 'must name a file that exists');
  const plain = registration(text);
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

function registration(text: string) {
  try {
    return parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof ContractError) throw new UsageError(FIELD, `${error.field}: ${error.rule}`);
    throw new UsageError(FIELD, 'must name a file of JSON, as `oracle-node prove` prints it');
  }
}
