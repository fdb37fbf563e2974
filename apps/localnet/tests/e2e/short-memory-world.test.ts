import './traces.cases.js';
import './encryption-keys.cases.js';
import './rpc-failover.cases.js';
