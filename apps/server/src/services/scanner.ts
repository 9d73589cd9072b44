// The operator's scanner for files that users send: a program that gets the bytes on its standard input, or an ICAP service (icap.ts). As
// with clamdscan, the program exits with 0 for a clean file and 1 for a rejected one. Every other outcome means that the file was not
// scanned, and it is refused.

import { spawn } from 'node:child_process';
import type { Whose } from '../acting/fair-line.ts';
import { invalid, refused } from '../acting/refusal.ts';
import { createTurns } from '../acting/turns.ts';
import type { Log } from '../log-lines/log.ts';
import type { ScannerChoice } from '../settings/scanner-choice.ts';
import { askIcap, type Verdict } from './icap.ts';

export interface Scanner {
  /**
   * @param owner the sender, for the turns
   * @throws Refusal `file-infected`, `scanner-silent`, `server-busy`
   */
  look(bytes: Uint8Array, owner: string | Whose): Promise<void>;
}

/** Each scan is a separate process or connection. */
const AT_ONCE = 2;
const MOST_WAITING = 100;
const MOST_WAITING_OF_ONE = 20;
const PATIENCE_MS = 30_000;
const INFECTED = 1;
/** The program does not get this server's settings, because they contain secrets. */
const ENVIRONMENT = ['PATH', 'HOME', 'LANG', 'TMPDIR'];

/** @param choice null: files are not scanned */
export function openScanner(choice: ScannerChoice | null, log: Log, patienceMs = PATIENCE_MS): Scanner {
  if (choice === null) return { look: async () => undefined };
  const turns = createTurns({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING, mostWaitingOfOne: MOST_WAITING_OF_ONE });
  const verdictOf =
    'icap' in choice ? (bytes: Uint8Array) => askIcap(choice.icap, bytes, patienceMs) : programOf(choice.command, patienceMs);
  return {
    look: (bytes, owner) =>
      turns.take(owner, async () => {
        const verdict = await verdictOf(bytes);
        if (verdict.kind === 'infected') throw invalid('file', 'file-infected');
        if (verdict.kind === 'clean') return;
        log.error({ reason: verdict.reason }, 'the scanner of UPLOAD_SCANNER did not scan a file');
        throw refused('scanner-silent');
      }),
  };
}

function programOf([program, ...args]: readonly [string, ...string[]], patienceMs: number): (bytes: Uint8Array) => Promise<Verdict> {
  const env = Object.fromEntries(ENVIRONMENT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
  return async (bytes) => {
    const end = await run(program, args, { env, bytes, patienceMs });
    if (end === 0) return { kind: 'clean' };
    return end === INFECTED ? { kind: 'infected' } : { kind: 'unscanned', reason: `it ended with ${end}` };
  };
}

interface Run {
  readonly env: NodeJS.ProcessEnv;
  readonly bytes: Uint8Array;
  readonly patienceMs: number;
}

/** @returns the exit code; otherwise the reason why there is none: an error code, or a signal */
function run(program: string, args: readonly string[], { env, bytes, patienceMs }: Run): Promise<number | string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: ['pipe', 'ignore', 'ignore'], timeout: patienceMs, killSignal: 'SIGKILL' });
    child.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'ended'));
    // A scanner may close its input before it has read the whole file.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
  });
}
