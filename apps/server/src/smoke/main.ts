// npm run smoke: see command.ts.
import '../settings/own-files.ts';
import { smoke } from './command.ts';
import { loadOnnx } from './onnx.ts';

try {
  process.exitCode = await smoke(process.argv.slice(2), {
    print: (text, toError) => void (toError ? process.stderr : process.stdout).write(`${text}\n`),
    loadModel: loadOnnx,
    model: process.env.SMOKE_MODEL,
  });
} catch (error) {
  // The reader of the output may close it early, as `head` does.
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
}
