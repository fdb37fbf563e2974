// Reading LLVM IR as text, one line at a time.

/** Splits at commas that are in no bracket. */
export function splitList(text) {
  const parts = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if ('([{<'.includes(text[at])) depth++;
    else if (')]}>'.includes(text[at])) depth--;
    else if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  const last = text.slice(start).trim();
  if (last !== '') parts.push(last);
  return parts;
}

const CONSTANT = /^(getelementptr|inttoptr|ptrtoint|null|undef|poison|true|false|zeroinitializer|trunc|add|sub|xor|addrspacecast|none)\b/;
const TYPE = /^(\{[^}]*\}|\[[^\]]*\]|\S+)\s*/;
const ATTRIBUTE = /^(align \d+|[a-z_]+(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?)\s+/;

/** Type and value of an argument: `ptr noalias align 8 captures(none) %x` is a `ptr` with the value `%x`. */
export function readArgument(argument) {
  const type = TYPE.exec(argument);
  let value = argument.slice(type[0].length);
  while (!CONSTANT.test(value)) {
    const attribute = ATTRIBUTE.exec(value);
    if (attribute === null) break;
    value = value.slice(attribute[0].length);
  }
  return { type: type[1], value };
}

/**
 * The callee and the argument list of a call or a definition; `open` and `close` are the positions of the parentheses.
 * Answers null for a line without one.
 */
export function readSignature(line, from = 0) {
  const match = /(?:^| )([@%](?:"[^"]*"|[-\w$.]+))\(/.exec(line.slice(from));
  if (match === null) return null;
  const open = from + match.index + match[0].length - 1;
  let close = open;
  for (let depth = 0; close < line.length; close++) {
    if (line[close] === '(') depth++;
    else if (line[close] === ')' && --depth === 0) break;
  }
  return { callee: match[1], open, close, args: splitList(line.slice(open + 1, close)) };
}

export function isDefinition(line) {
  return line.startsWith('define ');
}
export function isCall(line) {
  return /^\s+(%\S+ = )?(tail |musttail |notail )?call /.test(line);
}
