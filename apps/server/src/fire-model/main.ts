// npm run fire-model: see command.ts.
import '../settings/own-files.ts';
import { fireModel } from './command.ts';

try {
  process.exitCode = await fireModel(process.argv.slice(2), {
    input: process.stdin,
    output: process.stdout,
    print: (text, toError) => void (toError ? process.stderr : process.stdout).write(`${text}\n`),
  });
} catch (error) {
  // The reader of the output may close it early, as `head` does.
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
}
