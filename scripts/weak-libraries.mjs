// `npm run weak-libraries`: checks that a library with a published vulnerability is replaced within the times that
// docs/protection-classes.md promises. It queries the registry's advisories (`npm audit`) for the shipped packages.
// docs/weak-libraries.json records by id when a vulnerability became known to us. A vulnerability that is not recorded is new and fails the
// check until it is recorded, which starts its deadline. If a registry has no advisories, the output states it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Days from the day on which the vulnerability became known. */
export const PROMISED_DAYS = { critical: 3, high: 14, moderate: 60, low: 180, info: 180 };
const DAY_MS = 86_400_000;

/**
 * @param {Record<string, { via: (string | { url: string, title: string, severity: keyof typeof PROMISED_DAYS, name: string })[] }>} found
 * in `npm audit`'s format
 * @param {Record<string, string>} known id of a vulnerability → day on which it became known, `YYYY-MM-DD`
 * @param {Date} now
 * @returns {string[]} what breaks the promise
 */
export function brokenPromises(found, known, now) {
  const weaknesses = new Map();
  for (const { via } of Object.values(found))
    for (const one of via) if (typeof one === 'object') weaknesses.set(one.url.split('/').at(-1), one);
  return [...weaknesses].flatMap(([id, { name, title, severity }]) => {
    const since = known[id];
    if (since === undefined)
      return [`${id} ${name} (${severity}): ${title}. It is new: write it into docs/weak-libraries.json with today's date`];
    const end = new Date(Date.parse(`${since}T00:00:00Z`) + PROMISED_DAYS[severity] * DAY_MS);
    return now < end ? [] : [`${id} ${name} (${severity}): known since ${since}, promised by ${end.toISOString().slice(0, 10)}`];
  });
}

function main() {
  const known = JSON.parse(readFileSync(path.join(import.meta.dirname, '..', 'docs', 'weak-libraries.json'), 'utf8'));
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const answer = stdout.trim() === '' ? {} : JSON.parse(stdout);
  if (answer.vulnerabilities === undefined) {
    console.log(
      `未执行：软件源没有给出已知弱点的列表（not run: the registry gave no list of weaknesses）${answer.message ? `：${answer.message}` : ''}`,
    );
    return;
  }
  const broken = brokenPromises(answer.vulnerabilities, known, new Date());
  for (const line of broken) console.error(line);
  console.log(broken.length === 0 ? '没有超出承诺时间的弱点（no promise is broken）' : `${broken.length} 项（broken）`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) main();
