// npm run fire-model: the fire model without a server. `rate` reads JSON lines and writes one JSON line for each, in the same order. A bad
// line is answered with its error, and the next one is processed. `grow` reads one JSON object and writes the isochrones of a fire as
// GeoJSON.
import { createInterface } from 'node:readline';
import { Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isochronesFor } from './grow.ts';
import { answerTo } from './rate.ts';

const MISUSE = 2;
const REFUSED = 1;

export const USAGE = `npm run --silent fire-model -- rate < 输入.ndjson
  每行一个 JSON：地点的可燃物、天气、坡度；每行答一个 JSON：蔓延速度。模型 rothermel 或 wang，字段见 docs/operations.md
  a JSON object a line in (fuel, weather, slope of a place), one out (rate of spread); model rothermel or wang, fields: docs/operations.md
npm run --silent fire-model -- grow < 输入.json > 等时线.geojson
  一个 JSON：高程与地类文件、起火位置、天气；答 GeoJSON：各时刻的到达范围
  one JSON object in (files of elevation and land cover, ignition, weather), GeoJSON out: what has burned by each time`;

interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  /** Prints messages for the user at the terminal. */
  readonly print: (text: string, toError: boolean) => void;
}

/** @returns the exit code: bad lines of `rate` are answered with an error and do not count */
export async function fireModel([word, ...rest]: readonly string[], { input, output, print }: Streams): Promise<number> {
  if (word === '--help' || word === '-h') {
    print(USAGE, false);
    return 0;
  }
  const act = rest.length === 0 && word !== undefined && Object.hasOwn(ACTS, word) ? ACTS[word as keyof typeof ACTS] : null;
  if (act === null) {
    print(USAGE, true);
    return MISUSE;
  }
  return act(input, output);
}

const ACTS = {
  async rate(input: Readable, output: Writable): Promise<number> {
    await pipeline(Readable.from(answers(input)), output, { end: false });
    return 0;
  },
  async grow(input: Readable, output: Writable): Promise<number> {
    const answer = await isochronesFor(await text(input));
    await pipeline(Readable.from([`${JSON.stringify(answer)}\n`]), output, { end: false });
    return 'error' in answer ? REFUSED : 0;
  },
} as const;

async function* answers(input: Readable): AsyncGenerator<string> {
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) yield `${JSON.stringify(answerTo(line))}\n`;
}
