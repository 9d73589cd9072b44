// npm run fire-model -- rate: the fire model without a server. JSON lines in, one JSON line out for each, in their order; a bad line is answered with what is
// wrong with it, and the next one goes on.
import { createInterface } from 'node:readline';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { answerTo } from './rate.ts';

const MISUSE = 2;

export const USAGE = `npm run --silent fire-model -- rate < 输入.ndjson
  每行一个 JSON：地点的可燃物、天气、坡度；每行答一个 JSON：蔓延速度。模型 rothermel 或 wang，字段见 docs/operations.md
  a JSON object a line in (fuel, weather, slope of a place), one out (rate of spread); model rothermel or wang, fields: docs/operations.md`;

interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  /** What is said to the person at the keyboard. */
  readonly print: (text: string, toError: boolean) => void;
}

/** @returns the exit code: bad lines are answered in their place and do not count */
export async function fireModel([word, ...rest]: readonly string[], { input, output, print }: Streams): Promise<number> {
  if (word === '--help' || word === '-h') {
    print(USAGE, false);
    return 0;
  }
  if (word !== 'rate' || rest.length > 0) {
    print(USAGE, true);
    return MISUSE;
  }
  await pipeline(Readable.from(answers(input)), output, { end: false });
  return 0;
}

async function* answers(input: Readable): AsyncGenerator<string> {
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) yield `${JSON.stringify(answerTo(line))}\n`;
}
