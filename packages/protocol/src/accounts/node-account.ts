import { requireRule } from './account-body.js';
import { decodeNodeBody, type NodeBody } from './accounts.generated.js';

/** Data of a node beside its place in the registry. Times are unix seconds. */
export interface NodeAccount extends Omit<NodeBody, 'endpointLength' | 'endpoint'> {
  /** URL, printable ASCII. */
  readonly endpoint: string;
}

/** @throws AccountDecodeError */
export function decodeNode(data: Uint8Array): NodeAccount {
  const { endpointLength, endpoint: padded, ...node } = decodeNodeBody(data);
  requireRule('Node', endpointLength <= padded.length, `must have an endpoint of at most ${padded.length} bytes`);
  const endpoint = String.fromCharCode(...padded.subarray(0, endpointLength));
  requireRule('Node', /^[\x21-\x7e]*$/.test(endpoint), 'must have an endpoint of printable ASCII');
  return { ...node, endpoint };
}
