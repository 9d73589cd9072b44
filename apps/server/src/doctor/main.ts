// npm run doctor [--json]: reports what is wrong with this installation and what to do. It changes nothing, and works whether or not a
// server runs.
import '../settings/own-files.ts';
import { parseArgs } from 'node:util';
import { asJson, asText, diagnose, exitCodeOf } from './doctor.ts';

const FAILED = 2;

try {
  const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
  const found = await diagnose(process.env, new Date());
  process.stdout.write(values.json ? `${asJson(found)}\n` : asText(found));
  process.exitCode = exitCodeOf(found);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = FAILED;
}
