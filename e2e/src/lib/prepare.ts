// A separate program that prepares the data of the browser tests' servers while something else runs (scripts/lib/run-tests.mjs).
import { browserPath } from './browser.ts';
import { prepareData } from './prepared-data.ts';

if (browserPath !== null) await prepareData();
