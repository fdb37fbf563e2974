// Pages in a browser, with one world behind them.
import './page-world.mjs';

import './session-page.cases.mjs';
import './verify-page.cases.mjs';
import './client-page.cases.mjs';
