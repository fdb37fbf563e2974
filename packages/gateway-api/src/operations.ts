import { createSession } from './operations/create-session.js';
import { deleteSession } from './operations/delete-session.js';
import { getFeed } from './operations/get-feed.js';
import { getFeedHistory, getFeedHistoryCsv } from './operations/get-feed-history.js';
import { getFeedRounds } from './operations/get-feed-rounds.js';
import { getFeedStream } from './operations/get-feed-stream.js';
import { getFeeds } from './operations/get-feeds.js';
import { getHealth } from './operations/get-health.js';
import { getInfo } from './operations/get-info.js';
import { getLlmsText } from './operations/get-llms-text.js';
import { getNodes } from './operations/get-nodes.js';
import { getOpenApi } from './operations/get-openapi.js';
import { getProvider } from './operations/get-provider.js';
import { getProviders } from './operations/get-providers.js';
import { getReady } from './operations/get-ready.js';
import { getRegistrySnapshot } from './operations/get-registry-snapshot.js';
import { getRound } from './operations/get-round.js';
import { getRoundEvents } from './operations/get-round-events.js';
import { getRoundEvidence } from './operations/get-round-evidence.js';
import { getUsage } from './operations/get-usage.js';
import { publishFeed } from './operations/publish-feed.js';
import { simulate } from './operations/simulate.js';
import { pathOperations, type RoundPath } from './paths.js';

/** Operations that belong to no way to pay. */
export const commonOperations = {
  createSession,
  deleteSession,
  getHealth,
  getReady,
  getNodes,
  getRegistrySnapshot,
  getInfo,
  getOpenApi,
  getLlmsText,
  getProviders,
  getProvider,
  getRound,
  getRoundEvents,
  getRoundEvidence,
  getFeedRounds,
  getUsage,
  getFeeds,
  getFeed,
  getFeedStream,
  getFeedHistory,
  getFeedHistoryCsv,
  publishFeed,
  simulate,
} as const;

type Merged<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void ? All : never;

type PathOperations = Merged<(typeof pathOperations)[RoundPath]>;
/** Every operation of the contract, by its name. */
export type Operations = typeof commonOperations & PathOperations;
/** Name of an operation, such as `executeRound`. */
export type OperationName = keyof Operations;

/** Every operation of the gateway, by name. */
export const operations: Operations = {
  ...(Object.fromEntries(Object.values(pathOperations).flatMap((ofPath) => Object.entries(ofPath))) as PathOperations),
  ...commonOperations,
};
