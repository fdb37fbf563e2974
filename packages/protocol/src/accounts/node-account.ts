import { requireRule } from './account-body.js';
import { decodeNodeBody, type NodeBody } from './accounts.generated.js';

/** Data of a node beside its place in the registry. Times are unix seconds. */
export interface NodeAccount extends Omit<NodeBody, 'endpointLength' | 'endpoint' | 'previousEndpointLength' | 'previousEndpoint'> {
  /** URL, printable ASCII. */
  readonly endpoint: string;
  /** URL of the node with the previous key; empty where `previousPublicKey` is null. */
  readonly previousEndpoint: string;
}

/** @throws AccountDecodeError */
export function decodeNode(data: Uint8Array): NodeAccount {
  const { endpointLength, endpoint, previousEndpointLength, previousEndpoint, ...node } = decodeNodeBody(data);
  return { ...node, endpoint: textOf(endpoint, endpointLength), previousEndpoint: textOf(previousEndpoint, previousEndpointLength) };
}

function textOf(padded: Uint8Array, length: number): string {
  requireRule('Node', length <= padded.length, `must have an endpoint of at most ${padded.length} bytes`);
  const endpoint = String.fromCharCode(...padded.subarray(0, length));
  requireRule('Node', /^[\x21-\x7e]*$/.test(endpoint), 'must have an endpoint of printable ASCII');
  return endpoint;
}
