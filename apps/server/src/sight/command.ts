// npm run sight: the ground that a mast sees, and the best sites for the next masts, without a server. One JSON object in, one out.
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { bestSites } from './best-sites.ts';
import { viewshedFile } from './viewshed-file.ts';

const MISUSE = 2;
const REFUSED = 1;

export const USAGE = `npm run --silent sight -- viewshed < 输入.json
  一个 JSON：高程文件、位置、塔高、目标高、距离；写一个 GeoTIFF：1 看得见，0 看不见，255 太远或不知道。字段见 docs/operations.md
  one JSON object in (elevation, place, mast, target, range), a GeoTIFF out: 1 seen, 0 not, 255 too far or unknown. Fields: docs/operations.md
npm run --silent sight -- site < 输入.json
  一个 JSON：高程文件、候选位置、已有的塔、座数；答最好的位置和各自增加的权重
  one JSON object in (elevation, candidates, towers, count), the best sites out and what each adds`;

interface Streams {
  readonly input: Readable;
  /** Prints answers, and messages for the user at the terminal. */
  readonly print: (text: string, toError: boolean) => void;
}

const ANSWERS = { viewshed: viewshedFile, site: bestSites } as const;

/** @returns the exit code */
export async function sight([word, ...rest]: readonly string[], { input, print }: Streams): Promise<number> {
  if (word === '--help' || word === '-h') {
    print(USAGE, false);
    return 0;
  }
  if (rest.length > 0 || word === undefined || !Object.hasOwn(ANSWERS, word)) {
    print(USAGE, true);
    return MISUSE;
  }
  const answer = await ANSWERS[word as keyof typeof ANSWERS](await text(input));
  print(JSON.stringify(answer), false);
  return 'error' in answer ? REFUSED : 0;
}
