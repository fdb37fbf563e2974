import './keeper.cases.js';
import './agent-kills.cases.js';
import './kills.cases.js';
