/** The documents that a model needs in order to call a gateway, in the order of their use, each with what it holds. */
const CALLERS_PAGES = [
  ['README.md', 'what a round is, and how the whole world starts on one machine'],
  ['docs/agents.md', 'from zero to a paid value in five minutes; limits; discovery'],
  ['docs/calls.md', 'a program for each way to pay, for private sources and for sessions'],
  ['packages/client/README.md', 'the TypeScript client, which verifies every value'],
  ['docs/api.md', 'every endpoint with its fields'],
  ['docs/errors.md', 'every error code, and what became of the authorization'],
  ['docs/security.md', 'who is trusted with what'],
];

/** Pages that the list names, and whose text the full file leaves out. */
const FURTHER_PAGES = [
  ['docs/tasks/ask.md', 'one task on one page: a value in a terminal and in a program'],
  ['docs/tasks/verify.md', 'the same for a stored answer'],
  ['docs/tasks/solana-feed.md', 'the same for a feed on the ledger'],
  ['docs/tasks/agent.md', 'the same for an agent that pays'],
  ['docs/skills/oracle-gateway/SKILL.md', 'a skill: when and how an agent uses a gateway'],
  ['docs/pricing.md', 'what a round, a kept feed and an account cost'],
  ['docs/migrate/pyth.md', 'concepts, calls and costs beside those of Pyth'],
  ['docs/migrate/switchboard.md', 'the same for Switchboard'],
  ['docs/migrate/chainlink-functions.md', 'the same for Chainlink Functions'],
  ['packages/mcp/README.md', 'the Model Context Protocol server: tools, limits, transports'],
  ['docs/providers.md', 'data providers with ready feeds'],
  ['docs/python.md', 'the Python client, with threads or asyncio'],
  ['packages/cli/README.md', 'the command for terminals and scripts'],
  ['docs/cli.md', 'the help of every command'],
  ['docs/without-a-client.md', 'hashing, signing and verifying by hand'],
  ['docs/protocol.md', 'every byte that two parties must agree on'],
  ['docs/terms.md', 'what each word means'],
  ['docs/architecture.md', 'the problem, the life of a round, and what holds each promise'],
  ['docs/rooms.md', 'where which code lives'],
  ['docs/keeper.md', 'feeds on Solana kept fresh, from zero'],
  ['docs/operations.md', 'deploying, scaling and watching a gateway'],
  ['docs/money.md', 'what a gateway earns and owes, and what proves it'],
  ['docs/keys.md', 'which key can do what, what its thief can do, and how it is changed'],
  ['docs/governance.md', 'which change counts when, and who can cancel it'],
  ['docs/capacity.md', 'what a load takes'],
  ['docs/releases.md', 'how a release is made and verified: packages, bill of materials, the program'],
  ['docs/changelog.md', 'what each release brings'],
  ['docs/deploy.md', 'images, Compose, Kubernetes and systemd'],
  ['docs/redis.md', 'Redis Sentinel, Redis Cluster, backup and restore'],
  ['docs/signer.md', 'keys of a gateway in a process of their own, for a KMS or an HSM'],
  ['docs/localnet.md', 'what `npm start` and `npx @oracle-gateway/localnet` run'],
];

export const LLMS_PAGES = CALLERS_PAGES.map(([page]) => page);
/** Every page that the list is made of. */
export const LISTED_PAGES = [...CALLERS_PAGES, ...FURTHER_PAGES].map(([page]) => page);

/** Limit on a page for a model that reads it at once: about forty thousand tokens. */
const MAX_FULL_BYTES = 160 * 1024;

const SUMMARY =
  'An HTTP gateway in front of oracle nodes. A quorum of independent nodes fetches one number from any HTTP source and signs it together. Anyone can verify the answer with the node keys on the Solana ledger.';

/**
 * The file `llms.txt` of llmstxt.org: a list of the documents.
 *
 * @param {(page: string) => string} textOf the text of a page
 */
export function llmsList(textOf) {
  const line = ([page, holds]) => `- [${titleOf(textOf(page))}](${page.startsWith('docs/') ? page.slice(5) : `../${page}`}): ${holds}`;
  const parts = [
    `# Oracle Gateway\n\n> ${SUMMARY}`,
    `## Documents\n\n${CALLERS_PAGES.map(line).join('\n')}`,
    `## Optional\n\n${FURTHER_PAGES.map(line).join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/**
 * The file `llms-full.txt`: the text of the callers' documents. The documentation site writes it.
 *
 * @param {(page: string) => string} textOf the text of a page
 * @throws {Error} where it is too large for a model
 */
export function llmsFullText(textOf) {
  const full = LLMS_PAGES.map((page) => `<!-- ${page} -->\n\n${withoutMarks(textOf(page))}`).join('\n\n');
  const bytes = Buffer.byteLength(full);
  if (bytes > MAX_FULL_BYTES)
    throw new Error(`llms-full.txt: ${bytes} bytes, at most ${MAX_FULL_BYTES}: take a page out of CALLERS_PAGES in scripts/docs/llms.mjs`);
  return `${full}\n`;
}

function titleOf(text) {
  const found = /^# (.+)$/m.exec(text);
  if (found === null) throw new Error('a page for models has no title');
  return found[1].replaceAll('`', '');
}

/** Comments are for the checks of the documents. */
function withoutMarks(text) {
  return text
    .replace(/<!--[\s\S]*?-->\n*/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
