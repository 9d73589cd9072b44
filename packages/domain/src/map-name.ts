// How a grid is written on a map, where there is room for a few characters only: 阿坝州, 汶川县, 内蒙古.

/** Peoples in the names of autonomous grids, longest first, as GB/T 3304 names them without 族; 各 stands for several. */
const PEOPLES = [
  ...['柯尔克孜', '乌孜别克', '维吾尔', '哈萨克', '达斡尔', '鄂温克', '鄂伦春', '塔吉克', '俄罗斯', '塔塔尔'],
  ...[
    '蒙古',
    '土家',
    '布依',
    '朝鲜',
    '傈僳',
    '拉祜',
    '高山',
    '东乡',
    '纳西',
    '景颇',
    '仫佬',
    '布朗',
    '撒拉',
    '毛南',
    '仡佬',
    '锡伯',
    '阿昌',
  ],
  ...['普米', '德昂', '保安', '裕固', '独龙', '赫哲', '门巴', '珞巴', '基诺', '哈尼'],
  ...['各', '回', '藏', '苗', '彝', '壮', '满', '侗', '瑶', '白', '傣', '黎', '佤', '畲', '水', '土', '羌', '怒', '京'],
] as const;

const people = PEOPLES.join('|');
/** 阿坝 + 藏族羌族 + 自治 + 州. Some names leave out 族 before 自治 (伊犁哈萨克自治州). A people's name of one character needs it. */
const AUTONOMOUS = new RegExp(`^(.*?)((?:(?:${people})族|(?:${PEOPLES.filter((name) => name.length > 1).join('|')}))+)自治([州县旗])$`);
const REGION = /^(内蒙古|广西|西藏|宁夏|新疆).*自治区$/;

/** The name without peoples and legal form. A grid named only after its people keeps that name: 鄂伦春自治旗 is 鄂伦春旗. */
export function mapNameOf(name: string): string {
  const region = REGION.exec(name)?.[1];
  if (region !== undefined) return region;
  const [, own = '', peoples = '', unit = ''] = AUTONOMOUS.exec(name) ?? [];
  if (unit !== '') return `${own === '' ? peoples.replace(/族$/, '') : own}${unit}`;
  return name.replace(/特别行政区$/, '').replace(/街道办事处$/, '街道');
}

/** The statistical codes list counties without a prefecture under these names, which are not places. */
const NO_PLACE = /^(?:市辖区|县)$|直辖县级/;
export const isPlaceName = (name: string): boolean => !NO_PLACE.test(name);
