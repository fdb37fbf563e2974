import { table } from './generated-blocks.mjs';

/** docs/protocol.md: every step of `valueTransform`, in the order in which a transform may have them. */
export function stepsTable(STEPS) {
  const rows = STEPS.map(({ name, operand, kind, takes, gives, meaning, fails }) => [
    `\`${name}${operand === null ? '' : `:${operand}`}\``,
    kind,
    `${takes} → ${gives}`,
    meaning,
    fails.map((rule) => `\`${rule}\``).join(', '),
  ]);
  return table(['step', 'kind', 'takes → gives', 'rule', 'fails'], rows);
}
