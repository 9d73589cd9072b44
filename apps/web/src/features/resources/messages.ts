// Messages of 资源管理, in both languages.
import { messagesIn } from '../../shared/language.ts';

export const resourcesZh = {
  title: '资源管理',
  kinds: '类别',
  name: '名称',
  map: '地图',
  reset: '清除条件',
  cut: (n: number) => `资源很多，只列出 ${n} 处。请选网格或类别。`,
  empty: '还没有资源',
  emptyHint: '管理员可用 npm run import -- resources 从表格导入。',
  noneFound: '没有符合条件的资源',
  noneFoundHint: '换一个条件，或清除条件。',
};

export const resourcesEn: typeof resourcesZh = {
  title: 'Resources',
  kinds: 'Kinds',
  name: 'Name',
  map: 'Map',
  reset: 'Clear filters',
  cut: (n) => `There are many resources; only ${n} are listed. Choose a grid or kinds.`,
  empty: 'No resources yet',
  emptyHint: 'An administrator can import tables with npm run import -- resources.',
  noneFound: 'No resource matches',
  noneFoundHint: 'Change a filter, or clear them.',
};

export const useResourcesMessages = messagesIn({ zh: resourcesZh, en: resourcesEn });
