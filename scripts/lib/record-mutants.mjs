// The planted faults as a command: selecting the faults, running them, recording the results, and writing the page that shows the record.
// For mutants.mjs and battery.mjs.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutants } from '../mutants/index.mjs';
import { runChild } from './child.mjs';
import { mutantsClosing, mutantsNamed, runMutants, withVerdict } from './mutants.mjs';
import { CannotGoOn, prepare, root } from './prepare.mjs';

const RECORD = join(root, 'docs', 'reliability', 'mutants.json');

const readRecord = () => (existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : {});

/**
 * Plants the faults that match one of these names, and records the result after each.
 * @param {string[]} names parts of names; without any, all faults
 * @param {{ all?: boolean, env?: Record<string, string> }} options
 * @returns {Promise<number>} the exit code
 * @throws {CannotGoOn}
 */
export async function recordMutants(names, options) {
  const chosen = mutantsNamed(mutants, names);
  if (chosen.length === 0) throw new CannotGoOn(`没有这样的缺陷 (no such fault): ${names.join(', ')}`);
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const of = { mutants, date: new Date().toISOString().slice(0, 10), commit };
  const ran = await runMutants(chosen, {
    ...options,
    done: (verdict) => writeFileSync(RECORD, `${JSON.stringify(withVerdict(readRecord(), verdict, of), null, 2)}\n`),
  });
  if ('stopped' in ran) return ran.stopped;
  const { lines, code } = mutantsClosing(ran.verdicts);
  const { node } = await prepare();
  const page = await runChild(node, [join(root, 'scripts', 'docs.ts')], { cwd: root });
  console.log(`\n${lines.join('\n')}`);
  return page || code;
}
