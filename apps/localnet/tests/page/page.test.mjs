// The page in Chromium, in one world: node --test apps/localnet/tests/page/page.test.mjs
import './first-visit.cases.mjs';
