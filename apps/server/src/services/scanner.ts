// The operator's scanner for files that people send: a program of theirs, which gets the bytes on its standard input. As clamdscan and its like do, it ends with
// 0 for a clean file and 1 for one that it objects to; everything else is a scanner that did not look, and the file is not taken.
import { spawn } from 'node:child_process';
import type { Whose } from '../acting/fair-line.ts';
import { invalid, refused } from '../acting/refusal.ts';
import { createTurns } from '../acting/turns.ts';
import type { Log } from './deps.ts';

export interface Scanner {
  /**
   * @param owner who sends it, for the turns
   * @throws Refusal `file-infected`, `scanner-silent`, `server-busy`
   */
  look(bytes: Uint8Array, owner: string | Whose): Promise<void>;
}

/** Each is a process of its own. */
const AT_ONCE = 2;
const MOST_WAITING = 100;
const MOST_WAITING_OF_ONE = 20;
const PATIENCE_MS = 30_000;
const INFECTED = 1;
/** Without our settings: they hold secrets. */
const ENVIRONMENT = ['PATH', 'HOME', 'LANG', 'TMPDIR'];

/** @param command the program and its arguments; null: nobody looks at files */
export function openScanner(command: readonly string[] | null, log: Log, patienceMs = PATIENCE_MS): Scanner {
  const [program, ...args] = command ?? [];
  if (program === undefined) return { look: async () => undefined };
  const turns = createTurns({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING, mostWaitingOfOne: MOST_WAITING_OF_ONE });
  const env = Object.fromEntries(ENVIRONMENT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
  return {
    look: (bytes, owner) =>
      turns.take(owner, async () => {
        const end = await run(program, args, { env, bytes, patienceMs });
        if (end === 0) return;
        if (end === INFECTED) throw invalid('file', 'file-infected');
        log.error({ end }, 'the scanner of UPLOAD_SCANNER did not look at a file');
        throw refused('scanner-silent');
      }),
  };
}

interface Run {
  readonly env: NodeJS.ProcessEnv;
  readonly bytes: Uint8Array;
  readonly patienceMs: number;
}

/** @returns the exit code; else why there is none: an error's code, or a signal */
function run(program: string, args: readonly string[], { env, bytes, patienceMs }: Run): Promise<number | string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: ['pipe', 'ignore', 'ignore'], timeout: patienceMs, killSignal: 'SIGKILL' });
    child.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'ended'));
    // A scanner that has seen enough closes its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
  });
}
