import type { ApiConfigInput } from '@oracle-gateway/client';
import { parseAddress } from '@oracle-gateway/protocol';
import { type ChainFeed, rustSample, soliditySample } from './chain-samples.js';

export interface SampleInput {
  readonly gateway: string;
  readonly programId: string;
  readonly network: string;
  readonly rpcUrl: string;
  readonly source: ApiConfigInput;
  readonly quorum: number;
  readonly sourceId: string;
  /** The feed, hex with `0x`; undefined until it is known. */
  readonly feedId: string | undefined;
  /** The feed is public: its values are read without a key. */
  readonly isOpen?: boolean;
}

export interface CodeSample {
  readonly name: string;
  /** Purpose of the code, where the name does not say it. */
  readonly about: string;
  readonly code: string;
}

/** The same request as code: each runs as it stands, but for the key. */
export function codeSamples(input: SampleInput): readonly CodeSample[] {
  const { feedId, isOpen = false } = input;
  return [
    ...(isOpen && feedId !== undefined ? openSamples({ ...input, feedId }) : []),
    { name: 'CLI', about: 'A verified value from a terminal.', code: commandLine(input) },
    { name: 'TypeScript', about: 'A verified value in Node or a browser.', code: typeScript(input) },
    { name: 'curl', about: 'A dry run: no key, no signature, nothing verified.', code: curl(input) },
    ...(feedId === undefined ? [] : chainSamples({ ...input, feedId })),
  ];
}

/** A public feed is read for nothing. */
function openSamples(input: SampleInput & { readonly feedId: string }): readonly CodeSample[] {
  const url = `${input.gateway}/v1/feeds/${input.feedId}`;
  return [
    { name: 'Read for free', about: 'The latest value, verified, without a key and for nothing.', code: readOpen(input, url) },
    { name: 'Stream for free', about: 'Each new value as a server-sent event.', code: `curl -sN ${quoted(`${url}/stream`)}` },
  ];
}

function readOpen({ programId, network, rpcUrl, source, quorum, feedId }: SampleInput & { readonly feedId: string }, url: string): string {
  return [
    "import { feedVerifier } from '@oracle-gateway/client/public-feeds';",
    '',
    `const verify = feedVerifier(${JSON.stringify({ rpcUrl, programId, network })});`,
    `const source = ${JSON.stringify(source, null, 2)};`,
    `const { data } = await (await fetch(${JSON.stringify(url)})).json();`,
    'const { result: answer, place } = data.latest;',
    `const expected = { feedId: ${JSON.stringify(feedId)}, source, quorum: ${quorum} };`,
    'const { value } = await verify({ answer, place, expected }); // verified, or it throws',
  ].join('\n');
}

function chainSamples({ programId, ...feed }: SampleInput & { readonly feedId: string }): readonly CodeSample[] {
  const chainFeed: ChainFeed = { ...feed, program: parseAddress(programId) };
  return [
    {
      name: 'Solana',
      about: 'A Solana program in Rust reads the feed of this key, once a value was submitted to it.',
      code: rustSample(chainFeed),
    },
    { name: 'Solidity', about: 'A contract on an EVM chain keeps the value that any party brings.', code: soliditySample(chainFeed) },
  ];
}

function commandLine({ gateway, programId, network, rpcUrl, source, quorum }: SampleInput): string {
  const flags = [
    ['--gateway', gateway],
    ['--rpc', rpcUrl],
    ['--program', programId],
    ['--network', network],
    ['--key', '~/.config/solana/id.json'],
    ['--quorum', String(quorum)],
  ];
  const lines = flags.map(([flag, value = '']) => `  ${flag} ${value.startsWith('~') ? value : quoted(value)}`);
  return [`oracle-gateway get ${quoted(JSON.stringify(source))}`, ...lines].join(' \\\n');
}

function typeScript({ gateway, programId, network, rpcUrl, source, quorum }: SampleInput): string {
  const ledger = { rpcUrl, programId, network };
  return [
    "import { createClient, keypairSigner, owner } from '@oracle-gateway/client';",
    '',
    'const client = createClient({',
    `  gateway: ${JSON.stringify(gateway)},`,
    `  ledger: ${JSON.stringify(ledger)},`,
    '  account: owner({ signer: keypairSigner(secretKey) }), // 64 bytes of your subscription’s key',
    '});',
    `const source = ${JSON.stringify(source, null, 2)};`,
    `const { value } = await client.round(source, { quorum: ${quorum} }); // verified, or it throws`,
  ].join('\n');
}

function curl({ gateway, source, quorum }: SampleInput): string {
  const body = JSON.stringify({ apiConfig: source, signaturesRequired: quorum });
  return [`curl -s ${quoted(`${gateway}/v1/simulate`)}`, "  -H 'content-type: application/json'", `  -d ${quoted(body)}`].join(' \\\n');
}

/** A word of a POSIX shell that stands for exactly this text. */
function quoted(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
