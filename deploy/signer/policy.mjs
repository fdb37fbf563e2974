/** @typedef {'node_request' | 'transaction' | 'log_names'} Kind */
/**
 * Rules of a signer beyond the form of each kind; a list that is not there allows all.
 *
 * @typedef {{ readonly kinds?: readonly string[], readonly programs?: readonly string[], readonly gateways?: readonly string[] }} Policy
 */

const LISTS = ['kinds', 'programs', 'gateways'];
const NODE_REQUEST_LABEL = Buffer.from('SVC_NODE_REQUEST_V2');
const LOG_NAMES_TEXT = Buffer.from('Oracle Gateway: names of sources in the log');
/** First byte of a message of version 0; a legacy message begins with the number of its signatures. */
const VERSION_0 = 0x80;
const KEY_BYTES = 32;
const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/**
 * The policy of a file. Throws an Error that says what to change.
 *
 * @param {string} text
 * @returns {Policy}
 */
export function readPolicy(text) {
  let policy;
  try {
    policy = JSON.parse(text);
  } catch {
    throw new Error('--policy: must be a JSON object');
  }
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) throw new Error('--policy: must be a JSON object');
  for (const [name, list] of Object.entries(policy)) {
    if (!LISTS.includes(name)) throw new Error(`--policy: ${name} is no member; it has ${LISTS.join(', ')}`);
    if (!Array.isArray(list) || !list.every((entry) => typeof entry === 'string'))
      throw new Error(`--policy: ${name} must be a list of texts`);
  }
  return policy;
}

/**
 * Why a message is not signed, as field and rule; null: it is.
 *
 * @param {{ readonly kind: Kind, readonly message: Buffer, readonly publicKey: Buffer }} asked
 * @param {Policy} policy
 * @returns {string | null}
 */
export function judge({ kind, message, publicKey }, policy) {
  if (policy.kinds !== undefined && !policy.kinds.includes(kind)) return `kind: the policy allows ${policy.kinds.join(', ') || 'none'}`;
  switch (kind) {
    case 'node_request':
      return judgeNodeRequest(message, policy);
    case 'transaction':
      return judgeTransaction(message, publicKey, policy);
    case 'log_names':
      return message.equals(LOG_NAMES_TEXT) ? null : 'message: must be the text of protocol version 1';
  }
}

/** Label, deployment, Gateway account, node, milliseconds, path, SHA-256 of the body. */
function judgeNodeRequest(message, { gateways }) {
  const gatewayAt = NODE_REQUEST_LABEL.length + KEY_BYTES;
  const pathAt = gatewayAt + KEY_BYTES + 1 + 8;
  const path = message.subarray(pathAt, -KEY_BYTES).toString('latin1');
  if (!message.subarray(0, NODE_REQUEST_LABEL.length).equals(NODE_REQUEST_LABEL) || !/^\/v1\/[a-z-]{1,32}$/.test(path))
    return 'message: must be a node request of version 2';
  const gateway = toBase58(message.subarray(gatewayAt, gatewayAt + KEY_BYTES));
  return gateways === undefined || gateways.includes(gateway) ? null : `gateway: the policy does not name ${gateway}`;
}

/** A message of Solana: its version where it has one, header, keys, blockhash, instructions. Each key stands in it. */
function judgeTransaction(message, publicKey, { programs }) {
  const read = readTransaction(message);
  if (read === null) return 'message: must be a message of Solana, legacy or of version 0 without address lookup tables';
  if (!read.signers.some((key) => key.equals(publicKey))) return 'message: must be one that this key signs';
  const foreign = read.programs.map(toBase58).find((program) => programs !== undefined && !programs.includes(program));
  return foreign === undefined ? null : `program: the policy does not name ${foreign}`;
}

/** Keys that sign, and the program of each instruction; null for a message of another form. */
function readTransaction(message) {
  let at = 0;
  const take = (count) => {
    if (at + count > message.length) throw new RangeError('cut off');
    at += count;
    return message.subarray(at - count, at);
  };
  const takeCount = () => {
    let count = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const [byte] = take(1);
      count |= (byte & 0x7f) << shift;
      if (byte < 0x80) return count;
    }
    throw new RangeError('no count');
  };
  try {
    const isVersioned = message[0] === VERSION_0;
    if (isVersioned) take(1);
    const [signatures] = take(3);
    // A set first bit names a version.
    if (signatures === 0 || signatures >= 0x80) return null;
    const keys = Array.from({ length: takeCount() }, () => take(KEY_BYTES));
    take(KEY_BYTES);
    const programs = [];
    for (let left = takeCount(); left > 0; left -= 1) {
      const program = keys[take(1)[0]];
      if (program === undefined) return null;
      programs.push(program);
      take(takeCount());
      take(takeCount());
    }
    // A table's keys stand elsewhere, so that no policy can judge them.
    if (isVersioned && takeCount() !== 0) return null;
    return at === message.length && signatures <= keys.length ? { signers: keys.slice(0, signatures), programs } : null;
  } catch {
    return null;
  }
}

/** @param {Buffer} bytes */
export function toBase58(bytes) {
  let number = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = DIGITS[Number(number % 58n)] + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}
