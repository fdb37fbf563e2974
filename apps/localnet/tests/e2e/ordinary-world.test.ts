import './ordinary-world.js';

import './rounds.cases.js';
import './tolerance.cases.js';
import './private-rounds.cases.js';
import './providers.cases.js';
import './command-line.cases.js';
import './examples.cases.js';
import './agent-tools.cases.js';
import './one-feed.cases.js';
import './payments.cases.js';
import './reads.cases.js';
import './refusals.cases.js';
import './pages.cases.js';
// Raises the price of an agent's round.
import './agent-rounds.cases.js';
// Lets more slots pass than a blockhash lives.
import './paid-rounds.cases.js';
// Compares all that came before.
import './books.cases.js';
