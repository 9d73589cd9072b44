// axe without its builder for Playwright: that brings the whole of axe and of its result over the wire at each look, which takes thrice as long
// as the look itself.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright-core';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** In the page, after `SOURCE`: the rules whose violations are never serious are not run. */
const ONLY_SERIOUS = `globalThis.axeRules = Object.fromEntries(
  axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => [id, { enabled: false }]));`;

/** In the page. Of what is in order nothing is written down. */
const LOOK = `(leftOut) => axe.run({ include: [document], exclude: leftOut }, { resultTypes: ['violations'], iframes: false, preload: false, rules: axeRules })
  .then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, help, nodes }) =>
        id + ': ' + help + ': ' + nodes.map(({ html, failureSummary }) => html + ' (' + failureSummary + ')').join(' | ')))`;

/**
 * In the page: the elements that are like one that an earlier call has met in this document: of the same structure, below the same elements, with
 * the same attributes but for what is data in them (there or not there is no data).
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

/** The same, without elements like those that an earlier call has checked in this document: a walk of many pages checks once what they have in common. */
export async function newFaults(page: Page): Promise<readonly string[]> {
  return (await Promise.all(page.frames().map((frame) => faultsIn(frame, MET_BEFORE)))).flat();
}

/** @param leftOut an expression for the page: the elements that are not checked */
async function faultsIn(frame: Frame, leftOut: string): Promise<readonly string[]> {
  if (!(await frame.evaluate<boolean>("'axe' in globalThis"))) await frame.evaluate(SOURCE + ONLY_SERIOUS);
  return frame.evaluate<readonly string[]>(`(${LOOK})(${leftOut})`);
}
