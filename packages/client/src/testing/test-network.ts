import { x25519 } from '@noble/curves/ed25519.js';
import { type Address, type DeploymentId, deriveDeploymentId, parseAddress, toAddress } from '@oracle-gateway/protocol';
import {
  associatedTokenAddress,
  configAddress,
  decodeConfig,
  decodeRegistry,
  gatewayAddress,
  nodeAddress,
  registryAddress,
} from '@oracle-gateway/protocol/accounts';
import { encodeAccount } from '@oracle-gateway/protocol/testing';
import { createLedgerDouble, type LedgerDouble } from './ledger-double.js';
import { createSigningNodes, type SigningNodes } from './signing-nodes.js';
import { publicHalf, testSecretKey } from './test-keys.js';

const PROGRAM = 'C8o7D7mNvrMin7icWUtzgzJMM9JFwdVfVia8tSzVkWUK';
/** The genesis hash of Solana's devnet. */
const GENESIS_HASH = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
/** CAIP-30: the first 32 characters. */
const NETWORK = `solana:${GENESIS_HASH.slice(0, 32)}`;
const VERSION = 1n;
/** The current version has no end. */
const NO_END = 2n ** 63n - 1n;
const GATEWAY_KEY = 200;
const FACILITATOR_KEY = 201;
const MINT_KEY = 202;
const FORGER_KEY_OFFSET = 101;
const PRICES = {
  x402RoundBase: 1_000n,
  rewardPerSignature: 500n,
  agentRoundBase: 1_000n,
  agentRoundPerSig: 500n,
  subscriptionRoundBase: 1_000n,
  subscriptionRoundPerSig: 500n,
} as const;
/** Nodes that a round may ask beyond the quorum. */
const BUFFER = 1;
const MIN_SIGNERS = 2;

/** One deployment of the program on the ledger of a test, with its nodes and its gateway. */
export interface TestNetwork {
  readonly programId: Address;
  /** CAIP-2. */
  readonly network: string;
  readonly deploymentId: DeploymentId;
  readonly gateway: Address;
  /** Its key. */
  readonly authority: Address;
  readonly mint: Address;
  /** Pays the fees of payments. */
  readonly facilitator: Address;
  readonly config: ReturnType<typeof decodeConfig>;
  readonly registry: ReturnType<typeof decodeRegistry>;
  /** Data of the Registry account. */
  readonly registryData: Uint8Array;
  readonly nodes: SigningNodes;
  /** Nodes whose keys the registry does not have. */
  readonly forgers: SigningNodes;
  readonly ledger: LedgerDouble;
  readonly encryptionKeys: readonly Uint8Array[];
  /** Unix seconds since when all of it is there. */
  readonly startedAtSeconds: bigint;
  tokenAccountOf(owner: Address): Address;
}

export function createTestNetwork(
  deps: { readonly now: () => number; readonly random: (length: number) => Uint8Array },
  input: { readonly nodes: number },
): TestNetwork {
  const programId = parseAddress(PROGRAM);
  const deploymentId = deriveDeploymentId({ programId, network: NETWORK });
  const [authority, facilitator, mint] = [GATEWAY_KEY, FACILITATOR_KEY, MINT_KEY].map((key) =>
    toAddress(publicHalf(testSecretKey(key))),
  ) as [Address, Address, Address];
  const gateway = gatewayAddress(programId, authority);
  const terms = { count: input.nodes, deploymentId, gateway, registryVersion: VERSION };
  const nodes = createSigningNodes(deps, terms);
  const encryptionKeys = nodes.publicKeys.map((_, index) => x25519.getPublicKey(new Uint8Array(32).fill(index + 1)));
  const startedAtSeconds = BigInt(Math.floor(deps.now() / 1000));
  const registryData = encodeAccount(
    'registry',
    {
      count: input.nodes,
      active: input.nodes,
      minSigners: Math.min(MIN_SIGNERS, input.nodes),
      redundancyBuffer: BUFFER,
      version: VERSION,
      createdAt: startedAtSeconds,
      acceptUntil: NO_END,
    },
    nodes.publicKeys,
  );
  const configData = encodeAccount('config', {
    minSigners: Math.min(MIN_SIGNERS, input.nodes),
    deploymentId,
    authority,
    mint,
    registryVersion: VERSION,
    ...PRICES,
  });
  const ledger = createLedgerDouble(deps, { programId, mint, genesisHash: GENESIS_HASH });
  ledger.put(configAddress(programId), configData);
  ledger.put(registryAddress(programId, VERSION), registryData);
  const gatewayData = { id: authority, authority, rentTo: authority, registeredAt: startedAtSeconds };
  ledger.put(gateway, encodeAccount('gateway', gatewayData));
  for (const [index, publicKey] of nodes.publicKeys.entries())
    ledger.put(
      nodeAddress(programId, index),
      encodeAccount('node', { index, publicKey, operator: authority, encryptionKey: encryptionKeys[index] ?? new Uint8Array(32) }),
    );
  return {
    programId,
    network: NETWORK,
    deploymentId,
    gateway,
    authority,
    mint,
    facilitator,
    config: decodeConfig(configData),
    registry: decodeRegistry(registryData),
    registryData,
    nodes,
    get forgers() {
      return createSigningNodes(deps, { ...terms, keyOffset: FORGER_KEY_OFFSET });
    },
    ledger,
    encryptionKeys,
    startedAtSeconds,
    tokenAccountOf: (owner) => associatedTokenAddress(owner, mint),
  };
}
