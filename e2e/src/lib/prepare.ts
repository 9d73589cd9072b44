// A program of its own: makes what the servers of the browser tests start from while something else runs (scripts/lib/run-tests.mjs).
import { browserPath } from './browser.ts';
import { prepareData } from './prepared-data.ts';

if (browserPath !== null) await prepareData();
