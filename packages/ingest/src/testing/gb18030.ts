// Text → bytes of GBK (the part of GB18030 with two bytes), which Node can decode but not encode.
import { TextDecoder } from 'node:util';

let table: ReadonlyMap<string, readonly [number, number]> | null = null;

function codes(): ReadonlyMap<string, readonly [number, number]> {
  const found = new Map<string, readonly [number, number]>();
  const decoder = new TextDecoder('gb18030');
  for (let first = 0x81; first <= 0xfe; first += 1)
    for (let second = 0x40; second <= 0xfe; second += 1) {
      if (second === 0x7f) continue;
      const character = decoder.decode(Uint8Array.of(first, second));
      if ([...character].length === 1 && !found.has(character)) found.set(character, [first, second]);
    }
  return found;
}

/** @throws Error for a character that GBK does not have */
export function gbkOf(text: string): Buffer {
  table ??= codes();
  return Buffer.from(
    [...text].flatMap((character) => {
      if (character <= '\x7F') return character.charCodeAt(0);
      const code = table?.get(character);
      if (code === undefined) throw new Error(`GBK has no ${character}`);
      return code;
    }),
  );
}
