/** Functions of RFC 9535 that the fence keeps out. */
const KEPT_OUT = /\b(match|search|count|value)\(/;
const NAME = /^[A-Za-z_]\w*$/;
/** A member behind a dot that RFC 9535 takes in brackets only: `.BTC-USD`, `.1`. */
const BARE_NAME = /\.([A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)+|[0-9][A-Za-z0-9_]*)/;

/**
 * The rule that a common mistake breaks, and the text to write, from the caller's own text; undefined: no such mistake. It is asked about a text
 * that is no query, or one that the fence keeps out.
 */
export function commonMistake(expression: string): string | undefined {
  if (expression === '')
    return 'must not be empty: write a path such as $.data.amount, or leave it out where the whole answer is the number';
  if (expression.trim() !== expression) return 'must not begin or end with white space';
  if (!expression.startsWith('$')) return `must begin with $: write ${withRoot(expression)}`;
  const kept = KEPT_OUT.exec(expression)?.[1];
  if (kept !== undefined) return `must not use the function ${kept}(); of the functions only length() serves`;
  const bare = BARE_NAME.exec(expression)?.[1];
  return bare === undefined ? undefined : `must have the name ${bare} in brackets and quotes: write ['${bare}'] in place of .${bare}`;
}

/** A path of another system, `data.amount` or `RAW,ETH,USD`, in the form of this one; an example where its parts are no plain names. */
function withRoot(expression: string): string {
  const names = expression.split(/[.,]/);
  return names.every((name) => NAME.test(name)) ? ['$', ...names].join('.') : 'a path such as $.data.amount';
}
