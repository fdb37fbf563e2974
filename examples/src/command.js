import { parseArgs } from 'node:util';
import { parseAddress, parseApiConfig } from '@oracle-gateway/protocol';
import { FlatResultError, parseFlatResult } from './flat-result.js';
import { verifyFromLedger } from './verify-from-ledger.js';

/** @typedef {import('./verify-from-ledger.js').Ledger} Ledger */
/** @typedef {import('./verify-from-ledger.js').Request} Request */
/** @typedef {import('./verify-from-ledger.js').Verdict} Verdict */

export const USAGE = `usage: node verify-payload.mjs --owner <base58> --config <apiConfig.json> [--quorum <n>] [--file <result.json>]
         ( --manifest <manifest.json> | --rpc <url> --program <base58> --network <caip-2> )

The result is read from standard input unless --file names it.
exit status: 0 verified, 1 refused, 2 nothing is known (bad arguments, or the ledger could not be read)`;

const OPTIONS = /** @type {const} */ ({
  owner: { type: 'string' },
  config: { type: 'string' },
  quorum: { type: 'string' },
  file: { type: 'string' },
  manifest: { type: 'string' },
  rpc: { type: 'string' },
  program: { type: 'string' },
  network: { type: 'string' },
});

/** Number of places in a registry. */
const MAX_QUORUM = 64;

/**
 * The outside world of the command.
 *
 * @typedef {object} World
 * @property {(path: string) => Promise<string>} readText
 * @property {() => Promise<string>} readStandardInput
 * @property {import('./registry-from-ledger.js').Fetch} fetch
 * @property {() => number} nowSeconds
 * @property {(line: string) => void} print
 */

/**
 * @param {readonly string[]} args
 * @param {World} world
 * @returns {Promise<0 | 1 | 2>} the exit status
 */
export async function verifyPayload(args, world) {
  try {
    const { request, ledger, resultText } = await readInput(args, world);
    const nowSeconds = world.nowSeconds();
    const verdict = await verifyFromLedger({ result: parseFlatResult(resultText), request, ledger, fetch: world.fetch, nowSeconds });
    report(verdict, nowSeconds, world.print);
    return verdict.ok ? 0 : 1;
  } catch (error) {
    if (error instanceof FlatResultError) {
      report({ ok: false, reason: error.message }, 0, world.print);
      return 1;
    }
    world.print(`error: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof InputError) world.print(USAGE);
    return 2;
  }
}

class InputError extends Error {}

/**
 * @param {readonly string[]} args
 * @param {World} world
 * @returns {Promise<{ request: Request, ledger: Ledger, resultText: string }>}
 * @throws {InputError} for anything that is missing, unreadable or malformed
 */
async function readInput(args, world) {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    const request = {
      owner: parseAddress(required(values.owner, '--owner')),
      apiConfig: parseApiConfig(JSON.parse(await world.readText(required(values.config, '--config')))),
      ...(values.quorum === undefined ? {} : { signaturesRequired: quorumIn(values.quorum) }),
    };
    const ledger = values.manifest === undefined ? ledgerFromOptions(values) : ledgerFromManifest(await world.readText(values.manifest));
    const resultText = values.file === undefined ? await world.readStandardInput() : await world.readText(values.file);
    return { request, ledger, resultText };
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** @param {Verdict} verdict @param {number} nowSeconds @param {(line: string) => void} print */
function report(verdict, nowSeconds, print) {
  if (!verdict.ok) {
    print(`REFUSED: ${verdict.reason}`);
    return;
  }
  const { value, observedAtMs, signers, activeNodes } = verdict;
  const ageSeconds = Math.floor(nowSeconds - observedAtMs / 1000);
  print('VERIFIED');
  print(`  value        ${value}`);
  print(`  observed at  ${new Date(observedAtMs).toISOString()} (${ageSeconds} s ago)`);
  print(`  signed by    nodes ${signers.join(', ')} (${signers.length} of ${activeNodes})`);
}

/** @param {{ rpc?: string, program?: string, network?: string }} values @returns {Ledger} */
function ledgerFromOptions(values) {
  return {
    rpcUrl: required(values.rpc, '--rpc (or --manifest)'),
    programId: parseAddress(required(values.program, '--program')),
    network: required(values.network, '--network'),
  };
}

/** @param {string} text @returns {Ledger} */
function ledgerFromManifest(text) {
  /** @type {unknown} */
  const manifest = JSON.parse(text);
  const members = new Map(Object.entries(manifest ?? {}));
  /** @param {string} name */
  const member = (name) => {
    /** @type {unknown} */
    const value = members.get(name);
    return required(typeof value === 'string' ? value : undefined, `${name} in the manifest`);
  };
  return { rpcUrl: member('rpcUrl'), programId: parseAddress(member('programId')), network: member('network') };
}

/** @param {string} text @returns {number} */
function quorumIn(text) {
  const quorum = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (quorum < 1 || quorum > MAX_QUORUM) throw new Error(`--quorum must be a whole number from 1 to ${MAX_QUORUM}`);
  return quorum;
}

/** @param {string | undefined} value @param {string} what @returns {string} */
function required(value, what) {
  if (value === undefined || value === '') throw new Error(`${what} is required`);
  return value;
}
