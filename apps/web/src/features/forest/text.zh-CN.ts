// The words of 森林信息, in Chinese.
export const forestZh = {
  search: '林场名称',
  list: '林场',
  total: (n: number, hectares: string | null) => (hectares === null ? `共 ${n} 处` : `共 ${n} 处，${hectares} 公顷`),
  hectares: (text: string) => `${text} 公顷`,
  unnamed: '（未命名）',
  attributes: (n: number) => `属性 ${n} 项`,
  empty: {
    title: '还没有林场图层',
    hint: '请管理员在服务器上导入：npm run import -- layers 文件（GeoJSON、Shapefile 压缩包或 KML），类别选 forest-farm。',
  },
  none: (name: string) => ({ title: `没有名称含“${name}”的林场`, hint: '换一个词，或清空后查看全部。' }),
};

export type ForestWords = typeof forestZh;
