import './crashes.cases.js';
import './settlement-funds.cases.js';
import './round-events.cases.js';
