import { withTimeLimit } from '@oracle-gateway/protocol/internal';
import { h, render } from 'preact';
import { App, loadAhead } from './app.js';
import { explainFailure } from './rounds/explain-failure.js';
import { readPageSettings } from './settings/settings.js';
import { readPageAddress } from './shell/address.js';
import { FailureNote } from './view/failure-note.js';

const MAX_SETTINGS_MS = 10_000;

async function start(page: Element): Promise<void> {
  loadAhead(readPageAddress(location.hash));
  try {
    const value = await withTimeLimit({ timeoutMs: MAX_SETTINGS_MS }, async (signal): Promise<unknown> => {
      const response = await fetch('settings.json', { signal });
      return response.json();
    });
    // The first text of the page was there before its script.
    page.replaceChildren();
    render(h(App, { settings: readPageSettings({ value, pageUrl: location.href }) }), page);
  } catch (error) {
    page.replaceChildren();
    const failure = { ...explainFailure(error), title: 'The page cannot be set up', code: 'settings' };
    render(h('main', null, [h('h1', null, 'Oracle Gateway'), h(FailureNote, { failure })]), page);
  }
}

const page = document.querySelector('#page');
if (page !== null) void start(page);
