import './client-world.js';

import './client-rounds.cases.js';
import './client-lists.cases.js';
import './client-simulations.cases.js';
import './client-reads.cases.js';
import './client-settlements.cases.js';
import './feed-readers.cases.js';
import './client-lies.cases.js';
import './client-lost-answers.cases.js';
