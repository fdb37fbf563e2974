/** The nodes' own engine, as far as the builder needs it. The page loads this file for the builder alone. */
export { STEPS } from '@oracle-gateway/protocol/internal';
export { chainOf, transformText, withOperand, withoutStep, withChainStep } from './chain.js';
export { judgePath } from './judge.js';
