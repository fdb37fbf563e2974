import { variants as badSignatures } from './bad-signatures.mjs';
import { variants as costlyAnswers } from './costly-answers.mjs';
import { variants as crowdedGateway } from './crowded-gateway.mjs';
import { variants as dryRuns } from './dry-runs.mjs';
import { variants as failingRounds } from './failing-rounds.mjs';
import { variants as floodingNode } from './flooding-node.mjs';
import { variants as gatewayConnections } from './gateway-connections.mjs';
import { variants as hostileSources } from './hostile-sources.mjs';
import { variants as idleConnections } from './idle-connections.mjs';
import { variants as impatientCallers } from './impatient-callers.mjs';
import { variants as jsonpathBombs } from './jsonpath-bombs.mjs';
import { variants as largeBodies } from './large-bodies.mjs';
import { variants as oneNodeApart } from './one-node-apart.mjs';
import { variants as newcomers } from './newcomers.mjs';
import { variants as oneOrigin } from './one-origin.mjs';
import { variants as pipelinedGets } from './pipelined-gets.mjs';
import { variants as pipeliningGateway } from './pipelining-gateway.mjs';
import { variants as refusalsOfServed } from './refusals-of-served.mjs';
import { variants as repeatedPayment } from './repeated-payment.mjs';
import { variants as slowRounds } from './slow-rounds.mjs';

/**
 * Every attack: its letter, what it is called, and what it does until told to stop. `warmUpSeconds`: how long it needs to take hold;
 * `restartsGateway`: the gateway has to open new connections beside it; `connectsAnew`: the honest caller has to; `honestConfig`: what the honest caller reads, the price by default;
 * `pairs`: how often the attack is measured at most; `needsSource`: it has a source of its own, which the world's nodes may ask;
 * `hasOwnSource`: it serves such a source itself, at the last of the manifest's `ownSources`.
 */
export const attacks = [
  ...idleConnections,
  ...badSignatures,
  ...jsonpathBombs,
  ...impatientCallers,
  ...slowRounds,
  ...oneOrigin,
  ...pipelinedGets,
  ...gatewayConnections,
  ...failingRounds,
  ...crowdedGateway,
  ...repeatedPayment,
  ...largeBodies,
  ...costlyAnswers,
  ...hostileSources,
  ...dryRuns,
  ...oneNodeApart,
  ...refusalsOfServed,
  ...pipeliningGateway,
  ...newcomers,
  // The last: the node whose place it takes is gone.
  ...floodingNode,
];
