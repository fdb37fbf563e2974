import './encryption-keys.cases.js';
import './rpc-failover.cases.js';
