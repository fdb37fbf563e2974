// Barriers for visitors, as axe finds them.
import axe from 'axe-core';

/** Violations of WCAG 2.2 AA and of best practice, as axe finds them. */
export async function violations(page) {
  // The debugger runs axe: the page's policy does not bind it.
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate('axe.run()');
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
