import { describe, expect, it } from 'vitest';
import type { Refusal } from '../acting/refusal.ts';
import { openScanner } from './scanner.ts';

const log = { error: () => undefined, warn: () => undefined, info: () => undefined } as never;
/** A scanner that rejects content with "virus". */
const PROGRAM = "let t='';process.stdin.on('data',(c)=>{t+=c}).on('end',()=>process.exit(t.includes('virus')?1:0))";
const looks = async (command: readonly [string, ...string[]] | null, text: string, patienceMs = 20_000): Promise<string> => {
  try {
    await openScanner(command && { command }, log, patienceMs).look(Buffer.from(text), 'aba');
    return 'taken';
  } catch (error) {
    const { code, fields } = error as Refusal;
    return fields[0]?.code ?? code;
  }
};

describe('a scanner', () => {
  it('admits a clean file, and refuses one that it rejects or has not scanned', async () => {
    const scanner = [process.execPath, '-e', PROGRAM] as const;
    expect(await looks(scanner, 'a photo')).toBe('taken');
    expect(await looks(scanner, 'a virus')).toBe('file-infected');
    expect(await looks(['/no/such/scanner'], 'a photo')).toBe('scanner-silent');
    expect(await looks([process.execPath, '-e', 'setInterval(()=>undefined,1000)'], 'a photo', 200)).toBe('scanner-silent');
    expect(await looks([process.execPath, '-e', 'process.exit(2)'], 'x'.repeat(1_000_000))).toBe('scanner-silent');
    expect(await looks(null, 'a virus')).toBe('taken');
  });
});
