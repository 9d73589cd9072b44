// How backup and restore end: an error message for the terminal, and an exit code for scripts.

const messages: Readonly<Record<string, string>> = {
  ENOENT: '没有这个文件或文件夹',
  EACCES: '没有权限读写这个文件',
  EISDIR: '这是文件夹，请给出文件名',
  ENOSPC: '磁盘已满',
};

type Print = (line: string) => void;

/** `signal` is aborted by Ctrl-C or when the terminal closes; work that takes it cleans up. */
export async function attempt(work: (print: Print, signal: AbortSignal) => Promise<void>): Promise<void> {
  const interrupt = new AbortController();
  if (work.length > 1) for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => interrupt.abort());
  try {
    await work((line) => void process.stdout.write(`${line}\n`), interrupt.signal);
  } catch (error) {
    const { code = '', path } = error as NodeJS.ErrnoException;
    const reason = error instanceof Error ? error.message : String(error);
    const line = interrupt.signal.aborted
      ? '已中断，没有留下文件'
      : messages[code] === undefined
        ? reason
        : `${messages[code]}${path === undefined ? '' : `：${path}`}`;
    process.stderr.write(`${line}\n`);
    process.exitCode = 1;
  }
}
