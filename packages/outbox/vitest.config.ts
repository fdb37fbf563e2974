import { packageTests } from '../../vitest.base.js';

export default packageTests({
  redis: true,
  maxWorkers: 3,
  longest: [
    'tests/failover/sentinel',
    'tests/interleavings/interleavings',
    'tests/adversary/silent-connection',
    'tests/interleavings/counted',
    'tests/interleavings/payments',
  ],
});
