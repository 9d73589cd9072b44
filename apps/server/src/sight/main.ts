// npm run sight: see command.ts.
import '../settings/own-files.ts';
import { sight } from './command.ts';

process.exitCode = await sight(process.argv.slice(2), {
  input: process.stdin,
  print: (text, toError) => void (toError ? process.stderr : process.stdout).write(`${text}\n`),
});
