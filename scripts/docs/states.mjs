/**
 * The moves of a round record as lines of a diagram: those of a round that the ledger charges later, and those of one that is paid per
 * request. The first move after `reserved` tells the two apart.
 */
export function statesDiagrams(MOVES) {
  const charged = movesWithout(MOVES, 'sign');
  const paid = movesWithout(MOVES, 'commit');
  return ['A round that the ledger charges after the answer:', fence(charged), 'A round that is paid per request:', fence(paid)].join(
    '\n\n',
  );
}

/** Moves between states that are reached from `reserved` when one move is never made. */
function movesWithout(moves, left) {
  const made = Object.entries(moves).filter(([name]) => name !== left);
  const reached = new Set(['reserved']);
  for (const state of reached) {
    for (const [, { from, to }] of made) if (from.includes(state)) reached.add(to);
  }
  return made.flatMap(([name, { from, to }]) => {
    const states = from.filter((state) => reached.has(state));
    return states.length === 0 ? [] : [{ name, from: states.join(', '), to }];
  });
}

function fence(moves) {
  const left = Math.max(...moves.map(({ from }) => from.length));
  const middle = Math.max(...moves.map(({ name }) => name.length));
  const lines = moves.map(({ name, from, to }) => `${from.padEnd(left)} ─ ${name} ${'─'.repeat(middle - name.length)}─▶ ${to}`);
  return ['```', ...lines, '```'].join('\n');
}
