// axe without its builder for Playwright, which transfers the whole of axe and its result at each check and takes three times as long as
// the check itself.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright-core';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Script for the page, after `SOURCE`: rules whose violations are never serious are not run. */
const ONLY_SERIOUS = `globalThis.axeRules = Object.fromEntries(
  axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => [id, { enabled: false }]));`;

/** Script for the page. Passed checks are not reported. */
const LOOK = `(leftOut) => axe.run({ include: [document], exclude: leftOut }, { resultTypes: ['violations'], iframes: false, preload: false, rules: axeRules })
  .then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, help, nodes }) =>
        id + ': ' + help + ': ' + nodes.map(({ html, failureSummary }) => html + ' (' + failureSummary + ')').join(' | ')))`;

/**
 * Script for the page: the elements that resemble one that an earlier call has checked in this document: the same structure, the same
 * ancestors, and the same attributes except for data in their values. Only whether data is present must be equal.
 */
const MET_BEFORE = `(() => {
  const numbers = (globalThis.axeNumbers ??= new Map());
  const met = (globalThis.axeMet ??= new Set());
  const DATA = /^(?:id|for|name|title|alt|href|src|value|placeholder|datetime|d|aria-label|data-(?:row-key|node-key|key))$/;
  const NAMES_OTHERS = /^aria-(?:controls|labelledby|describedby|owns|activedescendant)$/;
  const numberOf = (text) => numbers.get(text) ?? (numbers.set(text, numbers.size), numbers.size - 1);
  const attribute = ({ name, value }) => {
    if (DATA.test(name)) return name + (value.trim() === '');
    return name + '=' + (NAMES_OTHERS.test(name) ? value.split(' ').map((id) => document.getElementById(id) !== null) : value);
  };
  const own = new Map();
  const structures = new Map();
  const structureOf = (one) => {
    const place = (one.previousElementSibling === null) + ' ' + (one.nextElementSibling === null);
    own.set(one, numberOf([one.tagName, place, ...Array.from(one.attributes, attribute)].join('|')));
    const inside = Array.from(one.childNodes, (node) =>
      node.nodeType === 1 ? structureOf(node) : node.nodeType === 3 && node.data.trim() !== '' ? 'text' : '');
    structures.set(one, numberOf(own.get(one) + ':' + inside.join()));
    return structures.get(one);
  };
  structureOf(document.body);
  const leftOut = [];
  const look = (one, above) => {
    const key = above + ' ' + structures.get(one);
    if (met.has(key)) return void leftOut.push(one);
    met.add(key);
    const place = numberOf(above + '>' + own.get(one));
    for (const child of one.children) look(child, place);
  };
  for (const child of document.body.children) look(child, 0);
  return leftOut;
})()`;

/** The serious and critical violations that axe finds on the page now, in each of its frames: one line each, with the elements. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  return (await Promise.all(page.frames().map((frame) => faultsIn(frame, '[]')))).flat();
}

/**
 * As `seriousFaults`, without elements that resemble ones that an earlier call has checked in this document: a test of many pages checks
 * their common parts once.
 */
export async function newFaults(page: Page): Promise<readonly string[]> {
  return (await Promise.all(page.frames().map((frame) => faultsIn(frame, MET_BEFORE)))).flat();
}

/** @param leftOut an expression for the page: the elements that are not checked */
async function faultsIn(frame: Frame, leftOut: string): Promise<readonly string[]> {
  if (!(await frame.evaluate<boolean>("'axe' in globalThis"))) await frame.evaluate(SOURCE + ONLY_SERIOUS);
  return frame.evaluate<readonly string[]>(`(${LOOK})(${leftOut})`);
}
