import { describe, expect, it } from 'vitest';

const { cpuMeter, kindOf, secondTryOf, startedChild, withinPart } = await import(new URL('cpu-meter.mjs', import.meta.url).href);

const ROOT = 1_000_000;
/** A process as in /proc: its own CPU seconds, and those of children that it has waited for. */
const aProcess = (pid: number, parent: number, own: number, over: { reaped?: number; birth?: string; command?: string } = {}) => ({
  pid,
  parent,
  own,
  reaped: over.reaped ?? 0,
  birth: over.birth ?? `${pid}`,
  command: () => over.command ?? 'program',
});

/** Feeds the meter one list of processes after another. @returns what it counted, rounded to a hundredth */
function countedOver(samples: readonly ReturnType<typeof aProcess>[][], files: ReadonlyMap<number, string> = new Map()) {
  let at = 0;
  const meter = cpuMeter({ root: ROOT, list: () => samples[Math.min(at, samples.length - 1)], currentFiles: () => files });
  for (at = 1; at < samples.length; at++) meter.sample();
  const { parts, kinds, files: byFile } = meter.stop();
  const rounded = (table: Record<string, number>) =>
    Object.fromEntries(Object.entries(table).map(([name, seconds]) => [name, Math.round(seconds * 100) / 100]));
  return { parts: rounded(parts), kinds: rounded(kinds), files: rounded(byFile) };
}

describe('CPU seconds of a run', () => {
  it('are those of every process below the root since the meter began, and of no other process', () => {
    const counted = countedOver([
      [aProcess(ROOT, 1, 5), aProcess(7, 1, 100)],
      [aProcess(ROOT, 1, 6), aProcess(7, 1, 200), aProcess(11, ROOT, 2), aProcess(12, 11, 3)],
    ]);
    expect(counted.parts).toEqual({ 'npm test itself': 6 });
  });

  it('belong to the part that started the process, with everything below it', async () => {
    await withinPart('unit', async () => startedChild(21));
    const counted = countedOver([
      [aProcess(ROOT, 1, 0)],
      [aProcess(ROOT, 1, 1), aProcess(21, ROOT, 2), aProcess(22, 21, 3, { command: 'postgres: writer' })],
    ]);
    expect(counted.parts).toEqual({ 'npm test itself': 1, unit: 5 });
    expect(counted.kinds).toMatchObject({ 'unit · other programs': 2, 'unit · databases': 3 });
  });

  it('belong to the file that the process’s worker runs at the time', () => {
    const files = new Map([[31, '/clone/a.test.ts']]);
    const samples = [
      [aProcess(ROOT, 1, 0)],
      [aProcess(ROOT, 1, 0), aProcess(31, ROOT, 2), aProcess(32, 31, 1)],
      [aProcess(ROOT, 1, 0), aProcess(31, ROOT, 4), aProcess(32, 31, 2)],
    ];
    expect(countedOver(samples, files).files).toEqual({ '/clone/a.test.ts': 6 });
  });

  it('of a second try belong to no file and to a separate part', async () => {
    await withinPart(secondTryOf('browser'), async () => startedChild(36));
    const files = new Map([[36, '/clone/a.test.ts']]);
    const counted = countedOver([[aProcess(ROOT, 1, 0)], [aProcess(ROOT, 1, 0), aProcess(36, ROOT, 2)]], files);
    expect([counted.parts, counted.files]).toEqual([{ 'browser, second try': 2 }, {}]);
  });

  it('include once what a process used between its last sample and its end, from what its parent has reaped', () => {
    const counted = countedOver([
      [aProcess(ROOT, 1, 0)],
      [aProcess(ROOT, 1, 0), aProcess(41, ROOT, 2)],
      [aProcess(ROOT, 1, 0, { reaped: 2.5 })],
      [aProcess(ROOT, 1, 0, { reaped: 2.5 })],
    ]);
    expect(counted.kinds).toEqual({ 'npm test itself · other programs': 2, 'npm test itself · short-lived processes': 0.5 });
  });

  it('of a parent and a child that ended between the same two samples count once', () => {
    const counted = countedOver([
      [aProcess(ROOT, 1, 0)],
      [aProcess(ROOT, 1, 0), aProcess(45, ROOT, 2), aProcess(46, 45, 3)],
      [aProcess(ROOT, 1, 0, { reaped: 5 })],
    ]);
    expect(counted.parts).toEqual({ 'npm test itself': 5 });
  });

  it('are still counted for a process whose parent has ended', () => {
    const counted = countedOver([
      [aProcess(ROOT, 1, 0)],
      [aProcess(ROOT, 1, 0), aProcess(51, ROOT, 0), aProcess(52, 51, 1)],
      [aProcess(ROOT, 1, 0), aProcess(52, 1, 4)],
    ]);
    expect(counted.parts).toEqual({ 'npm test itself': 4 });
  });

  it('treat a process with a reused number as a new process', () => {
    const counted = countedOver([
      [aProcess(ROOT, 1, 0)],
      [aProcess(ROOT, 1, 0), aProcess(61, ROOT, 5, { birth: 'first' })],
      [aProcess(ROOT, 1, 0, { reaped: 5 }), aProcess(61, ROOT, 1, { birth: 'second' })],
    ]);
    expect(counted.parts).toEqual({ 'npm test itself': 6 });
  });

  it('are unknown where processes cannot be listed', () => {
    expect(cpuMeter({ root: ROOT, list: () => null }).stop()).toBeNull();
  });
});

it('the kind of a process is recognised by its command line', () => {
  expect(kindOf('/usr/lib/chromium/chromium --type=renderer --crashpad')).toBe('browser: renderers');
  expect(kindOf('/usr/lib/chromium/chromium --type=gpu-process')).toBe('browser: drawing');
  expect(kindOf('/usr/lib/chromium/chromium --no-sandbox')).toBe('browser: main process');
  expect(kindOf('node /clone/apps/simulator/src/main.ts')).toBe('demo world');
  expect(kindOf('node /clone/node_modules/vitest/dist/workers/forks.js')).toBe('test workers');
  expect(kindOf('ps')).toBe('other programs');
});
