import type { ApiConfigInput } from '@oracle-gateway/client';

export interface SampleInput {
  readonly gateway: string;
  readonly programId: string;
  readonly network: string;
  readonly rpcUrl: string;
  readonly source: ApiConfigInput;
  readonly quorum: number;
}

export interface CodeSample {
  readonly name: string;
  /** What the code does, where the name does not say it. */
  readonly about: string;
  readonly code: string;
}

/** The same request as code: each runs as it stands, but for the key. */
export function codeSamples(input: SampleInput): readonly CodeSample[] {
  return [
    { name: 'CLI', about: 'A verified value from a terminal.', code: commandLine(input) },
    { name: 'TypeScript', about: 'A verified value in Node or a browser.', code: typeScript(input) },
    { name: 'curl', about: 'A dry run: no key, no signature, nothing verified.', code: curl(input) },
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
