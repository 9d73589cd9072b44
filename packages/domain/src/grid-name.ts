// Short names of grids, as people call them: 阿坝州 for 阿坝藏族羌族自治州.

/** The names of nationalities that names of autonomous areas have, by GB/T 3304. */
const NATIONALITIES =
  '藏 羌 彝 回 苗 土家 壮 布依 侗 瑶 白 哈尼 傣 傈僳 佤 畲 拉祜 水 东乡 纳西 景颇 柯尔克孜 土 达斡尔 仫佬 布朗 撒拉 毛南 仡佬 锡伯 阿昌 普米 塔吉克 怒 乌孜别克 俄罗斯 鄂温克 德昂 保安 裕固 京 塔塔尔 独龙 鄂伦春 赫哲 门巴 珞巴 基诺 蒙古 维吾尔 哈萨克 朝鲜 满 黎 高山 各'.split(
    ' ',
  );

const AUTONOMOUS = new RegExp(`^(..+?)(?:(?:${NATIONALITIES.join('|')})族?)+自治([区州县旗])$`);

/** A name without its nationalities; any other stays as it is. @param name of a grid: 北川羌族自治县 */
export const shortGridName = (name: string): string =>
  name.replace(AUTONOMOUS, (_, place: string, kind: string) => (kind === '区' ? place : place + kind));
