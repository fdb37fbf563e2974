import { compileSelector } from '../select.js';
import { unescape } from './operand.js';
import { readsText } from './read-text.js';
import type { TransformStep } from './step.js';

export const JSON_STEP: TransformStep = {
  name: 'json',
  kind: 'read',
  operand: '<path>',
  takes: 'text',
  gives: 'items',
  meaning:
    'Reads the text as JSON and selects in it, as `responseParser` does: one node, or more where a choosing step follows. At most twice',
  fails: ['body_not_json', 'nothing_selected', 'several_selected', 'too_many_selected', 'too_costly', 'wrong_kind'],
  most: 2,
  bind: (operand) => {
    const selector = compileSelector(unescape({ text: operand, at: 0 }));
    return { ...readsText((text, reading) => reading.select(text, selector)), isQuery: true } as const;
  },
};
