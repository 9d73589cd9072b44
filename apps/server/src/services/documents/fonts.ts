// The font of documents and pictures: Noto Sans SC of the npm package, 30,890 characters including the second level of GB 18030, so that
// the names of people and villages are printed on a machine in any country and without a network.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const FONT_NAME = 'Noto Sans SC';

const PATHS = {
  regular: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf',
} as const;
type FontWeight = keyof typeof PATHS;

export const fontFile = (weight: FontWeight): string => fileURLToPath(import.meta.resolve(PATHS[weight]));

/** Reads the whole font, 10 MB. Only workers call this, because they end when idle. */
export const readFont = (weight: FontWeight): Buffer => readFileSync(fontFile(weight));
