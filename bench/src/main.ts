// npm run bench -- NAME runs a benchmark. Each benchmark is one file.
import { readdirSync } from 'node:fs';
import { SAVE } from './lib/report.ts';

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts' && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -3))
  .sort();

const [name, ...args] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
  console.error(`${name === undefined ? 'which benchmark?' : `no benchmark "${name}"`} Known: ${names.join(', ')}`);
  process.exitCode = 1;
} else {
  const bench: { run(args: readonly string[]): Promise<void> } = await import(`./${name}.ts`);
  await bench.run(args.filter((arg) => arg !== SAVE));
}
