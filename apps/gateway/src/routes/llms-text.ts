import type { OperationSpec } from '@oracle-gateway/gateway-api';

export interface LlmsTextInput {
  /** Operations that this gateway serves. */
  readonly operations: readonly OperationSpec[];
  /** Base58. */
  readonly programId: string;
  /** CAIP-2. */
  readonly network: string;
  /** Origin at which callers reach the gateway; undefined: where they found the text. */
  readonly publicOrigin: string | undefined;
}

/** Pages at which a model begins, and their content. */
const BEGINNINGS: readonly (readonly [path: string, name: string, what: string])[] = [
  ['/v1/info', 'What is served', 'ways to pay, prices, limits, the program and its network'],
  ['/v1/providers', 'Data providers', 'ready sources for a round'],
  ['/.well-known/x402', 'Paid resources', 'what can be paid for per request, and on which terms'],
  ['/v1/openapi.json', 'OpenAPI document', 'schemas, credentials, examples and the codes of each refusal'],
];

/** Texts that every gateway serves. */
const DOCUMENTS: typeof BEGINNINGS = [
  ['/llms-full.txt', 'Documents', 'all that a caller may need, in one text'],
  ['/skill.md', 'Skill', 'when and how an agent uses this gateway: find, try, pay, verify, and what to do after a failure'],
  ['/protocol.md', 'Protocol', 'every byte that is hashed, signed or verified, for a program in any language'],
];

const WHAT_IT_IS =
  'An HTTP gateway in front of oracle nodes. A quorum of independent nodes fetches one number from any HTTP source and signs it together. Anyone can verify the answer with the node keys on the Solana ledger.';

/** The text of `GET /llms.txt` (llmstxt.org): a title, a summary, and links. */
export function llmsText({ operations, programId, network, publicOrigin = '' }: LlmsTextInput): string {
  const paths = new Set(operations.map(({ path }) => path));
  const beginnings = BEGINNINGS.filter(([path]) => paths.has(path as `/${string}`));
  return [
    '# Oracle Gateway',
    `> ${WHAT_IT_IS}`,
    `Signatures count where the keys of program \`${programId}\` on \`${network}\` made them. Compare both with what you know from elsewhere.`,
    '## How to get a value',
    list([
      'Try a source for free: `POST /v1/simulate` with `{"apiConfig": {"url": "…", "method": "GET", "responseParser": "$.price"}}`.',
      'Ask for a round: a `POST` to one of the `execute` endpoints below. A 402 tells what to pay, and how.',
      'Verify the answer before you use it. `@oracle-gateway/client`, `@oracle-gateway/cli` and the server `@oracle-gateway/mcp` verify every value, and pay within a limit.',
      'After an answer that was lost, look the round up. Pay no second time.',
    ]),
    '## Begin here',
    list([...beginnings, ...DOCUMENTS].map(([path, name, what]) => `[${name}](${publicOrigin}${path}): ${what}`)),
    '## Endpoints',
    list(operations.map(({ method, path, summary }) => `\`${method} ${path}\`: ${summary}`)),
  ]
    .join('\n\n')
    .concat('\n');
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}
