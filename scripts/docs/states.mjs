/**
 * The transitions of a round record as lines of a diagram: those of a round that the ledger charges later, and those of one that is paid per
 * request. The first transition after `reserved` tells the two apart.
 */
export function statesDiagrams(TRANSITIONS) {
  const charged = transitionsWithout(TRANSITIONS, 'sign');
  const paid = transitionsWithout(TRANSITIONS, 'commit');
  return ['A round that the ledger charges after the answer:', fence(charged), 'A round that is paid per request:', fence(paid)].join(
    '\n\n',
  );
}

/** Transitions between states that are reached from `reserved` when one transition is never made. */
function transitionsWithout(transitions, left) {
  const made = Object.entries(transitions).filter(([name]) => name !== left);
  const reached = new Set(['reserved']);
  for (const state of reached) {
    for (const [, { from, to }] of made) if (from.includes(state)) reached.add(to);
  }
  return made.flatMap(([name, { from, to }]) => {
    const states = from.filter((state) => reached.has(state));
    return states.length === 0 ? [] : [{ name, from: states.join(', '), to }];
  });
}

function fence(transitions) {
  const left = Math.max(...transitions.map(({ from }) => from.length));
  const middle = Math.max(...transitions.map(({ name }) => name.length));
  const lines = transitions.map(({ name, from, to }) => `${from.padEnd(left)} ─ ${name} ${'─'.repeat(middle - name.length)}─▶ ${to}`);
  return ['```', ...lines, '```'].join('\n');
}
