import { priceConfig } from './caller.mjs';

/**
 * Asks for one round of a fresh source, or of a list of fresh `sources`; its answer must be 200 and its signature verify. Returns its id.
 */
export async function serveRound({ caller, manifest }, { sources = 1 } = {}) {
  const configs = Array.from({ length: sources }, () => priceConfig(manifest));
  const round = caller.prepare(sources === 1 ? configs[0] : configs);
  const answer = await caller.ask(round);
  if (answer.status !== 200 || !caller.verifies(round, answer)) throw new Error(`a round was not served: ${answer.status} ${answer.text}`);
  return answer.roundId;
}

/** Asks for so many, `atOnce` side by side. Returns their ids. */
export async function serveRounds(stage, { count, atOnce, sources }) {
  const roundIds = [];
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      roundIds.push(await serveRound(stage, { sources }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return roundIds;
}
