import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { projectFiles } from './project-files.mjs';

const SOURCE = /^(?:packages|apps|contracts)\/[^/]+\/src\/.+(?<!\.d|\.test|\.cases|\.generated)\.tsx?$/;
/** It imports no other package, so it has its own words for what Solana has. */
const APART = 'packages/litesvm-rpc/';
const OPERATIONS = 'packages/gateway-api/src/operations/';
const ROUTES = 'apps/gateway/src/';

/** Names that several files declare, and why. A name with one home is not to stand here. */
export const SHARED_NAMES = [
  {
    reason: 'each service has a configuration, a context and metrics of its own',
    names: ['Config', 'ConfigFile', 'Context', 'Metrics', 'Overrides', 'PARTS', 'Part', 'RPC_URL_VARIABLE', 'Secrets'],
  },
  {
    reason: 'each service makes them by a function of the same name',
    names: ['createContext', 'createMetrics', 'loadConfig', 'parseConfigFile'],
  },
  {
    reason: 'each command and each service has a command line of its own',
    names: ['LEDGER_FLAGS', 'PROGRAM', 'runCommandLine'],
  },
  {
    reason: 'the client makes an account, and each list of kinds has a row for it',
    names: ['agent', 'delegate', 'owner', 'session', 'x402'],
  },
  {
    reason: 'gateway-api and node-api have the schema of what another package makes or reads',
    names: ['EncKeyBundle', 'PaymentTerms', 'RoundEvidence', 'SourcePayment', 'UpstreamQuote'],
  },
  {
    reason: 'callers dry-run a source at a gateway, and gateways at a node: both contracts have the operation',
    names: ['DryRunShare', 'SimulateDeps', 'SimulateRequest', 'createDryRunShare', 'createSimulate', 'parseSimulateRequest', 'simulate'],
  },
  { reason: 'a gateway throws its refusal, and the client throws what it hears', names: ['GatewayError'] },
  { reason: 'one account for two entries of the client, of a key and of a wallet', names: ['payPerRequest'] },
  { reason: 'packages of callers and of services import none of each other', names: ['Environment', 'wait'] },
];

/**
 * Names that modules export and that are declared in more than one file, and reasons that explain none.
 *
 * @param {string} root
 * @returns {Promise<string[]>}
 */
export async function namesWithoutOneHome(root, shared = SHARED_NAMES) {
  const homes = await homesOfNames(root);
  const allowed = new Set(shared.flatMap(({ names }) => names));
  const several = [...homes].filter(([name, files]) => files.length > 1 && !isOperation(files) && !allowed.has(name));
  const alone = [...allowed].filter((name) => (homes.get(name) ?? []).length < 2);
  return [
    ...several.map(([name, files]) => `${name}: is exported by ${files.join(' and ')}; give each its own name`),
    ...alone.map((name) => `${name}: has one home; remove it from SHARED_NAMES`),
  ];
}

/** The route of an operation has its name. */
function isOperation(files) {
  return files.length === 2 && files.some((file) => file.startsWith(OPERATIONS)) && files.some((file) => file.startsWith(ROUTES));
}

/** Files of each exported name, in the order of the alphabet. */
async function homesOfNames(root) {
  const folders = ['packages', 'apps', 'contracts'].map((folder) => projectFiles(join(root, folder), () => true));
  const files = (await Promise.all(folders)).flat().map((path) => relative(root, path));
  const homes = new Map();
  for (const file of files.filter((path) => SOURCE.test(path) && !path.startsWith(APART)).toSorted()) {
    for (const name of exportedNames(file, await readFile(join(root, file), 'utf8'))) homes.set(name, [...(homes.get(name) ?? []), file]);
  }
  return homes;
}

/** Names that a file declares and exports, each once: a schema and its type are one. */
export function exportedNames(path, text) {
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const declared = statements.filter((statement) => statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword));
  return [...new Set(declared.flatMap(declaredNames))];
}

function declaredNames(statement) {
  if (!ts.isVariableStatement(statement)) return statement.name === undefined ? [] : [statement.name.text];
  return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
}
