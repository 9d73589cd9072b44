import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const MODULE = new URL('mutants.mjs', import.meta.url).href;
const { mutantsClosing, mutantsNamed, planted, withFault, withoutSick, withVerdict } = await import(MODULE);

const SOUND = 'if (isAllowed) open();\nclose();\n';
const MUTANT = {
  ...{ name: 'The door opens for everybody', room: 'door', file: 'door.js' },
  ...{ find: 'if (isAllowed) open();', replace: 'open($1);', tests: ['door.test.js', 'house.test.js'] },
};

describe('a fault', () => {
  it('is planted as written in the table, where its text occurs once', () => {
    expect(planted(SOUND, MUTANT)).toBe('open($1);\nclose();\n');
  });

  it('is refused where its text is absent, occurs twice, or would change nothing', () => {
    expect(() => planted('close();', MUTANT)).toThrow('stands 0 times in door.js');
    expect(() => planted(SOUND + SOUND, MUTANT)).toThrow('stands 2 times in door.js');
    expect(() => planted(SOUND, { ...MUTANT, replace: MUTANT.find })).toThrow('changes nothing');
  });
});

describe('the file of a fault', () => {
  let folder = '';
  const text = () => readFileSync(join(folder, 'door.js'), 'utf8');
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lookout-mutants-'));
    writeFileSync(join(folder, 'door.js'), SOUND);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('has the fault while the tests run, and is restored afterwards', async () => {
    expect(await withFault(folder, MUTANT, async () => text())).toContain('open($1);');
    expect(text()).toBe(SOUND);
  });

  it('is unchanged after tests that could not run, and after a refused fault', async () => {
    const broken = async () => Promise.reject(new Error('no tests'));
    await expect(withFault(folder, MUTANT, broken)).rejects.toThrow('no tests');
    await expect(withFault(folder, { ...MUTANT, find: 'nothing' }, async () => null)).rejects.toThrow('0 times');
    expect(text()).toBe(SOUND);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('is restored when %s ends the process', async (signal) => {
    const script = `
      import { withFault } from ${JSON.stringify(MODULE)};
      await withFault(process.argv[1], ${JSON.stringify(MUTANT)}, () => new Promise(() => {
        console.log('planted');
        setInterval(() => undefined, 1_000);
      }));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    expect(text()).toContain('open($1);');
    child.kill(signal);
    const [code] = await once(child, 'exit');
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143);
    expect(text()).toBe(SOUND);
  });
});

describe('a run', () => {
  const caught = { mutant: MUTANT, red: { 'door.test.js': 'the door > stays shut' }, green: [] };
  const survived = { mutant: { ...MUTANT, name: 'The door never opens' }, red: {}, green: ['door.test.js'] };
  const refused = { mutant: { ...MUTANT, name: 'No door' }, red: {}, green: [], why: 'its text stands 0 times' };

  it('fails when a fault survives or cannot be planted, and names it', () => {
    expect(mutantsClosing([caught])).toMatchObject({ code: 0 });
    const { lines, code } = mutantsClosing([caught, survived, refused]);
    expect(code).toBe(1);
    expect(lines).toEqual([
      'caught    The door opens for everybody: door.test.js (the door > stays shut)',
      'SURVIVED  The door never opens (door.js)',
      'SURVIVED  No door (door.js): its text stands 0 times',
      '1 caught, 2 survived',
    ]);
  });

  it('does not count a file that is also red without the fault', () => {
    expect(withoutSick(caught, new Set(['house.test.js']))).toBe(caught);
    const { lines, code } = mutantsClosing([withoutSick(caught, new Set(['door.test.js']))]);
    expect(code).toBe(1);
    expect(lines[0]).toBe('SURVIVED  The door opens for everybody (door.js): red without the fault too: door.test.js');
  });

  it('is recorded fault by fault; faults that are no longer in the table are removed from the record', () => {
    const of = { mutants: [MUTANT, survived.mutant], date: '2026-11-28', commit: 'abc' };
    const before = { 'A fault of last year': { tests: {} }, [MUTANT.name]: { tests: {} } };
    const tests = { 'door.test.js': 'the door > stays shut', 'house.test.js': null };
    expect(withVerdict(before, { ...caught, green: ['house.test.js'] }, of)).toEqual({
      [MUTANT.name]: { file: 'door.js', date: '2026-11-28', commit: 'abc', tests },
    });
  });

  it('selects the faults by a part of their name, room, file or test', () => {
    const all = [MUTANT, { ...MUTANT, name: 'Another', room: 'window', file: 'window.js', tests: ['window.test.js'] }];
    expect(mutantsNamed(all, [])).toEqual(all);
    expect(mutantsNamed(all, ['window.test'])).toEqual([all[1]]);
    expect(mutantsNamed(all, ['house', 'Another'])).toEqual(all);
  });
});
