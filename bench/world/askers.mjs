import { join } from 'node:path';
import { pathToFileURL, fileURLToPath } from 'node:url';

const THIS_BUILD = fileURLToPath(new URL('../..', import.meta.url));

/** The paths to pay, each with what asks for one served round of it. */
const ASKERS = {
  subscription: async ({ manifest, quorum, configOf, module }) => {
    const { createCaller } = await module('caller.mjs');
    const caller = createCaller({ manifest, keyName: 'subscriptionOwner', signaturesRequired: quorum });
    const ask = async () => {
      const round = caller.prepare(configOf());
      const answer = await caller.ask(round);
      if (answer.status !== 200 || !caller.verifies(round, answer))
        throw new Error(`a round was not served: ${answer.status} ${answer.text}`);
    };
    return { ask, close: () => caller.close() };
  },
  agent: async ({ manifest, quorum, configOf, rounds, module }) => {
    const { createAgent } = await module('agent.mjs');
    const agent = createAgent({ manifest, keyName: 'agentPayer', signaturesRequired: quorum });
    await agent.payFor(rounds);
    return { ask: () => agent.ask(configOf()), close: () => agent.close() };
  },
  x402: async ({ manifest, quorum, configOf, module }) => {
    const { createPayer } = await module('payer.mjs');
    const payer = await createPayer({ manifest, keyName: 'x402Payer', signaturesRequired: quorum });
    return { ask: async () => payer.ask(await payer.prepare(configOf())), close: () => undefined };
  },
};

export const PATHS = Object.keys(ASKERS);

/**
 * Asks for served rounds of one path; `ask` makes one and throws unless it is served. It is of the checkout whose build it asks, because
 * another build may sign and verify another form.
 *
 * @param {{ path: string, manifest: any, quorum: number, configOf: () => object, rounds: number, checkout?: string }} input `configOf` gives
 *   a fresh source; at most `rounds` are asked for
 */
export function createAsker({ path, checkout = THIS_BUILD, ...input }) {
  const module = (name) => import(pathToFileURL(join(checkout, 'bench/world', name)).href);
  return ASKERS[path]({ ...input, module });
}
