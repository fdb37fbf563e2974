import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Entries that no page and no worker imports: they need Node's own modules or, with answers for tests, make code of text when they are loaded. */
const OF_NODE = /\/(?:fixtures|native|node|stream)$/;
/** Names that the program uses, by entry. */
const USED = {
  '@oracle-gateway/client': ['ClientUsageError', 'createClient', 'keypairSigner', 'owner', 'VerificationError', 'verifyAnswer'],
  '@oracle-gateway/gateway-api/errors': ['errorRules'],
  '@oracle-gateway/protocol': ['deriveFeedId', 'deriveSourceId', 'parseAddress', 'parseApiConfig', 'toHex'],
  '@oracle-gateway/providers': ['BUILT_IN_PROVIDERS', 'feedCount'],
  '@oracle-gateway/schnorr': ['verifyAttestation'],
  '@oracle-gateway/x402': ['matchingTerms'],
};
/** The key pair of Ed25519 in RFC 8032, section 7.1. */
const SECRET_KEY =
  '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

/** The answer of the program, in every runtime. */
export const EXPECTED = '64628.31; refused: not_signed; FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z; same feed';

/**
 * The program: it verifies a stored answer by a kept registry, refuses the answer with another signature, and creates a signer and a client.
 *
 * @param {string} root
 * @returns {{ esm: string, cjs: string }} a module that exports `tried`, which returns {@link EXPECTED}
 */
export function programs(root) {
  const { apiConfig, network, owner, programId, registryAccount, result } = JSON.parse(
    readFileSync(join(root, 'vectors/attested-result.json'), 'utf8'),
  );
  const body = `
const vector = ${JSON.stringify({ apiConfig, network, owner, programId, registryAccount, result })};
function verify(answer) {
  const { apiConfig: source, network, owner: feedOwner, programId, registryAccount } = vector;
  return verifyAnswer({ answer, expected: { source, owner: feedOwner, quorum: 3 }, registry: { programId, network, registryAccount } });
}
function refusal() {
  const { data } = vector.result;
  try {
    return verify({ ...vector.result, data: { ...data, s: data.rx } }).value;
  } catch (error) {
    if (error instanceof VerificationError) return 'refused: ' + error.reason;
    throw error;
  }
}
function feedOfAnswer() {
  const sourceId = deriveSourceId(parseApiConfig(vector.apiConfig));
  return toHex(deriveFeedId({ owner: parseAddress(vector.owner), sourceId, signaturesRequired: 3 })) === vector.result.data.feedId;
}
function tried() {
  const secretKey = Uint8Array.from('${SECRET_KEY}'.match(/../g), (hex) => Number.parseInt(hex, 16));
  const signer = keypairSigner(secretKey);
  const { programId, network } = vector;
  const client = createClient({ gateway: 'https://gateway.example', account: owner({ signer }), ledger: { rpcUrl: 'https://rpc.example', programId, network } });
  const others = [client.round, verifyAttestation, feedCount, matchingTerms, ClientUsageError];
  if (others.some((one) => typeof one !== 'function') || Object.keys(errorRules).length < 50 || BUILT_IN_PROVIDERS.length < 3) return 'not whole';
  return [verify(vector.result).value, refusal(), signer.address, feedOfAnswer() ? 'same feed' : 'another feed'].join('; ');
}
`;
  const names = Object.entries(USED).map(([entry, used]) => [entry, `{ ${used.join(', ')} }`]);
  return {
    esm: `${names.map(([entry, used]) => `import ${used} from '${entry}';\n`).join('')}${body}export { tried };\n`,
    cjs: `${names.map(([entry, used]) => `const ${used} = require('${entry}');\n`).join('')}${body}module.exports = { tried };\n`,
  };
}

/**
 * A program that loads every entry and counts what each exports.
 *
 * @param {readonly string[]} entries
 * @param {{ isNode: boolean }} host
 * @returns {{ esm: string, cjs: string, expected: string }} a module that exports `loaded`, which returns `expected`
 */
export function loadingPrograms(entries, { isNode }) {
  const loaded = entries.filter((entry) => isNode || !OF_NODE.test(entry));
  const names = loaded.map((_, index) => `entry${index}`);
  const body = `\nfunction loaded() { return [${names.join(', ')}].filter((entry) => Object.keys(entry).length > 0).length + ' entries'; }\n`;
  return {
    esm: `${loaded.map((entry, index) => `import * as entry${index} from '${entry}';\n`).join('')}${body}export { loaded };\n`,
    cjs: `${loaded.map((entry, index) => `const entry${index} = require('${entry}');\n`).join('')}${body}module.exports = { loaded };\n`,
    expected: `${loaded.length} entries`,
  };
}
