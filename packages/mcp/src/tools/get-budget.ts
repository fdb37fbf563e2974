import { Type } from '@sinclair/typebox';

import { spendingOutput, type ShowSpending } from './spending-output.js';
import { defineTool, type Tool } from './tool.js';

export function getBudget({ showSpending }: { readonly showSpending: ShowSpending }): Tool {
  return defineTool({
    name: 'get_budget',
    title: 'See what may be spent',
    description: 'Shows the limits that the operator set for get_value and get_values, and what is left of them. Free.',
    input: Type.Object({}, { additionalProperties: false }),
    output: spendingOutput,
    isPaid: false,
    run: () => showSpending(),
  });
}
