// A part that is wider than its place scrolls by keyboard, and a block of code has a name of its own.
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});
for (const table of document.querySelectorAll('.sl-markdown-content table')) observer.observe(table);
document.querySelectorAll('.sl-markdown-content pre').forEach((block, index) => {
  // A block that scrolls becomes a region.
  new MutationObserver(() => {
    if (block.getAttribute('role') === 'region') block.setAttribute('aria-label', `Code ${index + 1}`);
    else block.removeAttribute('aria-label');
  }).observe(block, { attributeFilter: ['role'] });
});
