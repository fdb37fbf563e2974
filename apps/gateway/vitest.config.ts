import { packageTests } from '../../vitest.base.js';

// Half of what these tests take is waiting: for deadlines of nodes, payments and connections.
export default packageTests({
  redis: true,
  maxWorkers: 3,
  longest: [
    'tests/node-faults',
    'tests/lifecycle',
    'tests/simulation/collusion',
    'tests/adversary/unwritable-outbox',
    'tests/planted-secrets',
    'tests/payment-faults',
  ],
});
