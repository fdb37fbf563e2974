import { h, render } from 'preact';
import { App } from './app.js';
import { explainFailure } from './rounds/explain-failure.js';
import { readPageSettings } from './settings/settings.js';
import { FailureNote } from './view/failure-note.js';

const MAX_SETTINGS_MS = 10_000;

async function start(page: Element): Promise<void> {
  try {
    const response = await fetch('settings.json', { signal: AbortSignal.timeout(MAX_SETTINGS_MS) });
    const value: unknown = await response.json();
    render(h(App, { settings: readPageSettings({ value, pageUrl: location.href }) }), page);
  } catch (error) {
    const failure = { ...explainFailure(error), title: 'The page cannot be set up', code: 'settings' };
    render(h('main', null, [h('h1', null, 'Oracle Gateway'), h(FailureNote, { failure })]), page);
  }
}

const page = document.querySelector('#page');
if (page !== null) void start(page);
