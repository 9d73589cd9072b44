// Messages of 森林信息, in both languages.
import { messagesIn } from '@lookout/web/shared/language.ts';

export const forestZh = {
  search: '林场名称',
  list: '林场',
  total: (n: number, hectares: string | null) => (hectares === null ? `共 ${n} 处` : `共 ${n} 处，${hectares} 公顷`),
  hectares: (text: string) => `${text} 公顷`,
  unnamed: '（未命名）',
  attributes: (n: number) => `属性 ${n} 项`,
  empty: {
    title: '还没有林场图层',
    hint: '请管理员在服务器上导入林场图层（GeoJSON、Shapefile 压缩包或 KML）。',
  },
  none: (name: string) => ({ title: `没有名称含“${name}”的林场`, hint: '换一个词，或清空后查看全部。' }),
};

export type ForestMessages = typeof forestZh;

export const forestEn: ForestMessages = {
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

export const useForestMessages = messagesIn<ForestMessages>({ zh: forestZh, en: forestEn });
