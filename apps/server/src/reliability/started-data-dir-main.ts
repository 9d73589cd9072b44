// The same for tests of other rooms, which may not import the server's: started-data-dir-main.ts FOLDER NAME=VALUE…
import { fillDataDir } from './started-data-dir.ts';

const [folder, ...words] = process.argv.slice(2);
if (folder === undefined) throw new Error('started-data-dir-main.ts FOLDER NAME=VALUE…');
await fillDataDir(folder, Object.fromEntries(words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)])));
