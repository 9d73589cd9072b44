// The static checks, one row each: the name and the command. All are run, so that one run shows every fault.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './prepare.mjs';
import { started } from './started.mjs';

const tool = (name, file, ...args) => ({ name, args: [join(root, 'node_modules', file), ...args] });

/** A single checker: each additional one infers the types of shared files again, half of the total work with the default of four. */
const types = (name, project) => tool(`types: ${name}`, 'typescript-native/bin/tsc', '-p', project, '--checkers', '1');

/** Longest first: a long check that starts last would delay the end. */
const checks = [
  types('server side', 'tsconfig.json'),
  types('browser side', 'tsconfig.web.json'),
  tool('format and lint', '@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  types('pure rooms', 'tsconfig.pure.json'),
  tool(
    'import table',
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    'features',
    'packages',
    'apps',
    'bench',
    'e2e',
  ),
  tool('unused code', 'knip/bin/knip.js'),
  { name: 'house rules', args: [join(root, 'scripts', 'house-rules.ts')] },
  { name: 'lists of features in step', args: [join(root, 'scripts', 'features.ts'), '--check'] },
  { name: 'generated docs in step', args: [join(root, 'scripts', 'docs.ts'), '--check'] },
];

/** Two at a time: the type checks take longest, and a machine has two cores. */
const AT_ONCE = 2;

/**
 * @param {{ node: string }} prepared
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function runChecks({ node }) {
  const waiting = [...checks];
  const passed = [];
  const failures = [];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const started = performance.now();
      const { code, output } = await run(node, check.args);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const name = `check: ${check.name}`;
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
      if (code === 0) passed.push({ file: '', name });
      else {
        failures.push({ file: '', name, why: output });
        console.log(output.trimEnd());
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { passed, failures, broken: [], ran: [] };
}

/** The type checker, a program in Go, spends a quarter of its time on garbage collection: below 3 GB it is turned off. */
const WITHOUT_COLLECTING = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

/** @returns {Promise<{ code: number, output: string }>} */
function run(node, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd: root, env: { ...process.env, NO_COLOR: '1', ...WITHOUT_COLLECTING } });
    started(child.pid);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
