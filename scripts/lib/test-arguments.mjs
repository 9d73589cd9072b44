// The arguments after `npm test --`.
import { parseArgs } from 'node:util';
import { CannotGoOn } from './prepare.mjs';

const USAGE = '用法 (usage): npm test [-- [--repeat N] FILE… | --changed[=COMMIT] | --accept-costs]';

/**
 * @param {readonly string[]} args
 * @returns {{ files: string[], repeat: number, changedSince: string | null, acceptsCosts: boolean }}
 * @throws {CannotGoOn}
 */
export function readTestArguments(args) {
  // In parseArgs an option either always or never has a value.
  const withValue = args.map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg));
  const options = /** @type {const} */ ({ repeat: { type: 'string' }, changed: { type: 'string' }, 'accept-costs': { type: 'boolean' } });
  const { values, positionals: files } = parsed(withValue, options);
  const repeat = Number(values.repeat ?? 1);
  const ways = [files.length > 0, values.changed !== undefined, values['accept-costs'] === true].filter(Boolean).length;
  if (ways > 1 || !Number.isInteger(repeat) || repeat < 1 || (values.repeat !== undefined && files.length === 0))
    throw new CannotGoOn(USAGE);
  return { files, repeat, changedSince: values.changed ?? null, acceptsCosts: values['accept-costs'] === true };
}

function parsed(args, options) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch {
    throw new CannotGoOn(USAGE);
  }
}
