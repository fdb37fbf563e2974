import './crashes.cases.js';
import './settlement-funds.cases.js';
