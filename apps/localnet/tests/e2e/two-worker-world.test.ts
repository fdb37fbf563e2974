import './agent-kills.cases.js';
import './kills.cases.js';
