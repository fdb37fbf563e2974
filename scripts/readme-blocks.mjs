const DEMO = /(<!-- demo-output -->\n+```[a-z]*\n)([\s\S]*?)(```\n+<!-- \/demo-output -->)/;
const EXAMPLE = /<!-- example -->\n+```sh\n([\s\S]*?)```/g;

/** What the README says the demo prints. */
export function demoBlock(readme) {
  const found = DEMO.exec(readme);
  if (found === null) throw new Error('the README has no block between <!-- demo-output --> and <!-- /demo-output -->');
  return found[2];
}

/** The README with another demo output. */
export function withDemoBlock(readme, output) {
  demoBlock(readme);
  return readme.replace(DEMO, (_, before, __, after) => `${before}${output.trim()}\n${after}`);
}

/** Shell blocks that a reader is invited to paste. */
export function exampleBlocks(readme) {
  return [...readme.matchAll(EXAMPLE)].map((match) => match[1]);
}

/** Whether two outputs say the same, whatever the keys, numbers and node indices of the run. */
export function sameButForValues(one, other) {
  return shape(one) === shape(other);
}

function shape(output) {
  return (
    output
      .replace(/0x[0-9a-f]+/g, '<hex>')
      .replace(/\b[1-9A-HJ-NP-Za-km-z]{32,88}\b/g, '<base58>')
      .replace(/\d+(?:[.,]\d+)*/g, '<n>')
      .replace(/<n> (ms|s)\b/g, '<duration>')
      // "nodes 0, 1 and 3": how many observed depends on who was quick.
      .replace(/nodes? <n>(?:(?:, | and )<n>)*/g, '<nodes>')
      .trim()
      .split('\n')
      .map((line) => line.trim().replace(/\s+/g, ' '))
      .join('\n')
  );
}
