// One child process. In the foreground it has our terminal and gets our signals, and we exit as it exits. Behind other work it has no
// terminal, and its output is printed in one piece when it has ended.
import { spawn } from 'node:child_process';
import { isBehindOthers, started } from './started.mjs';

const forwarded = process.platform === 'win32' ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end with our stdin, stdout and stderr. Signals to us are passed on to it; when the whole process group was
 * signalled it gets the same signal twice, which each of our programs treats as one.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, leash?: boolean, onPid?: (pid: number) => void,
 *   onSignal?: (exitCode: number) => void }} [options] leash: adds an IPC channel, whose closing notifies the child that
 *   we have ended, even when we were killed (−9); the child is also asked to end when our own parent npm has ended
 * @returns {Promise<number>} its exit code; 128 + n when signal n ended it
 */
export function runChild(program, args, { env = process.env, cwd, leash = false, onPid, onSignal } = {}) {
  return new Promise((resolve, reject) => {
    const isBehind = isBehindOthers();
    const child = spawn(program, args, { env, cwd, stdio: isBehind ? ['ignore', 'pipe', 'pipe'] : stdioOf(leash) });
    started(child.pid);
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => printed.push(bytes));
    if (child.pid !== undefined) onPid?.(child.pid);
    const listeners = forwarded.map((name) => ({
      name,
      listener: () => {
        onSignal?.(128 + signalNumbers[name]);
        child.kill(name);
      },
    }));
    for (const { name, listener } of listeners) process.on(name, listener);
    const letGo = leash ? followParent(() => child.kill('SIGTERM')) : () => {};
    const tidy = () => {
      letGo();
      for (const { name, listener } of listeners) process.off(name, listener);
    };
    child.on('error', (error) => {
      tidy();
      reject(error);
    });
    // `close`: the output is complete.
    child.on(isBehind ? 'close' : 'exit', (code, signal) => {
      tidy();
      if (printed.length > 0) process.stdout.write(Buffer.concat(printed));
      resolve(code ?? 128 + (signalNumbers[signal] ?? 1));
    });
  });
}

const stdioOf = (leash) => /** @type {const} */ (['inherit', 'inherit', 'inherit', ...(leash ? ['ipc'] : [])]);

/**
 * Runs a preparatory step (installing, building) and returns when it has ended. When a signal ends us meanwhile, we exit at once and print
 * nothing.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, cwd: string, onPid: (pid: number) => void }} options
 * @returns {Promise<number>} its exit code, not 0 when it failed by itself
 */
export async function runStep(program, args, options) {
  let leaving = 0;
  const code = await runChild(program, args, {
    ...options,
    onSignal: (exitCode) => {
      leaving = exitCode;
    },
  });
  // npm returns 1 when it was stopped by a signal, as if something had failed.
  if (leaving > 0) process.exit(leaving);
  return code;
}

/** @type {Record<string, number>} */
const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };

/**
 * When npm is killed (−9) we lose our parent, and no signal would stop us: the next start would find its folder locked. Only npm is
 * watched: a shell that started us in the background may exit at any time.
 * @param {() => void} onGone
 */
function followParent(onGone) {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined || parent <= 1 || process.platform === 'win32') return () => {};
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, 250);
  return () => clearInterval(timer);
}
