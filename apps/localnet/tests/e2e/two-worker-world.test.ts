import './keeper.cases.js';
import './keeper-evm.cases.js';
import './agent-kills.cases.js';
import './kills.cases.js';
