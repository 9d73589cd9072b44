import type { ForestWords } from './text.zh-CN.ts';

export const forestEn: ForestWords = {
  search: 'Name of the forest farm',
  list: 'Forest farms',
  total: (n, hectares) => (hectares === null ? `${n} in all` : `${n} in all, ${hectares} ha`),
  hectares: (text) => `${text} ha`,
  unnamed: '(no name)',
  attributes: (n) => `${n} attribute(s)`,
  empty: {
    title: 'No layer of forest farms yet',
    hint: 'An administrator imports one on the server: npm run import -- layers FILE (GeoJSON, zipped shapefile or KML), kind forest-farm.',
  },
  none: (name) => ({ title: `No forest farm is called “${name}”`, hint: 'Try another word, or clear it to see all.' }),
};
