// The page in Chromium, in one world: node --test apps/localnet/tests/page/page.test.mjs
import './places.cases.mjs';
import './first-visit.cases.mjs';
import './builder.cases.mjs';
import './wallets.cases.mjs';
import './refusals.cases.mjs';
import './verifier.cases.mjs';
import './access.cases.mjs';
import './payments.cases.mjs';
import './secrets.cases.mjs';
import './account.cases.mjs';
